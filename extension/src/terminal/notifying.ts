// A command has ended: if its output looks like a failure the server is asked, and a known failure is told in one
// notification. Anything else stays silent.

import { type LogOutputChannel, window, workspace } from "vscode";
import type { Answer, Question } from "../answer";
import type { Diagnosing } from "../diagnosing";
import type { Fixing } from "../fixes/fixing";
import { section, setting } from "../ids";
import { reason } from "../log";
import type { VirtualTexts } from "../virtualTexts";
import { onlyReads } from "./commandLine";
import type { MutedFailures } from "./muted";
import { button, notice } from "./notice";
import { looksFailed } from "./prefilter";
import type { Finished } from "./recent";

export class Notifying {
  /** The newest answer of each kind whose notification is still open. */
  private readonly open = new Map<string, Answer>();

  constructor(
    private readonly diagnosing: Diagnosing,
    private readonly fixing: Fixing,
    private readonly muted: MutedFailures,
    private readonly texts: VirtualTexts,
    private readonly log: LogOutputChannel,
  ) {}

  async ended(command: Finished): Promise<void> {
    const enabled = workspace.getConfiguration(section).get<boolean>(setting.notify, true);
    if (!enabled || onlyReads(command.command)) return;
    if (!looksFailed(command.text, command.exitCode ?? undefined)) return;
    try {
      await this.tell(await this.diagnosing.ask(terminalQuestion(command, this.texts)));
    } catch (error) {
      this.log.warn(`a terminal command was not diagnosed: ${reason(error)}`);
    }
  }

  private async tell(answer: Answer): Promise<void> {
    const now = {
      enabled: true,
      trusted: workspace.isTrusted,
      muted: this.muted.rules(),
      open: new Set(this.open.keys()),
      folders: (workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath),
    };
    const rule = answer.document.diagnoses[0]?.rule;
    // The open notification then leads to the newest failure of its kind.
    if (rule !== undefined && this.open.has(rule)) this.open.set(rule, answer);
    const worth = notice(answer.document, now);
    if (worth === undefined) return;
    this.open.set(worth.rule, answer);
    const picked = await window.showWarningMessage(worth.message, ...worth.buttons);
    const newest = this.open.get(worth.rule) ?? answer;
    this.open.delete(worth.rule);
    if (picked === button.diagnose) this.diagnosing.show(newest);
    if (picked === button.mute) await this.mute(worth.rule, answer);
    if (picked === button.apply) {
      this.diagnosing.show(newest);
      await this.fixing.apply(newest, 0, 0);
    }
  }

  private async mute(rule: string, { document }: Answer): Promise<void> {
    await this.muted.add({ rule, title: document.diagnoses[0]?.title ?? rule });
    const back = "Rootrank: Reset Muted Failures";
    void window.setStatusBarMessage(`Not shown again for this failure; ${back} brings it back`, 6000);
  }
}

export function terminalQuestion({ command, cwd, exitCode, text }: Finished, texts: VirtualTexts): Question {
  return {
    params: { text, origin: "terminal", run: { command, cwd, exitCode } },
    source: `Terminal: ${command.length > 60 ? `${command.slice(0, 59)}…` : command}`,
    log: texts.add("log", "terminal.log", text),
  };
}
