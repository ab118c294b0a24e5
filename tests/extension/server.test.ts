import assert from "node:assert/strict";
import { test } from "node:test";
import { ResponseError } from "vscode-languageclient/node";
import type { Probe } from "../../extension/src/interpreter/choice";
import type { ServerRun, startServer } from "../../extension/src/server/client";
import { serverCode, serverEnvironment } from "../../extension/src/server/launch";
import { RestartBudget } from "../../extension/src/server/restarts";
import { selector } from "../../extension/src/server/selector";
import { type Health, NoInterpreter, Server, ServerGone } from "../../extension/src/server/server";
import { StderrLevels } from "../../extension/src/server/stderr";
import { window } from "./fake-vscode";

test("packaged: code and libraries of the package; in development the folder beside", () => {
  const { compiled, ...rest } = serverCode("/ext", () => true);
  assert.deepEqual(rest, {
    paths: ["/ext/server", "/ext/bundled/libs"],
    cwd: "/ext/server",
    programs: "/ext/bundled/bin",
  });
  assert.deepEqual(Object.keys(compiled), ["cp310", "cp311", "cp312", "cp313", "cp314"]);
  assert.deepEqual(serverCode("/ext", () => false).paths, ["/ext/server"]);
  assert.deepEqual(serverCode("/ext", () => false).compiled, {});
});

test("the server's environment: our path, and nothing that would bend another interpreter", () => {
  const env = serverEnvironment(
    serverCode("/ext", () => true),
    { PATH: "/bin", PYTHONHOME: "/x", PYTHONPATH: "/user" },
  );
  assert.equal(env["PYTHONPATH"], "/ext/server:/ext/bundled/libs");
  assert.equal(env["ROOTRANK_AST_GREP"], "/ext/bundled/bin");
  assert.equal(env["PYTHONHOME"], undefined);
  assert.equal(env["PATH"], "/bin");
});

test("each CPython gets the compiled library that was built for it, and no other", () => {
  const paths = (version: string, packaged = true): string | undefined =>
    serverEnvironment(
      serverCode("/ext", () => packaged),
      {},
      version,
    )["PYTHONPATH"];
  assert.equal(paths("3.12.3"), "/ext/server:/ext/bundled/libs:/ext/bundled/hyperscan/cp312");
  assert.equal(paths("3.10.0"), "/ext/server:/ext/bundled/libs:/ext/bundled/hyperscan/cp310");
  assert.equal(paths("3.15.0"), "/ext/server:/ext/bundled/libs");
  assert.equal(paths("3.12.3", false), "/ext/server");
});

test("four restarts in three minutes, and again after a while", () => {
  let now = 0;
  const budget = new RestartBudget(4, 180_000, () => now);
  assert.deepEqual(
    [1, 2, 3, 4, 5].map(() => budget.crashed()),
    [true, true, true, true, false],
  );
  now = 200_000;
  assert.ok(budget.crashed());
});

test("the server never gets an output channel", () => {
  for (const filter of selector) assert.ok(["file", "untitled"].includes(filter.scheme));
  assert.ok(selector.some((filter) => "language" in filter && filter.language === "log"));
  assert.ok(selector.some((filter) => "pattern" in filter && filter.pattern === "**/*.err"));
});

test("stderr: the server's own errors are shown, with the lines that belong to them; the rest is for debugging", () => {
  const levels = new StderrLevels();
  const lines = [
    "loading",
    "ERROR rootrank.lsp: error 1a2b: KeyError",
    '  File "x.py", line 3',
    "WARNING slow",
    "user text",
  ];
  assert.deepEqual(
    lines.map((line) => levels.of(line)),
    ["debug", "error", "error", "warn", "debug"],
  );
});

type Send = (method: string) => Promise<unknown>;

/** A server whose process is a function; `starts` counts processes, `crash` ends the running one. */
function scripted(send: Send, probe: Probe = { fits: true, executable: "/p", version: "3.12.0" }) {
  const seen = { starts: 0, health: [] as Health["state"][], crash: (): void => undefined, arguments: [] as number[] };
  const start: typeof startServer = (_interpreter, _code, _log, lost) => {
    seen.starts += 1;
    seen.crash = lost;
    const client = {
      sendRequest: (method: string, ...rest: unknown[]) => {
        if (method === "rootrank/status") return Promise.reject(new Error("not now"));
        seen.arguments.push(rest.length);
        return send(method);
      },
      dispose: () => Promise.resolve(),
    };
    return Promise.resolve({ client, synced: { has: () => true } } as unknown as ServerRun);
  };
  const sources = () => [{ candidates: () => [{ command: ["python3"], from: "PATH" }] }];
  const server = new Server(
    serverCode("/ext", () => false),
    sources,
    window.createOutputChannel() as never,
    start,
    () => Promise.resolve(probe),
  );
  server.onHealth(({ state }) => seen.health.push(state));
  return { server, seen };
}

