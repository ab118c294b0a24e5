// Asks one Python, in one short process, for its version and whether what the server needs can be imported there.
// Imports nothing of VS Code.

import { execFile } from "node:child_process";
import type { Probe } from "./choice";

/** The server's imports; find_spec does not run them, so the probe costs an interpreter's start and no more. */
export const needed = ["rootrank", "pygls", "lsprotocol", "attrs", "cattrs"];

// Runs on any Python, so that an old one can be told apart from a broken one.
const question = [
  "import sys, json",
  "missing = []",
  "if sys.version_info >= (3, 10):",
  "    from importlib.util import find_spec",
  `    missing = [name for name in ${JSON.stringify(needed)} if find_spec(name) is None]`,
  "print(json.dumps({'version': list(sys.version_info[:3]), 'executable': sys.executable, 'missing': missing}))",
].join("\n");

interface Answer {
  version: [number, number, number];
  executable: string;
  missing: string[];
}

export function judge(stdout: string): Probe {
  let answer: Answer;
  try {
    answer = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Answer;
  } catch {
    return { fits: false, reason: "did not answer like a Python" };
  }
  const version = answer.version.join(".");
  const [major, minor] = answer.version;
  if (major < 3 || (major === 3 && minor < 10)) return { fits: false, reason: `is Python ${version}, 3.10 is needed` };
  if (answer.missing.length > 0) return { fits: false, reason: `lacks ${answer.missing.join(", ")}` };
  return { fits: true, executable: answer.executable, version };
}

/** A network file system may be slow to start Python; after 15 s it is given up. */
export function probePython(command: string[], env: NodeJS.ProcessEnv, cwd: string, timeout = 15_000): Promise<Probe> {
  const [program = "", ...args] = command;
  return new Promise((resolve) => {
    execFile(program, [...args, "-c", question], { env, cwd, timeout, windowsHide: true }, (error, stdout) => {
      if (error === null) resolve(judge(stdout));
      else resolve({ fits: false, reason: reason(error, timeout) });
    });
  });
}

function reason(error: Error & { code?: string | number | null; killed?: boolean }, timeout: number): string {
  if (error.code === "ENOENT") return "not found";
  if (error.code === "EACCES") return "not executable";
  if (error.killed === true) return `no answer within ${timeout / 1000} s`;
  return `ended with ${error.code ?? "a signal"}`;
}
