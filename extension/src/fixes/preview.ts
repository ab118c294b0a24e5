// A text as it would be after edits, for the difference view. Imports nothing of VS Code.

interface Point {
  line: number;
  character: number;
}

/** What VS Code's and the protocol's text edits have in common. */
export interface Replacement {
  range: { start: Point; end: Point };
  newText: string;
}

export function withEdits(text: string, edits: readonly Replacement[]): string {
  const starts = lineStarts(text);
  const offset = (line: number, character: number): number => {
    const start = starts[line] ?? text.length;
    return Math.min(start + character, starts[line + 1] ?? text.length);
  };
  const ordered = edits
    .map((edit) => ({
      from: offset(edit.range.start.line, edit.range.start.character),
      to: offset(edit.range.end.line, edit.range.end.character),
      newText: edit.newText,
    }))
    .sort((a, b) => b.from - a.from || b.to - a.to);
  return ordered.reduce((result, edit) => result.slice(0, edit.from) + edit.newText + result.slice(edit.to), text);
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (const match of text.matchAll(/\r\n|\r|\n/g)) starts.push(match.index + match[0].length);
  return starts;
}
