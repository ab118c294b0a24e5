// Rootrank: Select Interpreter: the candidates with what was found out about each, a file, or the usual search again.

import { ConfigurationTarget, type QuickPickItem, window, workspace } from "vscode";
import { section, setting } from "../ids";
import type { Tried } from "../interpreter/choice";
import { configuredInterpreter } from "../interpreter/sources";
import type { Parts } from "../parts";

interface Item extends QuickPickItem {
  pick(): Promise<string | undefined> | string;
}

export async function selectInterpreter({ server }: Parts): Promise<void> {
  const { tried } = await server.choose();
  const items: Item[] = tried.map(item);
  items.push({ label: "$(folder) Browse…", pick: browse });
  if (configuredInterpreter() !== "") items.push({ label: "$(discard) Search by itself again", pick: () => "" });
  const picked = await window.showQuickPick(items, { placeHolder: "The Python that runs Rootrank's server" });
  const path = await picked?.pick();
  if (path === undefined) return;
  const value = path === "" ? undefined : path;
  await workspace.getConfiguration(section).update(setting.interpreter, value, ConfigurationTarget.Global);
}

function item({ candidate, outcome }: Tried): Item {
  const path = outcome.fits ? outcome.executable : candidate.command.join(" ");
  return {
    label: `${outcome.fits ? "$(check)" : "$(circle-slash)"} ${path}`,
    description: candidate.from,
    detail: outcome.fits ? `Python ${outcome.version}` : outcome.reason,
    pick: () => path,
  };
}

async function browse(): Promise<string | undefined> {
  const [file] = (await window.showOpenDialog({ title: "A Python, 3.10 or newer", openLabel: "Use" })) ?? [];
  return file?.fsPath;
}
