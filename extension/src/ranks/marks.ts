// Where the run began to fail, and which lines of a log belong to ranks that only lost their peer. Imports types only.

import type { Document as Diagnosis, Ranks } from "../generated/document";

export interface FirstFailure {
  /** Null: the text that was diagnosed. */
  file: string | null;
  /** 1-based. */
  line: number;
  /** Null for a run of one process. */
  rank: number | null;
}

/** Undefined where the log doesn't tell who failed first: naming a rank then would be a guess. */
export function firstFailure({ failure, input, ranks }: Diagnosis): FirstFailure | undefined {
  if (ranks.status === "named") {
    const detail = ranks.details.find(({ rank }) => rank === ranks.initiating);
    if (detail !== undefined) return { file: detail.file, line: detail.line, rank: detail.rank };
  }
  if (ranks.status !== "named" && ranks.status !== "single-process") return undefined;
  const line = failure?.log_line ?? null;
  return line === null || input.files.length > 1 ? undefined : { file: null, line, rank: ranks.initiating };
}

/** Launchers write the rank within the first words of a line: [rank3]: of PyTorch, [default3]: of torchrun. */
const labelled = /^.{0,60}?\[(?:rank|default) ?(\d{1,7})\]/i;
/** srun -l: the task's number before each line. A log has it on most lines, or not at all. */
const numbered = /^ *(\d{1,7}): /;

/** The 0-based lines of the ranks that failed because another one did. */
export function collateralLines(text: string, { status, collateral }: Ranks): number[] {
  if (status !== "named" || collateral.length === 0) return [];
  const lost = new Set(collateral);
  const lines = text.split("\n");
  const written = lines.filter((line) => line.trim() !== "");
  const slurm = written.filter((line) => numbered.test(line)).length > 0.9 * written.length;
  const label = slurm ? numbered : labelled;
  return lines.flatMap((line, index) => {
    const rank = label.exec(line)?.[1];
    return rank !== undefined && lost.has(Number(rank)) ? [index] : [];
  });
}
