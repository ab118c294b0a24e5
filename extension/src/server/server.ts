// The server as the rest of the extension sees it: requests. It is started by the first one, started again after a crash
// (a request lost to it is sent once more), and given up after too many, which is said once.

import {
  type CancellationToken,
  type Disposable,
  EventEmitter,
  type LogOutputChannel,
  type TextDocument,
  type WorkspaceEdit,
} from "vscode";
import { LSPErrorCodes, type WorkspaceEdit as ProtocolEdit, ResponseError } from "vscode-languageclient/node";
import {
  type Choice,
  chooseInterpreter,
  describe,
  type Interpreter,
  type InterpreterSource,
} from "../interpreter/choice";
import { probePython } from "../interpreter/probe";
import { reason } from "../log";
import type { Requests, StatusResult } from "../protocol";
import { type ServerRun, startServer } from "./client";
import { type ServerCode, serverEnvironment } from "./launch";
import { RestartBudget } from "./restarts";

export class NoInterpreter extends Error {
  constructor() {
    super("No Python 3.10 or newer was found that can run Rootrank's server.");
  }
}

/** The server ended again and again. */
export class ServerGone extends Error {
  constructor(detail: string) {
    super(`The server ended several times in a row and was not started again. ${detail}`);
  }
}

export type Health =
  | { state: "idle" }
  | { state: "starting" }
  | { state: "running"; interpreter: Interpreter; about: StatusResult | undefined }
  | { state: "broken"; error: Error };

/** What vscode-jsonrpc rejects with when the connection went away under a request. */
const lostCodes = [-32099, -32098, -32097, -32096];

export class Server implements Disposable {
  private running: Promise<ServerRun> | undefined;
  private current: ServerRun | undefined;
  private readonly budget = new RestartBudget();
  private readonly health = new EventEmitter<Health>();
  readonly onHealth = this.health.event;
  choice: Choice = { chosen: undefined, tried: [] };
  private introduction: StatusResult | undefined;
  private warnings: readonly string[] = [];
  /** Method and milliseconds of the last ten requests. */
  readonly durations: [string, number][] = [];

  constructor(
    readonly code: ServerCode,
    private readonly sources: () => InterpreterSource[],
    private readonly log: LogOutputChannel,
    private readonly start = startServer,
    private readonly probe = probePython,
  ) {}

