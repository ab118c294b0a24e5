// The Python environment that the failed command ran in, read off its traceback: a terminal of ours does not know what
// was activated by hand in the user's. Only for text that a terminal of this window printed. Imports nothing of VS Code.

import { delimiter, join } from "node:path";

const libraries = /"([^"\n]{1,400})[\\/](?:lib[\\/]python3\.\d{1,2}|Lib)[\\/]site-packages[\\/]/;

/** Variables to start a terminal with; none where the text names no environment of this machine. */
export function environmentOf(
  text: string,
  base: NodeJS.ProcessEnv,
  exists: (path: string) => boolean,
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  const prefix = libraries.exec(text)?.[1];
  if (prefix === undefined) return {};
  const windows = platform === "win32";
  const programs = join(prefix, windows ? "Scripts" : "bin");
  if (!exists(join(programs, windows ? "python.exe" : "python"))) return {};
  const path = `${programs}${delimiter}${base["PATH"] ?? ""}`;
  return exists(join(prefix, "pyvenv.cfg")) ? { PATH: path, VIRTUAL_ENV: prefix } : { PATH: path };
}
