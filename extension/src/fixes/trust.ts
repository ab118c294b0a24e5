// The lightbulb in a workspace that is not trusted: what would change a file stays in the menu, switched off, and says why.

import { type CodeAction, type Command, workspace } from "vscode";

export function withTrust<Action extends CodeAction | Command>(
  actions: Action[] | null | undefined,
): Action[] | null | undefined {
  if (workspace.isTrusted) return actions;
  for (const action of actions ?? []) {
    // A command has no such property; an action without an edit has one without a value.
    if (!("edit" in action) || (action.edit as unknown) === undefined) continue;
    delete action.edit;
    action.isPreferred = false;
    action.disabled = { reason: "Nothing is changed in a workspace that is not trusted." };
  }
  return actions;
}
