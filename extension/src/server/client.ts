// One run of the server: the process, and the language client that talks to it.

import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { type LogOutputChannel, workspace } from "vscode";
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  type LanguageClientOptions,
  State,
} from "vscode-languageclient/node";
import { command } from "../ids";
import type { Interpreter } from "../interpreter/choice";
import { reason } from "../log";
import { serverArguments, type ServerCode, serverEnvironment } from "./launch";
import { withLink } from "./links";
import { selector } from "./selector";
import { StderrLevels } from "./stderr";
import { Synced } from "./sync";

/** The client's own failures go to the log; who asked for something tells the user what came of it. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }

  override info(message: string, data?: unknown): void {
    super.info(message, data, false);
  }
}

export interface ServerRun {
  client: LanguageClient;
  synced: Synced;
}

/** Resolves when the server answers; `lost` is called when it ends by itself later. */
export async function startServer(
  interpreter: Interpreter,
  code: ServerCode,
  log: LogOutputChannel,
  lost: () => void,
): Promise<ServerRun> {
  const synced = new Synced();
  const lastWords: string[] = [];
  const levels = new StderrLevels();
  const options: LanguageClientOptions = {
    documentSelector: selector,
    outputChannel: log,
    // Hovers link to the panel; no other command is trusted in them.
    initializationOptions: { panel: true, mute: true, trusted: workspace.isTrusted },
    markdown: { isTrusted: { enabledCommands: [command.openPanel] } },
    initializationFailedHandler: () => false,
    middleware: {
      ...synced.middleware(() => client),
      handleDiagnostics: (uri, findings, next) => {
        next(uri, findings.map(withLink));
      },
    },
    stdioOptions: {
      stdout: () => undefined,
      stderr: (input) => {
        createInterface({ input }).on("line", (line) => {
          log[levels.of(line)](`server: ${line}`);
          lastWords.push(line);
          if (lastWords.length > 20) lastWords.shift();
        });
      },
    },
    errorHandler: {
      error: (error) => {
        log.warn(`connection to the server: ${error.message}`);
        return { action: ErrorAction.Continue, handled: true };
      },
      closed: () => {
        // While it starts, start() below rejects and tells.
        if (client.state === State.Running) lost();
        return { action: CloseAction.DoNotRestart, handled: true };
      },
    },
  };
  const spawnServer = (): Promise<ChildProcess> => launch(interpreter, code, log, lastWords);
  const client: LanguageClient = new QuietClient("rootrank", "Rootrank", spawnServer, options);
  try {
    await client.start();
  } catch (error) {
    await client.dispose().catch(() => undefined);
    throw new Error(`The server did not start: ${lastWords.at(-1) ?? reason(error)}`, { cause: error });
  }
  return { client, synced };
}

function launch(
  interpreter: Interpreter,
  code: ServerCode,
  log: LogOutputChannel,
  lastWords: string[],
): Promise<ChildProcess> {
  const started = performance.now();
  log.info(`starting ${interpreter.executable} ${serverArguments.join(" ")} (Python ${interpreter.version})`);
  const child = spawn(interpreter.executable, serverArguments, {
    cwd: code.cwd,
    env: serverEnvironment(code, process.env, interpreter.version),
    windowsHide: true,
  });
  child.on("exit", (exitCode, signal) => {
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const how = signal ?? `exit code ${exitCode ?? "unknown"}`;
    if (exitCode === 0) log.info(`server ended after ${seconds} s`);
    else log.error(["server ended with", how, `after ${seconds} s; last lines:`, ...lastWords].join(" ").trim());
  });
  return new Promise((resolve, reject) => {
    child.once("spawn", () => {
      resolve(child);
    });
    child.once("error", reject);
  });
}
