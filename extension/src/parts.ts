// The extension's parts, made once and put together here. Commands get what they need from it.

import { type Disposable, type ExtensionContext, type LogOutputChannel, workspace } from "vscode";
import { Diagnosing } from "./diagnosing";
import { Fixing } from "./fixes/fixing";
import { FixWatch } from "./fixes/watching";
import { section, setting } from "./ids";
import { interpreterSources } from "./interpreter/sources";
import { createLog } from "./log";
import { DiagnoseLens } from "./lens/lens";
import { act } from "./panel/actions";
import { Panel } from "./panel/panel";
import { Muting } from "./muting/muting";
import { RanksInLog } from "./ranks/inLog";
import { serverCode } from "./server/launch";
import { Server } from "./server/server";
import { createStatus } from "./status";
import { TerminalCapture } from "./terminal/capture";
import { MutedFailures } from "./terminal/muted";
import { Notifying } from "./terminal/notifying";
import { Verifying } from "./verification/verifying";
import { VirtualTexts } from "./virtualTexts";

export interface Parts {
  context: ExtensionContext;
  log: LogOutputChannel;
  server: Server;
  panel: Panel;
  texts: VirtualTexts;
  diagnosing: Diagnosing;
  fixing: Fixing;
  verifying: Verifying;
  muting: Muting;
  muted: MutedFailures;
  capture: TerminalCapture;
  ranks: RanksInLog;
}

export function createParts(context: ExtensionContext): Parts {
  const log = createLog();
  const server = new Server(serverCode(context.extensionPath), interpreterSources, log);
  const panel = new Panel(context.extensionUri);
  const texts = new VirtualTexts();
  const diagnosing = new Diagnosing(server, panel);
  const fixing = new Fixing(server, diagnosing, texts);
  const verifying = new Verifying(server, diagnosing, context.storageUri ?? context.globalStorageUri);
  const muting = new Muting(server, diagnosing);
  const muted = new MutedFailures(context.workspaceState);
  const notifying = new Notifying(diagnosing, fixing, muted, texts, log);
  const capture = new TerminalCapture((command) => void notifying.ended(command));
  const ranks = new RanksInLog(diagnosing);
  const parts = { context, log, server, panel, texts, diagnosing, fixing, verifying, muting, muted, capture, ranks };
  context.subscriptions.push(
    log,
    createStatus(server, () => diagnosing.busy, context.globalState),
    server,
    panel,
    texts,
    capture,
    new DiagnoseLens(),
    new FixWatch(diagnosing),
    ranks,
    ...events(parts),
  );
  return parts;
}

function events(parts: Parts): Disposable[] {
  const { server, panel } = parts;
  const reconsider = (): void => void server.interpreterChanged().catch(() => undefined);
  return [
    panel.onMessage((message) => void act(message, parts)),
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`${section}.${setting.interpreter}`)) reconsider();
    }),
    workspace.onDidGrantWorkspaceTrust(() => {
      if (panel.state.kind === "answer") panel.update({ ...panel.state, trusted: true });
      void server.trustGranted().catch(() => undefined);
    }),
  ];
}
