// The quiet language status item: what runs, which rulebook, how fast, and what is wrong. A click opens the log. Also the
// one message for a server that can't be had, unless the panel tells it; it is not repeated until it ran again.

import { commands, Disposable, languages, LanguageStatusSeverity, type Memento, window } from "vscode";
import { command, contextKey } from "./ids";
import type { Interpreter } from "./interpreter/choice";
import type { StatusResult } from "./protocol";
import { selector } from "./server/selector";
import { type Health, NoInterpreter, type Server } from "./server/server";

/** Kept with the user: they don't want to hear again that there is no Python. */
const silenced = "noInterpreterSilenced";

export function createStatus(server: Server, panelTells: () => boolean, memory: Memento): Disposable {
  const item = languages.createLanguageStatusItem("rootrank.status", selector);
  item.name = "Rootrank";
  item.text = "$(pulse) Rootrank";
  item.detail = "starts when something is diagnosed";
  item.command = { command: command.showLog, title: "Show Log" };
  let told = false;
  const listener = server.onHealth((health) => {
    item.busy = health.state === "starting";
    item.severity = severity(health);
    item.detail = detail(health, server.durations.at(-1)?.[1]);
    if (health.state !== "idle") void commands.executeCommand("setContext", contextKey.serverWanted, true);
    if (health.state === "running") told = false;
    if (health.state === "broken" && !told) {
      told = true;
      if (!panelTells()) void tell(health.error, memory);
    }
  });
  return Disposable.from(item, listener);
}

async function tell(error: Error, memory: Memento): Promise<void> {
  const select = "Select Interpreter";
  const show = "Show Log";
  const never = "Don't Show Again";
  const noPython = error instanceof NoInterpreter;
  if (noPython && memory.get<boolean>(silenced, false)) return;
  const actions = noPython ? [select, show, never] : [show];
  const picked = await window.showErrorMessage(error.message, ...actions);
  if (picked === select) await commands.executeCommand(command.selectInterpreter);
  if (picked === show) await commands.executeCommand(command.showLog);
  if (picked === never) await memory.update(silenced, true);
}

function severity(health: Health): LanguageStatusSeverity {
  if (health.state === "broken") return LanguageStatusSeverity.Error;
  const limited = health.state === "running" && (health.about?.problems.length ?? 0) > 0;
  return limited ? LanguageStatusSeverity.Warning : LanguageStatusSeverity.Information;
}

function detail(health: Health, lastMs: number | undefined): string {
  switch (health.state) {
    case "idle":
      return "starts when something is diagnosed";
    case "starting":
      return "starting";
    case "broken":
      return health.error.message;
    case "running":
      return about(health.about, health.interpreter, lastMs);
  }
}

export function about(status: StatusResult | undefined, interpreter: Interpreter, lastMs: number | undefined): string {
  const parts = [`Python ${interpreter.version}`];
  if (status !== undefined) {
    parts.unshift(
      `server ${status.version}`,
      `rulebook ${status.rulebook.version}, ${status.rulebook.entries} entries`,
    );
    if (status.scan === "fallback") parts.push("slower scan");
    if (!status.codeQuestions) parts.push("no edits");
  }
  if (lastMs !== undefined) parts.push(`last ${lastMs.toFixed(0)} ms`);
  return [...parts, ...(status?.problems ?? [])].join(" · ");
}
