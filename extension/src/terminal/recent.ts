// The last commands of this window, for the command that diagnoses the last failed one. In memory only. Imports nothing
// of VS Code.

import type { Run } from "../protocol";
import { looksFailed } from "./prefilter";

export interface Finished extends Run {
  text: string;
  /** Whether the output or the exit code looks like a failure. */
  failed: boolean;
}

export function finished(run: Run, text: string): Finished {
  const suspicious = looksFailed(text, run.exitCode ?? undefined);
  return { ...run, text, failed: suspicious || (run.exitCode !== null && run.exitCode !== 0) };
}

export class RecentCommands {
  private readonly kept: Finished[] = [];

  constructor(private readonly limit = 5) {}

  add(command: Finished): void {
    this.kept.push(command);
    if (this.kept.length > this.limit) this.kept.shift();
  }

  lastFailed(): Finished | undefined {
    return this.kept.findLast((command) => command.failed);
  }
}
