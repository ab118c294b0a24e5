// Rootrank: Diagnose Terminal Selection. There is no interface for a terminal's selection, so it goes through the
// clipboard, which gets its old text back.

import { commands, env, window } from "vscode";
import type { Parts } from "../parts";

export async function diagnoseTerminalSelection({ diagnosing, texts }: Parts): Promise<void> {
  const before = await env.clipboard.readText();
  let text: string;
  try {
    // Emptied first: copying no selection leaves the clipboard as it is.
    await env.clipboard.writeText("");
    await commands.executeCommand("workbench.action.terminal.copySelection");
    text = await env.clipboard.readText();
  } finally {
    await env.clipboard.writeText(before);
  }
  if (text.trim() === "") {
    void window.showInformationMessage("Select the lines to diagnose in the terminal first.");
    return;
  }
  const log = texts.add("log", "terminal.log", text);
  await diagnosing.diagnose({ params: { text, origin: "terminal-selection" }, source: "Terminal selection", log });
}
