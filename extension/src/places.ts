// Opens the places that a diagnosis points at. Paths come from logs: they may be of another machine, and then one
// sentence says so.

import { isAbsolute } from "node:path";
import { Position, Range, Selection, TextEditorRevealType, Uri, ViewColumn, window, workspace } from "vscode";
import type { Answer } from "./answer";

export async function openPlace(answer: Answer | undefined, file: string | null, line: number | null): Promise<void> {
  const uri = await locate(answer, file);
  if (uri === undefined) {
    void window.showInformationMessage(
      file === null ? "The text that this line is in is not kept." : `${file} is not on this machine.`,
    );
    return;
  }
  const document = await workspace.openTextDocument(uri);
  const at = document.validatePosition(new Position(Math.max((line ?? 1) - 1, 0), 0));
  const editor = await window.showTextDocument(document, { viewColumn: ViewColumn.One, preview: true });
  editor.selection = new Selection(at, at);
  editor.revealRange(new Range(at, at), TextEditorRevealType.InCenter);
}

async function locate(answer: Answer | undefined, file: string | null): Promise<Uri | undefined> {
  if (file === null || file === "" || isText(answer, file)) return answer?.question.log;
  // Two letters at least: one letter is a Windows drive.
  if (/^[a-z][\w+.-]+:/i.test(file)) return Uri.parse(file);
  if (isAbsolute(file)) return exists(Uri.file(file));
  const run = answer?.question.params.run?.cwd;
  const folders = (workspace.workspaceFolders ?? []).map((folder) => folder.uri);
  for (const folder of [...(run ? [Uri.file(run)] : []), ...folders]) {
    const found = await exists(Uri.joinPath(folder, file));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The server has a name of its own for a text without a file. */
function isText(answer: Answer | undefined, file: string): boolean {
  return (
    answer?.question.params.text !== undefined &&
    (/^<[\w-]+>$/.test(file) || answer.document.input.files.includes(file))
  );
}

async function exists(uri: Uri): Promise<Uri | undefined> {
  return workspace.fs.stat(uri).then(
    () => uri,
    () => undefined,
  );
}
