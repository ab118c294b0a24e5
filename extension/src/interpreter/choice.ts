// Which Python runs the server: candidates of several sources in order, each probed, and the reason for each that does
// not fit kept for the log. Any Python from 3.10 on will do, it need not be the project's. Imports nothing of VS Code.

export interface Candidate {
  /** Program and leading arguments: ["python3"] or ["py", "-3"]. */
  command: string[];
  /** Where the candidate comes from, in the user's words. */
  from: string;
}

export interface InterpreterSource {
  candidates(): Promise<Candidate[]> | Candidate[];
}

export type Probe = { fits: true; executable: string; version: string } | { fits: false; reason: string };

export interface Tried {
  candidate: Candidate;
  outcome: Probe;
}

export interface Interpreter {
  executable: string;
  version: string;
  from: string;
}

export interface Choice {
  chosen: Interpreter | undefined;
  tried: Tried[];
}

export async function chooseInterpreter(
  sources: InterpreterSource[],
  probe: (command: string[]) => Promise<Probe>,
): Promise<Choice> {
  const tried: Tried[] = [];
  const seen = new Set<string>();
  for (const source of sources) {
    for (const candidate of await source.candidates()) {
      const key = candidate.command.join("\0");
      if (seen.has(key)) continue;
      seen.add(key);
      const outcome = await probe(candidate.command);
      tried.push({ candidate, outcome });
      if (outcome.fits) {
        const { executable, version } = outcome;
        return { chosen: { executable, version, from: candidate.from }, tried };
      }
    }
  }
  return { chosen: undefined, tried };
}

/** One line for each candidate, as the log and the debug information show them. */
export function describe(choice: Choice): string[] {
  if (choice.tried.length === 0) return ["no candidate: no setting, no Python extension, nothing on the PATH"];
  return choice.tried.map(({ candidate, outcome }) => {
    const verdict = outcome.fits ? `chosen: Python ${outcome.version}, ${outcome.executable}` : outcome.reason;
    return `${candidate.command.join(" ")} (${candidate.from}): ${verdict}`;
  });
}

/** The candidates on the PATH; `py` is Windows' launcher. */
export function fromPath(platform: NodeJS.Platform): Candidate[] {
  const commands = [["python3"], ["python"], ...(platform === "win32" ? [["py", "-3"]] : [])];
  return commands.map((command) => ({ command, from: "PATH" }));
}
