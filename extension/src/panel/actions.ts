// What the panel's buttons do. The panel only sends names and positions; commands, edits and paths are looked up here.

import { commands, env, window } from "vscode";
import type { Diagnosing } from "../diagnosing";
import type { Fixing } from "../fixes/fixing";
import { command } from "../ids";
import { reason } from "../log";
import type { Muting } from "../muting/muting";
import { openPlace } from "../places";
import type { Server } from "../server/server";
import type { Verifying } from "../verification/verifying";
import type { PanelCommand, PanelMessage } from "./state";

export interface Parts {
  server: Server;
  diagnosing: Diagnosing;
  fixing: Fixing;
  verifying: Verifying;
  muting: Muting;
}

export async function act(message: PanelMessage, parts: Parts): Promise<void> {
  try {
    await dispatch(message, parts);
  } catch (error) {
    void window.showWarningMessage(reason(error));
  }
}

async function dispatch(message: PanelMessage, parts: Parts): Promise<void> {
  const { diagnosing, fixing, verifying, muting } = parts;
  const { answer } = diagnosing;
  if (message.type === "copy") {
    await env.clipboard.writeText(message.text);
    return;
  }
  if (message.type === "command") return runCommand(message.name, parts);
  if (answer === undefined) return;
  switch (message.type) {
    case "open":
      return openPlace(answer, message.file, message.line);
    case "apply":
      return fixing.apply(answer, message.diagnosis, message.fix);
    case "diff":
      return fixing.showDifference(answer, message.diagnosis, message.fix);
    case "run":
      return verifying.run(answer, message.diagnosis);
    case "showVerification":
      verifying.show(answer, message.diagnosis);
      return;
    case "mute":
      return muting.run(undefined);
    case "unmute":
      return muting.unmute(message.rule);
    case "select":
      diagnosing.change(answer, (state) => {
        state.selected = message.diagnosis;
      });
      return diagnosing.lookUpFixes(answer, message.diagnosis);
    case "ready":
      return;
  }
}

async function runCommand(name: PanelCommand, { server, diagnosing }: Parts): Promise<void> {
  const id = diagnosing.answer?.id;
  switch (name) {
    case "cancel":
      diagnosing.cancel();
      return;
    case "again":
      return diagnosing.again();
    case "copyReport": {
      if (id === undefined) return;
      const { markdown } = await server.request("rootrank/markdown", { id });
      await env.clipboard.writeText(markdown);
      void window.setStatusBarMessage("Report copied; secrets, names and addresses are masked", 4000);
      return;
    }
    case "dismiss":
      if (id !== undefined) await server.request("rootrank/dismiss", { id });
      diagnosing.forget();
      return;
    case "manageTrust":
      await commands.executeCommand("workbench.trust.manage");
      return;
    case "diagnoseClipboard":
    case "diagnoseLastFailedCommand":
    case "selectInterpreter":
    case "showLog":
      await commands.executeCommand(command[name]);
  }
}
