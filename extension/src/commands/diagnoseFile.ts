// Rootrank: Diagnose File: the file given by a menu, else the one in the editor. The server reads it from disk, whatever
// its size; only unsaved text travels.

import { Uri, window, workspace } from "vscode";
import type { Question } from "../answer";
import type { Parts } from "../parts";
import { documentName } from "./names";

export async function diagnoseFile(parts: Parts, given: unknown): Promise<void> {
  const uri = given instanceof Uri ? given : window.activeTextEditor?.document.uri;
  if (uri === undefined) {
    void window.showInformationMessage("Open the log to diagnose first, or pick it in the explorer.");
    return;
  }
  await parts.diagnosing.diagnose({ source: workspace.asRelativePath(uri), put: () => question(parts, uri) });
}

async function question({ server, texts }: Parts, uri: Uri): Promise<Question> {
  const document = workspace.textDocuments.find((open) => open.uri.toString() === uri.toString());
  if (uri.scheme === "file" && document?.isDirty !== true) {
    return { params: { path: uri.fsPath, origin: "file" }, source: workspace.asRelativePath(uri), log: uri };
  }
  const text = document ?? (await workspace.openTextDocument(uri));
  const source = documentName(text);
  if (await server.has(text)) {
    return { params: { textDocument: { uri: uri.toString() }, origin: "file" }, source, log: uri };
  }
  const log = texts.add("log", "file.log", text.getText());
  return { params: { text: text.getText(), origin: "file" }, source, log };
}
