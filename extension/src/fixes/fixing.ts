// Applies a fix and shows what it would change. The server computes the edit when it is asked, against the files as they
// are then; whatever it refuses is refused here with its reason.

import { commands, type WorkspaceEdit, window, workspace } from "vscode";
import type { Answer } from "../answer";
import type { Diagnosing } from "../diagnosing";
import { reason } from "../log";
import { fixKey } from "../panel/state";
import type { Server } from "../server/server";
import type { VirtualTexts } from "../virtualTexts";
import { withEdits } from "./preview";

interface Found {
  edit: WorkspaceEdit;
  /** The same as a difference of whole lines. */
  diff: string;
}

export class Fixing {
  constructor(
    private readonly server: Server,
    private readonly diagnosing: Diagnosing,
    private readonly texts: VirtualTexts,
  ) {}

  async apply(answer: Answer, diagnosis: number, fix: number): Promise<void> {
    if (!workspace.isTrusted) {
      void window.showInformationMessage("Nothing is changed in a workspace that is not trusted.");
      return;
    }
    const found = await this.find(answer, diagnosis, fix);
    // A fix under review may be turned down in VS Code's own preview: that needs no message.
    if (found === undefined || !(await workspace.applyEdit(found.edit))) return;
    this.diagnosing.change(answer, (state) => {
      state.fixes[fixKey(diagnosis, fix)] = { diff: found.diff, refused: null, applied: true, unsaved: true };
    });
    // The preview may have left out a part: what stands in the files decides.
    await this.diagnosing.lookUpFixes(answer, diagnosis);
  }

  async showDifference(answer: Answer, diagnosis: number, fix: number): Promise<void> {
    const found = await this.find(answer, diagnosis, fix);
    for (const [uri, edits] of found?.edit.entries() ?? []) {
      const document = await workspace.openTextDocument(uri);
      const name = uri.path.slice(uri.path.lastIndexOf("/") + 1);
      const after = this.texts.add("preview", name, withEdits(document.getText(), edits));
      await commands.executeCommand("vscode.diff", uri, after, `${name}: with the fix`, { preview: true });
    }
  }

  private async find(answer: Answer, diagnosis: number, fix: number): Promise<Found | undefined> {
    try {
      const result = await this.server.request("rootrank/fix", { id: answer.id, diagnosis, fix });
      if (result.edit !== null) return { edit: await this.server.toWorkspaceEdit(result.edit), diff: result.diff };
      void window.showWarningMessage(`The fix was not applied: ${result.refused ?? "there is no edit"}`);
    } catch (error) {
      void window.showWarningMessage(`The fix was not applied: ${reason(error)}`);
    }
    return undefined;
  }
}
