// How the server is started: where its code lies and the environment of its process. Imports nothing of VS Code.

import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

export interface ServerCode {
  /** Folders to import from, before the interpreter's own. */
  paths: string[];
  /** Where the process runs: never the workspace, whose files would shadow modules of `python -m`. */
  cwd: string;
  /** The folder of the bundled ast-grep; undefined where the interpreter has its own. */
  programs: string | undefined;
  /** Folders of the bundled hyperscan, one for each CPython, by tag: cp312. */
  compiled: Readonly<Record<string, string>>;
}

/** The CPythons that a platform's package has hyperscan for. Another Python scans without it. */
const tags = ["cp310", "cp311", "cp312", "cp313", "cp314"];

/** The packaged extension carries its libraries; in development they come from the interpreter. */
export function serverCode(extensionFolder: string, exists: (path: string) => boolean = existsSync): ServerCode {
  const code = join(extensionFolder, "server");
  const libraries = join(extensionFolder, "bundled", "libs");
  const programs = join(extensionFolder, "bundled", "bin");
  const compiled = tags.map((tag) => [tag, join(extensionFolder, "bundled", "hyperscan", tag)] as const);
  return {
    paths: exists(libraries) ? [code, libraries] : [code],
    cwd: code,
    programs: exists(programs) ? programs : undefined,
    compiled: Object.fromEntries(compiled.filter(([, folder]) => exists(folder))),
  };
}

/**
 * For the server's process only; a process that the user's command runs in never sees it. The version, once it is known,
 * decides which compiled library it gets.
 */
export function serverEnvironment(code: ServerCode, base: NodeJS.ProcessEnv, version?: string): NodeJS.ProcessEnv {
  const env = { ...base };
  const [major, minor] = version?.split(".") ?? [];
  const compiled = major === undefined || minor === undefined ? undefined : code.compiled[`cp${major}${minor}`];
  // A virtual environment's home variable would send another interpreter to the wrong library.
  delete env["PYTHONHOME"];
  delete env["PYTHONSTARTUP"];
  return {
    ...env,
    PYTHONPATH: [...code.paths, ...(compiled === undefined ? [] : [compiled])].join(delimiter),
    ...(code.programs === undefined ? {} : { ROOTRANK_AST_GREP: code.programs }),
    PYTHONUTF8: "1",
    PYTHONUNBUFFERED: "1",
    PYTHONDONTWRITEBYTECODE: "1",
  };
}

export const serverArguments = ["-m", "rootrank", "serve"];
