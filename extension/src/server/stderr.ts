// At which level a line of the server's stderr is logged. The server words its errors without the user's lines; what
// libraries print may hold them, so it is for the level debug. Imports nothing.

export type Level = "error" | "warn" | "debug";

const prefixes: [RegExp, Level][] = [
  [/^(?:ERROR|CRITICAL)\b/, "error"],
  [/^WARNING\b/, "warn"],
];

/** Indented lines have the level of the line that they belong to. */
export class StderrLevels {
  private last: Level = "debug";

  of(line: string): Level {
    if (!/^\s/.test(line)) this.last = prefixes.find(([prefix]) => prefix.test(line))?.[1] ?? "debug";
    return this.last;
  }
}
