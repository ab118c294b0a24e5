// Rootrank: Reset Muted Failures: "Don't show for this failure" is forgotten.

import { window } from "vscode";
import type { Parts } from "../parts";

export async function resetMutedFailures({ muted }: Parts): Promise<void> {
  const count = await muted.reset();
  const kinds = count === 1 ? "1 kind of failure is" : `${count} kinds of failure are`;
  void window.showInformationMessage(count === 0 ? "No failure is muted." : `${kinds} shown again.`);
}
