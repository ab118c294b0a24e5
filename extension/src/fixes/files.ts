// The files that a fix changes, as the editor has them now.

import { Uri, workspace } from "vscode";
import type { Fix } from "../generated/document";

export interface FilesNow {
  texts: string[];
  /** Whether one of them has changes that are not on disk. */
  unsaved: boolean;
}

export async function filesOf({ edits }: Fix): Promise<FilesNow> {
  const uris = [...new Set(edits.map(({ file }) => file))].map((file) => Uri.file(file));
  const open = uris.map((uri) => workspace.textDocuments.find((each) => each.uri.toString() === uri.toString()));
  const texts = uris.map(async (uri, index) => open[index]?.getText() ?? (await onDisk(uri)));
  return { texts: await Promise.all(texts), unsaved: open.some((document) => document?.isDirty === true) };
}

/** A file that is gone has no text. */
async function onDisk(uri: Uri): Promise<string> {
  return workspace.fs.readFile(uri).then(
    (bytes) => new TextDecoder().decode(bytes),
    () => "",
  );
}
