// Whether a diagnosis of a terminal command is worth a notification, and what it says. Imports nothing of VS Code.

import type { Diagnosis } from "../protocol";

export const button = { diagnose: "Diagnose", apply: "Apply fix", mute: "Don't show for this failure" } as const;

export interface Notice {
  rule: string;
  message: string;
  buttons: string[];
}

export interface Circumstances {
  /** The setting rootrank.terminal.notify. */
  enabled: boolean;
  trusted: boolean;
  muted: ReadonlySet<string>;
  /** Kinds of failure whose notification is still open. */
  open: ReadonlySet<string>;
  /** The workspace's folders: a file below one of them is named from there. */
  folders: readonly string[];
}

/** Undefined when the user must not be disturbed. */
export function notice(document: Diagnosis, now: Circumstances): Notice | undefined {
  const [first] = document.diagnoses;
  if (!now.enabled || document.verdict !== "failure" || first === undefined) return undefined;
  if (!first.notify || first.confidence === "possible") return undefined;
  if (now.muted.has(first.rule) || now.open.has(first.rule)) return undefined;
  const [fix] = first.fixes;
  const applicable = now.trusted && fix?.kind === "edit" && fix.edits.length > 0 && fix.refused === null;
  return {
    rule: first.rule,
    message: [first.title, where(document, now.folders)].filter((part) => part !== "").join(" · "),
    buttons: applicable ? [button.diagnose, button.apply, button.mute] : [button.diagnose, button.mute],
  };
}

function where(document: Diagnosis, folders: readonly string[]): string {
  const place = document.diagnoses[0]?.place ?? document.failure?.frame;
  const parts: string[] = [];
  if (place) parts.push(`${fileName(place.file, folders)}${place.line === null ? "" : `:${place.line}`}`);
  const { initiating, total } = document.ranks;
  if (initiating !== null) parts.push(total === null ? `rank ${initiating}` : `rank ${initiating} of ${total}`);
  return parts.join(", ");
}

function fileName(path: string, folders: readonly string[]): string {
  const folder = folders.find((each) => path.startsWith(each) && /^[\\/]/.test(path.slice(each.length)));
  const shown = folder === undefined ? path : path.slice(folder.length + 1);
  return shown.split(/[\\/]/).slice(-2).join("/");
}
