// A verification runs the files as they are on disk, so what stands unsaved in the editor is saved first, as VS Code does
// before a task. Whoever applied the fix, the panel, the lightbulb or a person: the run sees it.

import { workspace } from "vscode";

/** Saves every file that has unsaved changes; returns their names in the workspace. Raises when one can't be saved. */
export async function saveAll(): Promise<string[]> {
  const saved: string[] = [];
  for (const document of workspace.textDocuments) {
    if (!document.isDirty || document.isUntitled || document.uri.scheme !== "file") continue;
    const name = workspace.asRelativePath(document.uri);
    if (!(await document.save())) throw new Error(`Nothing was run: ${name} could not be saved.`);
    saved.push(name);
  }
  return saved;
}
