// Rootrank: Show Debug Information, as a document to copy into a report.

import { homedir } from "node:os";
import { env, version, window, workspace } from "vscode";
import { debugInformation } from "../debugInformation";
import type { Parts } from "../parts";

export async function showDebugInformation(parts: Parts): Promise<void> {
  await showMarkdown(gathered(parts));
}

/** The debug information as it stands now. */
export function gathered({ context, server }: Parts): string {
  return debugInformation({
    extension: (context.extension.packageJSON as { version: string }).version,
    editor: version,
    platform: `${process.platform}-${process.arch}`,
    remote: env.remoteName,
    trusted: workspace.isTrusted,
    home: homedir(),
    choice: server.choice,
    about: server.about,
    durations: server.durations,
  });
}

export async function showMarkdown(content: string): Promise<void> {
  await window.showTextDocument(await workspace.openTextDocument({ language: "markdown", content }), { preview: true });
}
