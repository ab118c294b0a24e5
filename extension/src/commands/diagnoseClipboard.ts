// Rootrank: Diagnose Clipboard.

import { env, window } from "vscode";
import type { Parts } from "../parts";

export async function diagnoseClipboard({ diagnosing, texts }: Parts): Promise<void> {
  const text = await env.clipboard.readText();
  if (text.trim() === "") {
    void window.showInformationMessage("The clipboard holds no text. Copy a traceback or a log first.");
    return;
  }
  const log = texts.add("log", "clipboard.log", text);
  await diagnosing.diagnose({ params: { text, origin: "clipboard" }, source: "Clipboard", log });
}
