// Runs a verification command in a terminal of its own, on the user's click only, and asks the server what its output
// proves. The command runs where the failed one ran, in the user's own shell and environment; our wrapper around it
// writes what was printed and, at the end, how it ended.

import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { env, type Terminal, ThemeIcon, Uri, window, workspace } from "vscode";
import type { Answer } from "../answer";
import type { Diagnosing } from "../diagnosing";
import { verifyTerminal } from "../ids";
import { reason } from "../log";
import type { Verification } from "../panel/state";
import type { Server } from "../server/server";
import { environmentOf } from "./environment";
import { type Ended, type Recorded, readResult, verificationArguments } from "./launch";
import { saveAll } from "./saving";

/** Milliseconds between two looks for the result: a file on a network disk raises no event. */
const interval = 300;

export class Verifying {
  private terminal: Terminal | undefined;
  private count = 0;
  /** The diagnoses of what verifications printed. */
  private readonly answers = new Map<string, Answer>();

  constructor(
    private readonly server: Server,
    private readonly diagnosing: Diagnosing,
    private readonly storage: Uri,
  ) {}

  async run(answer: Answer, diagnosis: number): Promise<void> {
    const command = answer.document.diagnoses[diagnosis]?.verify.command ?? null;
    const interpreter = this.server.choice.chosen;
    if (command === null || interpreter === undefined || !workspace.isTrusted) return;
    let saved: string[] = [];
    const report = (state: Verification["state"], message: string, shown = false): void => {
      this.diagnosing.change(answer, (panel) => {
        panel.verifications[diagnosis] = { state, message, saved, shown };
      });
    };
    try {
      saved = await saveAll();
      report("running", `Running in the terminal "${verifyTerminal}".`);
      const files = await this.files();
      const terminal = this.open(
        interpreter.executable,
        verificationArguments(this.server.code.paths, files, env.shell, command),
        answer,
      );
      const ended = await resultOf(files, terminal);
      if (ended === undefined) report("inconclusive", "The terminal was closed before the command ended.");
      else await this.judge(answer, diagnosis, ended, report);
    } catch (error) {
      report("inconclusive", reason(error));
    }
  }

  /** Shows the diagnosis of what the verification printed. */
  show(answer: Answer, diagnosis: number): void {
    const printed = this.answers.get(`${answer.id}.${diagnosis}`);
    if (printed !== undefined) this.diagnosing.show(printed);
  }

  private async judge(
    answer: Answer,
    diagnosis: number,
    ended: Ended,
    report: (state: Verification["state"], message: string, shown: boolean) => void,
  ): Promise<void> {
    const { id } = answer;
    const exitCode = ended.exit_code ?? (ended.signal === null ? null : 128 + Math.abs(ended.signal));
    const result = await this.server.request("rootrank/verify", { id, diagnosis, exitCode, path: ended.record });
    const question = {
      params: { path: ended.record, origin: "verification" as const },
      source: "Verification",
      log: Uri.file(ended.record),
    };
    this.answers.set(`${id}.${diagnosis}`, { id: result.id, document: result.document, message: null, question });
    report(result.outcome, result.message, result.document.verdict === "failure");
  }

  private open(shellPath: string, shellArgs: string[], answer: Answer): Terminal {
    this.terminal?.dispose();
    const { run, text, origin } = answer.question.params;
    const cwd = run?.cwd ?? workspace.workspaceFolders?.[0]?.uri;
    this.terminal = window.createTerminal({
      name: verifyTerminal,
      shellPath,
      shellArgs,
      env: origin === "terminal" ? environmentOf(text ?? "", process.env, existsSync) : {},
      ...(cwd === undefined ? {} : { cwd }),
      iconPath: new ThemeIcon("beaker"),
      isTransient: true,
    });
    this.terminal.show(true);
    return this.terminal;
  }

  private async files(): Promise<Recorded> {
    const folder = join(this.storage.fsPath, "verify");
    await mkdir(folder, { recursive: true });
    this.count += 1;
    const name = `${process.pid}-${Date.now()}-${this.count}`;
    return { result: join(folder, `${name}.json`), record: join(folder, `${name}.log`) };
  }
}

/** Undefined when the terminal went away first. */
async function resultOf(files: Recorded, terminal: Terminal): Promise<Ended | undefined> {
  for (;;) {
    // Asked before looking, so that a result written just before the end is still seen.
    const closed = terminal.exitStatus !== undefined;
    const text = await readFile(files.result, "utf8").catch(() => "");
    const ended = readResult(text);
    if (ended !== undefined || closed) return ended;
    await new Promise((resolve) => setTimeout(resolve, interval));
  }
}
