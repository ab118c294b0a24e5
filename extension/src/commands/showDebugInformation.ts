// Rootrank: Show Debug Information, as a document to copy into a report.

import { homedir } from "node:os";
import { env, version, window, workspace } from "vscode";
import { debugInformation } from "../debugInformation";
import type { Parts } from "../parts";

export async function showDebugInformation({ context, server }: Parts): Promise<void> {
  const content = debugInformation({
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
  await window.showTextDocument(await workspace.openTextDocument({ language: "markdown", content }), { preview: true });
}
