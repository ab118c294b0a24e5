// The process in which the user's own verification command runs: our wrapper records what it prints. Nothing of ours may
// leak into the command, so the wrapper's modules are found by an argument and not by PYTHONPATH. Imports nothing of VS Code.

import { delimiter } from "node:path";

// Bash complains at its start that it can't control jobs in the wrapper's terminal; that is not for the record.
const quietBash = 'exec 3>&2; exec "$1" -i -c "exec 2>&3 3>&-\n$2" 2>/dev/null';

/** The user's shell as VS Code would start it, with what their rc files set: a bare `sh -c` finds another Python, or none. */
export function shellCommand(shell: string, command: string): string[] {
  const name = shell.replace(/^.*[\\/]/, "").replace(/\.exe$/i, "");
  if (name === "bash") return ["--", "/bin/sh", "-c", quietBash, "sh", shell, command];
  if (["zsh", "fish", "ksh"].includes(name)) return ["--", shell, "-i", "-c", command];
  if (["pwsh", "powershell"].includes(name)) return ["--", shell, "-NoLogo", "-Command", command];
  return ["--shell", command];
}

// Runs `rootrank run …`, then keeps the terminal open, so that the output can be read, until Enter is pressed. It ends
// with 0: VS Code shows an error message for a terminal whose process ends otherwise. The first entry of sys.path is the
// working folder, whose files could shadow the standard library: out with it, before anything else is imported.
// An interactive shell leaves itself in the terminal's foreground; without taking that back there is nothing to read.
const boot = `
import sys
sys.path[:] = sys.argv[1].split(${JSON.stringify(delimiter)}) + [p for p in sys.path if p]
sys.argv[:] = ["rootrank", *sys.argv[2:]]
import runpy
try:
    runpy.run_module("rootrank", run_name="__main__", alter_sys=True)
except SystemExit:
    pass
try:
    import os, signal
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    os.tcsetpgrp(0, os.getpgrp())
except (AttributeError, OSError):
    pass
try:
    input("\\nRootrank has the output. Press Enter to close this terminal. ")
except (EOFError, KeyboardInterrupt):
    pass
`.trim();

export interface Recorded {
  /** What the wrapper writes when the command has ended. */
  result: string;
  /** What the command printed. */
  record: string;
}

export function verificationArguments(paths: string[], files: Recorded, shell: string, command: string): string[] {
  const wrapper = [
    "run",
    "--no-card",
    "--record",
    files.record,
    "--result",
    files.result,
    ...shellCommand(shell, command),
  ];
  return ["-c", boot, paths.join(delimiter), ...wrapper];
}

export interface Ended {
  exit_code: number | null;
  signal: number | null;
  record: string;
}

/** Undefined while the wrapper is still writing. */
export function readResult(text: string): Ended | undefined {
  try {
    const value = JSON.parse(text) as Partial<Ended>;
    if (typeof value.record !== "string") return undefined;
    return { exit_code: value.exit_code ?? null, signal: value.signal ?? null, record: value.record };
  } catch {
    return undefined;
  }
}
