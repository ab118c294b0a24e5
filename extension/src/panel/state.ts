// What the panel shows, as plain data: the host sends it, the panel draws it. Imports types only.

import type { Diagnosis, Outcome } from "../protocol";

export type PanelState =
  | { kind: "empty" }
  | { kind: "working"; what: string }
  | { kind: "error"; message: string; actions: ErrorAction[] }
  | AnswerState;

export interface AnswerState {
  kind: "answer";
  document: Diagnosis;
  /** The server's own sentence when nothing was found or read. */
  message: string | null;
  /** What was diagnosed: "train.log", "Clipboard", "Terminal: python train.py". */
  source: string;
  /** Index of the hypothesis shown. */
  selected: number;
  /** False: nothing may be run or changed, and the reason is shown. */
  trusted: boolean;
  /** The workspace's folders, to show paths below them short. */
  folders: string[];
  /** What is known of fixes, by fixKey. */
  fixes: Record<string, FixState>;
  /** Verifications, by index of the hypothesis. */
  verifications: Record<number, Verification>;
}

export interface FixState {
  /** Unified difference of the whole lines; empty when the server gave none. */
  diff: string;
  refused: string | null;
  /** Whether it stands in the code now. */
  applied: boolean;
  /** Whether a file that it changed has changes that are not on disk. */
  unsaved: boolean;
}

export interface Verification {
  state: "running" | Outcome;
  /** What the outcome rests on, or what is being waited for. */
  message: string;
  /** Files that were saved before the command ran. */
  saved: string[];
  /** Whether the diagnosis of what the command printed can be shown. */
  shown: boolean;
}

export type ErrorAction = "selectInterpreter" | "showLog" | "again";

export function fixKey(diagnosis: number, fix: number): string {
  return `${diagnosis}.${fix}`;
}

/** What the panel asks the host to do. The host looks everything up in its own copy of the document. */
export type PanelMessage =
  | { type: "ready" }
  | { type: "open"; file: string | null; line: number | null }
  | { type: "copy"; text: string }
  | { type: "apply"; diagnosis: number; fix: number }
  | { type: "diff"; diagnosis: number; fix: number }
  | { type: "run"; diagnosis: number }
  | { type: "select"; diagnosis: number }
  | { type: "mute" }
  | { type: "unmute"; rule: string }
  | { type: "showVerification"; diagnosis: number }
  | { type: "command"; name: PanelCommand };

export type PanelCommand =
  | "again"
  | "cancel"
  | "copyReport"
  | "dismiss"
  | "diagnoseClipboard"
  | "diagnoseLastFailedCommand"
  | "selectInterpreter"
  | "showLog"
  | "manageTrust";
