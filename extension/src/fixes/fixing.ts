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
    const edit = await this.edit(answer, diagnosis, fix);
    if (edit === undefined) return;
    const applied = await workspace.applyEdit(edit);
    // A fix under review may be turned down in VS Code's own preview: that needs no message.
    if (!applied) return;
    this.diagnosing.change(answer, (state) => {
      const key = fixKey(diagnosis, fix);
      state.fixes[key] = { diff: "", refused: null, ...state.fixes[key], applied: true };
    });
  }

  async showDifference(answer: Answer, diagnosis: number, fix: number): Promise<void> {
    const edit = await this.edit(answer, diagnosis, fix);
    for (const [uri, edits] of edit?.entries() ?? []) {
      const document = await workspace.openTextDocument(uri);
      const name = uri.path.slice(uri.path.lastIndexOf("/") + 1);
      const after = this.texts.add("preview", name, withEdits(document.getText(), edits));
      await commands.executeCommand("vscode.diff", uri, after, `${name}: with the fix`, { preview: true });
    }
  }

  private async edit(answer: Answer, diagnosis: number, fix: number): Promise<WorkspaceEdit | undefined> {
    try {
      const result = await this.server.request("rootrank/fix", { id: answer.id, diagnosis, fix });
      if (result.edit !== null) return await this.server.toWorkspaceEdit(result.edit);
      void window.showWarningMessage(`The fix was not applied: ${result.refused ?? "there is no edit"}`);
    } catch (error) {
      void window.showWarningMessage(`The fix was not applied: ${reason(error)}`);
    }
    return undefined;
  }
}
