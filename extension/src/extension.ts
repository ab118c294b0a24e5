// Entry point: what is registered, and nothing else. Nothing runs, and no process starts, before something is diagnosed.

import { commands, type ExtensionContext } from "vscode";
import { diagnoseClipboard } from "./commands/diagnoseClipboard";
import { diagnoseFile } from "./commands/diagnoseFile";
import { diagnoseLastFailedCommand } from "./commands/diagnoseLastFailedCommand";
import { diagnoseSelection } from "./commands/diagnoseSelection";
import { diagnoseTerminalSelection } from "./commands/diagnoseTerminalSelection";
import { openPanel } from "./commands/openPanel";
import { reportIssue } from "./commands/reportIssue";
import { resetMutedFailures } from "./commands/resetMutedFailures";
import { restartServer } from "./commands/restartServer";
import { selectInterpreter } from "./commands/selectInterpreter";
import { showDebugInformation } from "./commands/showDebugInformation";
import { command } from "./ids";
import { createParts } from "./parts";

export function activate(context: ExtensionContext): void {
  const parts = createParts(context);
  const run: Record<keyof typeof command, (...args: unknown[]) => unknown> = {
    diagnoseSelection: () => diagnoseSelection(parts),
    diagnoseFile: (uri) => diagnoseFile(parts, uri),
    diagnoseClipboard: () => diagnoseClipboard(parts),
    diagnoseTerminalSelection: () => diagnoseTerminalSelection(parts),
    diagnoseLastFailedCommand: () => diagnoseLastFailedCommand(parts),
    openPanel: (target) => {
      openPanel(parts, target);
    },
    goToInitiatingFailure: (target) => parts.ranks.goToFailure(target),
    dimOtherRanks: () => {
      parts.ranks.toggle();
    },
    mute: (target) => parts.muting.run(target),
    selectInterpreter: () => selectInterpreter(parts),
    resetMutedFailures: () => resetMutedFailures(parts),
    restartServer: () => restartServer(parts),
    showLog: () => {
      parts.log.show();
    },
    showDebugInformation: () => showDebugInformation(parts),
    reportIssue: () => reportIssue(parts),
  };
  for (const [name, action] of Object.entries(run)) {
    context.subscriptions.push(commands.registerCommand(command[name as keyof typeof command], action));
  }
}
