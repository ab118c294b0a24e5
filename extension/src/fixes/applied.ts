// Whether a fix stands in the code already, whoever wrote it there: the panel, the lightbulb or a person. Imports types
// only.

import type { FixState } from "../panel/state";
import type { FixResult } from "../protocol";

interface Change {
  removed: string[];
  added: string[];
}

/** What is known of a fix now, from the server's answer, what was known before, and the files that it changes. */
export function fixState(
  { diff, refused }: FixResult,
  before: FixState | undefined,
  texts: readonly string[],
  unsaved: boolean,
): FixState {
  const known = before?.diff ?? "";
  // The same lines may stand elsewhere in the file: while the server would still change it, they prove nothing.
  const applied = (refused !== null || before?.applied === true) && stands(known, texts);
  return applied
    ? { diff: known, refused: null, applied, unsaved }
    : { diff: diff === "" ? known : diff, refused, applied, unsaved: false };
}

/** Whether all that a unified difference would write stands in one of the texts, and what it would only remove is gone. */
export function stands(diff: string, texts: readonly string[]): boolean {
  const found = changes(diff);
  const padded = texts.map((text) => `\n${text.replaceAll("\r\n", "\n")}\n`);
  const holds = (lines: readonly string[]): boolean => padded.some((text) => text.includes(`\n${lines.join("\n")}\n`));
  return found.length > 0 && found.every(({ added, removed }) => (added.length > 0 ? holds(added) : !holds(removed)));
}

/** The runs of changed lines in the hunks of a unified difference. */
function changes(diff: string): Change[] {
  const found: Change[] = [];
  let run: Change | undefined;
  // Lines that the hunk still has: a removed line may start with "--" and look like a header.
  let [before, after] = [0, 0];
  for (const line of diff.split("\n").map((text) => text.replace(/\r$/, ""))) {
    const hunk = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line);
    if (hunk !== null) [before, after] = [Number(hunk[1] ?? 1), Number(hunk[2] ?? 1)];
    else if ((before > 0 || after > 0) && !line.startsWith("\\")) {
      const sign = line.charAt(0);
      if (sign !== "+") before -= 1;
      if (sign !== "-") after -= 1;
      if (sign === "+" || sign === "-") {
        if (run === undefined) found.push((run = { removed: [], added: [] }));
        run[sign === "+" ? "added" : "removed"].push(line.slice(1));
        continue;
      }
    }
    run = undefined;
  }
  return found;
}