  async request<M extends keyof Requests>(
    method: M,
    params: Requests[M][0],
    token?: CancellationToken,
  ): Promise<Requests[M][1]> {
    const started = performance.now();
    for (let attempt = 1; ; attempt++) {
      const { client } = await this.started();
      try {
        // A third argument that is no token would be taken for a second positional parameter.
        const result = await (token === undefined
          ? client.sendRequest<Requests[M][1]>(method, params)
          : client.sendRequest<Requests[M][1]>(method, params, token));
        this.took(method, performance.now() - started);
        return result;
      } catch (error) {
        if (!isLost(error)) throw error;
        if (attempt === 2)
          throw new Error("The server ended while it worked on this, twice. The log says more.", { cause: error });
        this.log.warn(`${method} was lost with the server and is sent again`);
        // The client tells of the closed connection in the same turn; let it.
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  /** Whether the server has the document's text. */
  async has(document: TextDocument): Promise<boolean> {
    return (await this.started()).synced.has(document);
  }

  async toWorkspaceEdit(edit: ProtocolEdit): Promise<WorkspaceEdit> {
    return (await this.started()).client.protocol2CodeConverter.asWorkspaceEdit(edit);
  }

  /** What the server said of itself, with what is wrong in the workspace's own files. */
  get about(): StatusResult | undefined {
    const said = this.introduction;
    return said === undefined ? undefined : { ...said, problems: [...said.problems, ...this.warnings] };
  }

  /** What a diagnosis said of the workspace's own files; the server has it in the log. */
  warn(warnings: readonly string[]): void {
    if (warnings.join("\n") === this.warnings.join("\n")) return;
    this.warnings = warnings;
    const interpreter = this.choice.chosen;
    if (interpreter !== undefined) this.health.fire({ state: "running", interpreter, about: this.about });
  }

  get wasStarted(): boolean {
    return this.running !== undefined;
  }

  async restart(): Promise<void> {
    this.budget.reset();
    await this.stop();
    await this.started();
  }

  /** The workspace is trusted from now on: so are its entries, and its environments may be started. */
  async trustGranted(): Promise<void> {
    if (this.running === undefined) return;
    await this.request("rootrank/trust", {});
    await this.interpreterChanged();
  }

  /** Restarts only if another interpreter would be chosen now. */
  async interpreterChanged(): Promise<void> {
    if (this.running === undefined) return;
    const before = this.choice.chosen?.executable;
    await this.choose();
    if (this.choice.chosen?.executable !== before) await this.restart();
  }

  async choose(): Promise<Choice> {
    const env = serverEnvironment(this.code, process.env);
    this.choice = await chooseInterpreter(this.sources(), (command) => this.probe(command, env, this.code.cwd));
    for (const line of describe(this.choice)) this.log.info(`interpreter: ${line}`);
    return this.choice;
  }

  async stop(): Promise<void> {
    const run = this.current;
    this.running = this.current = undefined;
    await run?.client.dispose(2000).catch((error: unknown) => {
      this.log.warn(`stopping the server: ${reason(error)}`);
    });
    this.health.fire({ state: "idle" });
  }

  dispose(): void {
    void this.stop();
    this.health.dispose();
  }

  private started(): Promise<ServerRun> {
    if (this.running === undefined) {
      const running = this.launch();
      this.running = running;
      running.catch((error: unknown) => {
        // The next request tries again: the user may have installed what was missing.
        if (this.running === running) this.running = undefined;
        this.health.fire({ state: "broken", error: error instanceof Error ? error : new Error(String(error)) });
      });
    }
    return this.running;
  }

  private async launch(): Promise<ServerRun> {
    this.health.fire({ state: "starting" });
    const { chosen } = await this.choose();
    if (chosen === undefined) throw new NoInterpreter();
    for (;;) {
      try {
        const run = await this.start(chosen, this.code, this.log, () => {
          this.lost();
        });
        this.current = run;
        this.health.fire({ state: "running", interpreter: chosen, about: this.about });
        void this.introduce(run, chosen);
        return run;
      } catch (error) {
        this.log.error(reason(error));
        if (!this.budget.crashed()) throw new ServerGone(reason(error));
      }
    }
  }

  /** The connection closed by itself. */
  private lost(): void {
    this.running = this.current = undefined;
    if (this.budget.crashed()) void this.started().catch(() => undefined);
    else this.health.fire({ state: "broken", error: new ServerGone("The log says more.") });
  }

  private async introduce(run: ServerRun, interpreter: Interpreter): Promise<void> {
    try {
      this.introduction = await run.client.sendRequest<StatusResult>("rootrank/status", {});
      if (this.current === run) this.health.fire({ state: "running", interpreter, about: this.about });
    } catch (error) {
      this.log.warn(`rootrank/status: ${reason(error)}`);
    }
  }

  private took(method: string, milliseconds: number): void {
    this.log.info(`${method} took ${milliseconds.toFixed(0)} ms`);
    this.durations.push([method, milliseconds]);
    if (this.durations.length > 10) this.durations.shift();
    const interpreter = this.choice.chosen;
    if (interpreter !== undefined) this.health.fire({ state: "running", interpreter, about: this.about });
  }
}

function isLost(error: unknown): boolean {
  return error instanceof ResponseError && lostCodes.includes(error.code);
}

export function isCancelled(error: unknown): boolean {
  return (
    error instanceof ResponseError &&
    (error.code === LSPErrorCodes.RequestCancelled || error.code === LSPErrorCodes.ServerCancelled)
  );
}
