// Reads what commands print, from their start event on: later there is nothing left to read. A terminal without shell
// integration raises no events, and a reload in the middle leaves an end without a start; both just mean nothing to do.

import { commands, type Disposable, type TerminalShellExecution, window } from "vscode";
import { contextKey, verifyTerminal } from "../ids";
import { withoutEscapes } from "./escapes";
import { Output } from "./output";
import { type Finished, finished, RecentCommands } from "./recent";

interface Reading {
  output: Output;
  done: Promise<void>;
}

export class TerminalCapture implements Disposable {
  readonly recent = new RecentCommands();
  private readonly readings = new Map<TerminalShellExecution, Reading>();
  private readonly listeners: Disposable[];

  constructor(private readonly ended: (command: Finished) => void) {
    this.listeners = [
      window.onDidStartTerminalShellExecution(({ terminal, execution }) => {
        if (terminal.name !== verifyTerminal) this.readings.set(execution, read(execution));
      }),
      window.onDidEndTerminalShellExecution(({ execution, exitCode }) => {
        void this.end(execution, exitCode);
      }),
    ];
  }

  dispose(): void {
    for (const listener of this.listeners) listener.dispose();
    this.readings.clear();
  }

  private async end(execution: TerminalShellExecution, exitCode: number | undefined): Promise<void> {
    const reading = this.readings.get(execution);
    this.readings.delete(execution);
    if (reading === undefined) return;
    // The last of the output may come after the end event; a stream that never closes is not waited for.
    await Promise.race([reading.done, new Promise((resolve) => setTimeout(resolve, 1_000))]);
    const run = {
      command: execution.commandLine.value,
      cwd: execution.cwd?.scheme === "file" ? execution.cwd.fsPath : null,
      exitCode: exitCode ?? null,
    };
    const command = finished(run, withoutEscapes(reading.output.text()));
    this.recent.add(command);
    if (command.failed) void commands.executeCommand("setContext", contextKey.commandFailed, true);
    this.ended(command);
  }
}

function read(execution: TerminalShellExecution): Reading {
  const output = new Output();
  const stream = execution.read();
  const done = (async () => {
    try {
      for await (const chunk of stream) output.append(chunk);
    } catch {
      // The terminal went away; what was read is kept.
    }
  })();
  return { output, done };
}
