// Read-only documents for texts that lie in no file: what was diagnosed from the clipboard or the terminal, and files as
// they would be after a fix. The last twenty are kept, as the server keeps its last twenty diagnoses.

import { type Disposable, EventEmitter, type TextDocumentContentProvider, Uri, workspace } from "vscode";
import { scheme } from "./ids";

export class VirtualTexts implements TextDocumentContentProvider, Disposable {
  private readonly texts = new Map<string, string>();
  private readonly changed = new EventEmitter<Uri>();
  readonly onDidChange = this.changed.event;
  private readonly registration: Disposable[];
  private count = 0;

  constructor() {
    this.registration = Object.values(scheme).map((name) => workspace.registerTextDocumentContentProvider(name, this));
  }

  /** The name is what the tab shows. */
  add(kind: keyof typeof scheme, name: string, text: string): Uri {
    this.count += 1;
    const uri = Uri.from({ scheme: scheme[kind], path: `/${this.count}/${name.replaceAll("/", "∕")}` });
    this.texts.set(uri.toString(), text);
    const oldest = this.texts.keys().next().value;
    if (this.texts.size > 20 && oldest !== undefined) this.texts.delete(oldest);
    return uri;
  }

  provideTextDocumentContent(uri: Uri): string {
    return this.texts.get(uri.toString()) ?? "This text is no longer kept. Diagnose it again to see it.";
  }

  dispose(): void {
    for (const part of this.registration) part.dispose();
    this.changed.dispose();
  }
}
