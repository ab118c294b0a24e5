// The code of a finding leads to its diagnosis in the panel: an explanation that needs no network.

import { type Diagnostic, Uri } from "vscode";
import { isNamed } from "../commands/openPanel";
import { command } from "../ids";

/** The finding with its code as a link. The server names the diagnosis in the finding's data. */
export function withLink(finding: Diagnostic & { data?: unknown }): Diagnostic {
  const { code, data } = finding;
  if (typeof code !== "string" || !isNamed(data)) return finding;
  finding.code = { value: code, target: linkTo(data) };
  return finding;
}

function linkTo({ id, diagnosis }: { id: string; diagnosis: number }): Uri {
  return Uri.parse(`command:${command.openPanel}?${encodeURIComponent(JSON.stringify([{ id, diagnosis }]))}`);
}
