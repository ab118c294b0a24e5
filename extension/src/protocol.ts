// The server's own requests, as docs/PROTOCOL.md states them. Types only.

import type { Range, WorkspaceEdit } from "vscode-languageclient/node";
import type { Document as Diagnosis, Verify } from "./generated/document";

export type { Diagnosis };

export type Origin = "selection" | "file" | "clipboard" | "terminal" | "terminal-selection" | "verification";

export interface Run {
  command: string;
  cwd: string | null;
  exitCode: number | null;
}

export interface DiagnoseParams {
  text?: string;
  textDocument?: { uri: string };
  range?: Range;
  path?: string;
  origin: Origin;
  run?: Run;
}

export interface DiagnoseResult {
  id: string;
  document: Diagnosis;
  message: string | null;
  /** What is wrong in the workspace's own files. */
  warnings: string[];
}

export interface FixParams {
  id: string;
  diagnosis: number;
  fix: number;
}

export interface FixResult {
  edit: WorkspaceEdit | null;
  refused: string | null;
  diff: string;
}

export interface VerifyParams {
  id: string;
  diagnosis: number;
  exitCode: number | null;
  text?: string;
  path?: string;
}

export type Outcome = NonNullable<Verify["outcome"]>;

export interface VerifyResult {
  outcome: Outcome;
  message: string;
  id: string;
  document: Diagnosis;
}

export interface SuppressParams {
  id: string;
  diagnosis: number;
  scope: "finding" | "entry";
  reason: string;
  /** The last day on which it holds: 2027-01-31. */
  until?: string;
}

export interface SuppressResult {
  path: string;
  rule: string;
  /** The finding's key; null when the entry is muted. */
  finding: string | null;
}

export interface StatusResult {
  version: string;
  rulebook: { version: string; hash: string; entries: number };
  interpreter: string;
  scan: "hyperscan" | "fallback";
  codeQuestions: boolean;
  lastMs: number | null;
  problems: string[];
}

/** Each request with what it takes and gives. */
export interface Requests {
  "rootrank/diagnose": [DiagnoseParams, DiagnoseResult];
  "rootrank/fix": [FixParams, FixResult];
  "rootrank/verify": [VerifyParams, VerifyResult];
  "rootrank/dismiss": [{ id: string }, null];
  "rootrank/markdown": [{ id: string }, { markdown: string }];
  "rootrank/suppress": [SuppressParams, SuppressResult];
  "rootrank/unsuppress": [{ rule: string; finding?: string | null }, { removed: number }];
  "rootrank/trust": [Record<string, never>, null];
  "rootrank/status": [Record<string, never>, StatusResult];
}
