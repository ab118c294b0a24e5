// Mutes a finding or an entry: asks why and for how long, has the server write it into the workspace's file, and offers
// the way back.

import { Uri, window, workspace } from "vscode";
import type { Answer } from "../answer";
import type { Diagnosing } from "../diagnosing";
import { reason } from "../log";
import type { SuppressParams, SuppressResult } from "../protocol";
import type { Server } from "../server/server";
import { durations, isTarget, type Target } from "./choice";

const undo = "Undo";
const open = "Open Settings File";

export class Muting {
  constructor(
    private readonly server: Server,
    private readonly diagnosing: Diagnosing,
  ) {}

  /** From a code action, which names a target; from the palette, for the diagnosis that the panel shows. */
  async run(given: unknown): Promise<void> {
    if (isTarget(given)) return this.mute(given);
    const { answer } = this.diagnosing;
    const diagnosis = this.diagnosing.selected;
    if (answer === undefined || answer.document.diagnoses[diagnosis] === undefined) {
      void window.showInformationMessage("Nothing is diagnosed: there is nothing to mute.");
      return;
    }
    const scopes = [
      { label: "Mute this finding", detail: "This entry at this line of code", scope: "finding" as const },
      { label: "Mute this entry here", detail: "This entry in the whole workspace folder", scope: "entry" as const },
    ];
    const picked = await window.showQuickPick(scopes, { placeHolder: "What later diagnoses leave out" });
    if (picked !== undefined) await this.mute({ id: answer.id, diagnosis, scope: picked.scope });
  }

  /** Takes back all that mutes an entry in this workspace: the message that offered it is long gone. */
  async unmute(rule: string): Promise<void> {
    if (!workspace.isTrusted) {
      void window.showInformationMessage("Nothing is changed in a workspace that is not trusted.");
      return;
    }
    try {
      const { removed } = await this.server.request("rootrank/unsuppress", { rule });
      if (removed === 0) void window.showInformationMessage(`Nothing in this workspace mutes ${rule} any more.`);
      await this.redraw(this.diagnosing.answer);
    } catch (error) {
      void window.showWarningMessage(`${rule} is still muted: ${reason(error)}`);
    }
  }

  private async mute(target: Target): Promise<void> {
    if (!workspace.isTrusted) {
      void window.showInformationMessage("Nothing is changed in a workspace that is not trusted.");
      return;
    }
    const params = await ask(target);
    if (params === undefined) return;
    try {
      const result = await this.server.request("rootrank/suppress", params);
      // The answer shown then has it among what is muted.
      const shown = await this.redraw(this.diagnosing.answer?.id === target.id ? this.diagnosing.answer : undefined);
      await this.offer(result, params, shown);
    } catch (error) {
      void window.showWarningMessage(`Nothing was muted: ${reason(error)}`);
    }
  }

  private async offer(muted: SuppressResult, { until }: SuppressParams, shown: Answer | undefined): Promise<void> {
    const end = until === undefined ? "" : ` until ${until}`;
    const picked = await window.showInformationMessage(`${muted.rule} is muted${end}.`, undo, open);
    if (picked === open) await window.showTextDocument(await workspace.openTextDocument(Uri.file(muted.path)));
    if (picked !== undo) return;
    await this.server.request("rootrank/unsuppress", { rule: muted.rule, finding: muted.finding });
    await this.redraw(shown);
  }

  /** Diagnoses again what the panel shows, unless it shows something else by now. */
  private async redraw(answer: Answer | undefined): Promise<Answer | undefined> {
    if (answer === undefined || this.diagnosing.answer !== answer) return undefined;
    await this.diagnosing.diagnose(answer.question);
    return this.diagnosing.answer;
  }
}

async function ask(target: Target): Promise<SuppressParams | undefined> {
  const title = target.scope === "finding" ? "Mute this finding" : "Mute this entry here";
  const why = await window.showInputBox({
    title,
    prompt: "Why, for those who wonder later. It is kept in .rootrank/suppressed.json.",
    validateInput: (text) => (text.trim() === "" ? "A reason is needed." : undefined),
  });
  if (why === undefined || why.trim() === "") return undefined;
  const picked = await window.showQuickPick(durations(new Date()), { title, placeHolder: "For how long" });
  if (picked === undefined) return undefined;
  return { ...target, reason: why.trim(), ...(picked.until === undefined ? {} : { until: picked.until }) };
}
