// A question to the server and its answer, as the host keeps them. The panel only ever names positions in them.

import type { Uri } from "vscode";
import type { DiagnoseParams, DiagnoseResult } from "./protocol";

export interface Question {
  params: DiagnoseParams;
  /** What is diagnosed, in the user's words: "train.log", "Clipboard". */
  source: string;
  /** The text that log lines count in: a document, or a text kept for this. Unknown for a folder. */
  log: Uri | undefined;
}

/** A question that is put once the server is there: it depends on what the server has. */
export interface Draft {
  source: string;
  put(): Promise<Question>;
}

export interface Answer extends Omit<DiagnoseResult, "warnings"> {
  question: Question;
}
