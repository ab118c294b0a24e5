// "Diagnose this log" above a log whose text looks like a failure. The look is the terminal's cheap one; the server is
// not started for it.

import { CodeLens, type CodeLensProvider, type Disposable, EventEmitter, languages, Range, workspace } from "vscode";
import type { TextDocument } from "vscode";
import { command, section, setting } from "../ids";
import { logs, syncLimit } from "../server/selector";
import { looksFailed } from "../terminal/prefilter";

export class DiagnoseLens implements CodeLensProvider, Disposable {
  private readonly changed = new EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.changed.event;
  private readonly parts: Disposable[];
  /** Asked again at each scroll and edit: the last look at a text is kept. */
  private readonly looks = new WeakMap<TextDocument, { version: number; failed: boolean }>();

  constructor() {
    this.parts = [
      languages.registerCodeLensProvider(logs, this),
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(`${section}.${setting.codeLens}`)) this.changed.fire();
      }),
    ];
  }

  provideCodeLenses(document: TextDocument): CodeLens[] {
    if (!workspace.getConfiguration(section).get<boolean>(setting.codeLens, true) || !this.failed(document)) return [];
    const run = { title: "$(pulse) Diagnose this log", command: command.diagnoseFile, arguments: [document.uri] };
    return [new CodeLens(new Range(0, 0, 0, 0), run)];
  }

  dispose(): void {
    for (const part of this.parts) part.dispose();
    this.changed.dispose();
  }

  private failed(document: TextDocument): boolean {
    const known = this.looks.get(document);
    if (known?.version === document.version) return known.failed;
    // Of a huge log the end: that is where a run fails.
    const failed = looksFailed(document.getText().slice(-syncLimit), undefined);
    this.looks.set(document, { version: document.version, failed });
    return failed;
  }
}