const gone = (): Promise<never> => Promise.reject(new ResponseError(-32097, "Pending response rejected"));

test("nothing is started before the first request, and one process serves all", async () => {
  const { server, seen } = scripted(() => Promise.resolve({ markdown: "" }));
  assert.equal(seen.starts, 0);
  await Promise.all([
    server.request("rootrank/markdown", { id: "1" }),
    server.request("rootrank/markdown", { id: "2" }),
  ]);
  assert.equal(seen.starts, 1);
  assert.equal(server.durations.length, 2);
});

test("a request lost to a crash is sent once more, to a new process", async () => {
  let calls = 0;
  const { server, seen } = scripted(() => {
    calls += 1;
    if (calls > 1) return Promise.resolve({ markdown: "there" });
    const lost = gone();
    seen.crash();
    return lost;
  });
  assert.deepEqual(await server.request("rootrank/markdown", { id: "1" }), { markdown: "there" });
  assert.deepEqual([calls, seen.starts], [2, 2]);
});

test("without a token the request has one parameter: another would make a list of them", async () => {
  const { server, seen } = scripted(() => Promise.resolve({ markdown: "" }));
  await server.request("rootrank/markdown", { id: "1" });
  assert.deepEqual(seen.arguments, [1]);
});

test("lost twice: one clear error", async () => {
  const { server, seen } = scripted(() => {
    const lost = gone();
    seen.crash();
    return lost;
  });
  await assert.rejects(server.request("rootrank/markdown", { id: "1" }), /ended while it worked on this, twice/);
});

test("an error of the server itself is not repeated", async () => {
  let calls = 0;
  const { server } = scripted(() => {
    calls += 1;
    return Promise.reject(new ResponseError(-32602, "no such file"));
  });
  await assert.rejects(server.request("rootrank/markdown", { id: "1" }), /no such file/);
  assert.equal(calls, 1);
});

test("after too many crashes it is given up and said", async () => {
  const { server, seen } = scripted(() => Promise.resolve({ markdown: "" }));
  await server.request("rootrank/markdown", { id: "1" });
  for (let crash = 0; crash < 5; crash++) {
    seen.crash();
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  assert.equal(seen.starts, 5);
  assert.equal(seen.health.at(-1), "broken");
});

test("a process that never starts is given up with its reason", async () => {
  const failing: typeof startServer = () => Promise.reject(new Error("ModuleNotFoundError: pygls"));
  const sources = () => [{ candidates: () => [{ command: ["python3"], from: "PATH" }] }];
  const probe = (): Promise<Probe> => Promise.resolve({ fits: true, executable: "/p", version: "3.12.0" });
  const server = new Server(
    serverCode("/ext", () => false),
    sources,
    window.createOutputChannel() as never,
    failing,
    probe,
  );
  await assert.rejects(
    server.request("rootrank/markdown", { id: "1" }),
    (error) => error instanceof ServerGone && error.message.includes("pygls"),
  );
});

test("no interpreter: said, and tried again at the next request", async () => {
  const { server, seen } = scripted(() => Promise.resolve({}), { fits: false, reason: "not found" });
  for (const id of ["1", "2"]) await assert.rejects(server.request("rootrank/markdown", { id }), NoInterpreter);
  assert.equal(seen.starts, 0);
  assert.deepEqual(seen.health, ["starting", "broken", "starting", "broken"]);
});

test("another interpreter restarts the server only when it would be another process", async () => {
  const { server, seen } = scripted(() => Promise.resolve({ markdown: "" }));
  await server.interpreterChanged();
  assert.equal(seen.starts, 0);
  await server.request("rootrank/markdown", { id: "1" });
  await server.interpreterChanged();
  assert.equal(seen.starts, 1);
});

test("trust that is given later is told to the running server, and starts none", async () => {
  const methods: string[] = [];
  const { server, seen } = scripted((method) => {
    methods.push(method);
    return Promise.resolve(null);
  });
  await server.trustGranted();
  assert.equal(seen.starts, 0);
  await server.request("rootrank/markdown", { id: "1" });
  await server.trustGranted();
  assert.deepEqual(methods, ["rootrank/markdown", "rootrank/trust"]);
  assert.equal(seen.starts, 1);
});

test("what is wrong in the workspace's files is told when it changes, not at each diagnosis", async () => {
  const { server, seen } = scripted(() => Promise.resolve({ markdown: "" }));
  await server.request("rootrank/markdown", { id: "1" });
  const before = seen.health.length;
  for (const warnings of [[], ["a.json can't be read"], ["a.json can't be read"], []]) server.warn(warnings);
  assert.equal(seen.health.length - before, 2);
});
