// A difference as lines, with the part of a changed line that really changed. Pure.

import type { Edit } from "../src/generated/document";

export interface DiffLine {
  kind: "same" | "removed" | "added" | "gap";
  text: string;
  /** The changed part of the text, when the line has a counterpart. */
  changed: [number, number] | null;
}

/** Lines of a unified difference; an empty list when it is none. */
export function fromUnified(diff: string): DiffLine[] {
  const lines: DiffLine[] = [];
  // Lines that a hunk still has, so that a removed line that starts with "--" is not taken for a header.
  let [before, after] = [0, 0];
  for (const line of diff.split("\n").map((text) => text.replace(/\r$/, ""))) {
    const hunk = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line);
    if (hunk !== null) {
      if (lines.length > 0) lines.push({ kind: "gap", text: "", changed: null });
      [before, after] = [Number(hunk[1] ?? 1), Number(hunk[2] ?? 1)];
    } else if ((before > 0 || after > 0) && !line.startsWith("\\")) {
      const kind = kindOf(line);
      if (kind !== "added") before -= 1;
      if (kind !== "removed") after -= 1;
      lines.push({ kind, text: line.slice(1), changed: null });
    }
  }
  return emphasised(compact(lines));
}

/** Of the lines that stay, only those right beside a change: the card has to be short. */
function compact(lines: DiffLine[]): DiffLine[] {
  const changes = (line: DiffLine | undefined): boolean => line?.kind === "removed" || line?.kind === "added";
  return lines.filter(
    ({ kind, text }, at) =>
      kind !== "same" || (text.trim() !== "" && (changes(lines[at - 1]) || changes(lines[at + 1]))),
  );
}

/** What the edits themselves say, for when there is no difference of whole lines. */
export function fromEdits(edits: readonly Edit[]): DiffLine[] {
  const lines = edits.flatMap((edit, index): DiffLine[] => [
    ...(index > 0 ? [{ kind: "gap" as const, text: "", changed: null }] : []),
    ...split(edit.expected_text).map((text) => ({ kind: "removed" as const, text, changed: null })),
    ...split(edit.new_text).map((text) => ({ kind: "added" as const, text, changed: null })),
  ]);
  return emphasised(lines);
}

/** The new text, for the clipboard. */
export function addedText(lines: readonly DiffLine[]): string {
  return lines
    .filter(({ kind }) => kind === "added")
    .map(({ text }) => text)
    .join("\n");
}

function split(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split(/\r?\n/);
}

function kindOf(line: string): DiffLine["kind"] {
  if (line.startsWith("-")) return "removed";
  return line.startsWith("+") ? "added" : "same";
}

/** Pairs each run of removed lines with the run of added lines after it. */
function emphasised(lines: DiffLine[]): DiffLine[] {
  for (let at = 0; at < lines.length;) {
    const removed = run(lines, at, "removed");
    const added = run(lines, at + removed.length, "added");
    if (removed.length === added.length) {
      for (const [index, line] of removed.entries()) mark(line, added[index] ?? line);
    }
    at += Math.max(1, removed.length + added.length);
  }
  return lines;
}

function run(lines: DiffLine[], from: number, kind: DiffLine["kind"]): DiffLine[] {
  let end = from;
  while (lines[end]?.kind === kind) end += 1;
  return lines.slice(from, end);
}

function mark(before: DiffLine, after: DiffLine): void {
  const shortest = Math.min(before.text.length, after.text.length);
  let start = 0;
  while (start < shortest && before.text[start] === after.text[start]) start += 1;
  let end = 0;
  while (end < shortest - start && before.text.at(-1 - end) === after.text.at(-1 - end)) end += 1;
  before.changed = [start, before.text.length - end];
  after.changed = [start, after.text.length - end];
}
