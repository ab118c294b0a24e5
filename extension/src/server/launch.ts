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
}

/** The packaged extension carries its libraries; in development they come from the interpreter. */
export function serverCode(extensionFolder: string, exists: (path: string) => boolean = existsSync): ServerCode {
  const code = join(extensionFolder, "server");
  const libraries = join(extensionFolder, "bundled", "libs");
  const programs = join(extensionFolder, "bundled", "bin");
  return {
    paths: exists(libraries) ? [code, libraries] : [code],
    cwd: code,
    programs: exists(programs) ? programs : undefined,
  };
}

/** For the server's process only; a process that the user's command runs in never sees it. */
export function serverEnvironment(code: ServerCode, base: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const env = { ...base };
  // A virtual environment's home variable would send another interpreter to the wrong library.
  delete env["PYTHONHOME"];
  delete env["PYTHONSTARTUP"];
  return {
    ...env,
    PYTHONPATH: code.paths.join(delimiter),
    ...(code.programs === undefined ? {} : { ROOTRANK_AST_GREP: code.programs }),
    PYTHONUTF8: "1",
    PYTHONUNBUFFERED: "1",
    PYTHONDONTWRITEBYTECODE: "1",
  };
}

export const serverArguments = ["-m", "rootrank", "serve"];
