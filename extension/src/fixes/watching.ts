// Keeps what the panel says of fixes true while files change: applied by the lightbulb, undone, saved, overwritten.

import { type Disposable, type TextDocument, Uri, workspace } from "vscode";
import type { Diagnosing } from "../diagnosing";

/** Milliseconds after the last keystroke; the server looks at the code anew for each look. */
const pause = 300;

export class FixWatch implements Disposable {
  private readonly listeners: Disposable[];
  private waiting: NodeJS.Timeout | undefined;

  constructor(private readonly diagnosing: Diagnosing) {
    this.listeners = [
      // Also raised when a document is saved or reverted.
      workspace.onDidChangeTextDocument(({ document }) => {
        if (this.concerns(document)) this.lookSoon();
      }),
      workspace.onDidSaveTextDocument((document) => {
        if (this.concerns(document)) this.lookSoon();
      }),
    ];
  }

  dispose(): void {
    clearTimeout(this.waiting);
    for (const listener of this.listeners) listener.dispose();
  }

  private concerns({ uri }: TextDocument): boolean {
    const fixes = this.diagnosing.answer?.document.diagnoses[this.diagnosing.selected]?.fixes ?? [];
    return fixes.some(({ edits }) => edits.some(({ file }) => Uri.file(file).toString() === uri.toString()));
  }

  private lookSoon(): void {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      const { answer, selected } = this.diagnosing;
      if (answer !== undefined) void this.diagnosing.lookUpFixes(answer, selected);
    }, pause);
  }
}
