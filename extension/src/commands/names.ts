// How documents are called in sentences.

import { type TextDocument, workspace } from "vscode";

export function documentName(document: TextDocument): string {
  return document.isUntitled ? document.uri.path : workspace.asRelativePath(document.uri);
}
