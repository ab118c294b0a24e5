// Starts code-server, which is VS Code itself behind a web page, on a free port and in a home of its own.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { codeServerEntry, node } from "./places.mjs";

export class CodeServer {
  static async start(home, env = {}) {
    const port = await freePort();
    const child = spawn(
      node,
      [
        codeServerEntry,
        ...["--config", join(home.folder, ".code-server.yaml")],
        ...["--auth", "none", "--bind-addr", `127.0.0.1:${port}`],
        ...["--user-data-dir", home.data, "--extensions-dir", home.extensions],
        ...["--disable-telemetry", "--disable-update-check"],
        home.workspace,
      ],
      {
        // A group of its own, so that the extension host and the terminals end with it.
        detached: true,
        stdio: ["ignore", "pipe", "pipe"],
        env: { ...process.env, HOME: home.folder, SHELL: "/bin/bash", ...env },
      },
    );
    const server = new CodeServer(child, `http://127.0.0.1:${port}/`);
    await server.#answering();
    return server;
  }

  constructor(child, address) {
    this.child = child;
    this.address = address;
    this.log = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (this.log += data));
  }

  /** The web server answers within a second here; a loaded machine gets a minute. */
  async #answering() {
    const deadline = Date.now() + 60_000;
    while (Date.now() < deadline) {
      if (this.child.exitCode !== null) throw new Error(`code-server ended at once:\n${this.log}`);
      const answered = await fetch(new URL("healthz", this.address)).then(
        (answer) => answer.ok,
        () => false,
      );
      if (answered) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`code-server does not answer at ${this.address}:\n${this.log}`);
  }

  async stop() {
    if (this.child.exitCode !== null) return;
    const ended = once(this.child, "exit");
    process.kill(-this.child.pid, "SIGTERM");
    const killer = setTimeout(() => process.kill(-this.child.pid, "SIGKILL"), 5_000);
    await ended;
    clearTimeout(killer);
  }
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}
