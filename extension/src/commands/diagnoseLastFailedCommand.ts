// Rootrank: Diagnose Last Failed Command, of the last five in this window.

import { window } from "vscode";
import type { Parts } from "../parts";
import { terminalQuestion } from "../terminal/notifying";

export async function diagnoseLastFailedCommand({ capture, diagnosing, texts }: Parts): Promise<void> {
  const command = capture.recent.lastFailed();
  if (command === undefined) {
    void window.showInformationMessage(
      "No failed command was seen. It needs a terminal with shell integration; a selection of the terminal can always be diagnosed.",
    );
    return;
  }
  await diagnosing.diagnose(terminalQuestion(command, texts));
}
