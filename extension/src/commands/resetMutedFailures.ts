// Rootrank: Reset Muted Failures: which of those that "Don't show for this failure" silenced are shown again.

import { window } from "vscode";
import type { Parts } from "../parts";

export async function resetMutedFailures({ muted }: Pick<Parts, "muted">): Promise<void> {
  const items = muted.all().map(({ rule, title }) => ({ label: title, description: rule, rule, picked: true }));
  if (items.length === 0) {
    void window.showInformationMessage("No failure is muted.");
    return;
  }
  const placeHolder = "Failures that a notification may tell again";
  const picked = await window.showQuickPick(items, { canPickMany: true, placeHolder });
  if (picked !== undefined) await muted.remove(picked.map(({ rule }) => rule));
}
