// The output channel. At level info it says what was done and how long it took, and never a line of the user's.

import { type LogOutputChannel, window } from "vscode";

export function createLog(): LogOutputChannel {
  return window.createOutputChannel("Rootrank", { log: true });
}

/** The message of whatever was thrown. */
export function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
