// From a question to an answer on the panel. The newest question wins; the panel says that it works only when it takes
// longer than a glance.

import { CancellationTokenSource, workspace } from "vscode";
import type { Answer, Draft, Question } from "./answer";
import { fixState } from "./fixes/applied";
import { filesOf } from "./fixes/files";
import { reason } from "./log";
import type { Panel } from "./panel/panel";
import { type AnswerState, type ErrorAction, fixKey } from "./panel/state";
import { isCancelled, NoInterpreter, type Server } from "./server/server";

/** Milliseconds before "working" is drawn: a warm diagnosis takes 20. */
const patience = 400;

export class Diagnosing {
  private running: CancellationTokenSource | undefined;
  private last: Question | Draft | undefined;
  /** What the panel shows. */
  answer: Answer | undefined;

  constructor(
    private readonly server: Server,
    private readonly panel: Panel,
  ) {}

  /** Index of the hypothesis that the panel shows. */
  get selected(): number {
    return this.panel.state.kind === "answer" ? this.panel.state.selected : 0;
  }

  /** Whether the user waits for an answer: the panel then tells what goes wrong. */
  get busy(): boolean {
    return this.running !== undefined;
  }

  /** The answer without the panel. */
  async ask(question: Question, cancel?: CancellationTokenSource): Promise<Answer> {
    const result = await this.server.request("rootrank/diagnose", question.params, cancel?.token);
    this.server.warn(result.warnings);
    return { ...result, question };
  }

  async diagnose(asked: Question | Draft): Promise<void> {
    this.running?.cancel();
    const cancel = new CancellationTokenSource();
    this.running = cancel;
    this.last = asked;
    const working = setTimeout(() => {
      this.panel.show({ kind: "working", what: asked.source });
    }, patience);
    try {
      const question = "put" in asked ? await asked.put() : asked;
      const answer = await this.ask(question, cancel);
      if (this.running === cancel) this.show(answer);
    } catch (error) {
      if (this.running === cancel && !isCancelled(error)) this.fail(error);
    } finally {
      clearTimeout(working);
      if (this.running === cancel) this.running = undefined;
      cancel.dispose();
    }
  }

  async again(): Promise<void> {
    if (this.last !== undefined) await this.diagnose(this.last);
  }

  /** Stops reading, and shows again what was there before. */
  cancel(): void {
    this.running?.cancel();
    this.running = undefined;
    if (this.answer === undefined) this.panel.update({ kind: "empty" });
    else this.show(this.answer);
  }

  show(answer: Answer): void {
    this.answer = answer;
    this.last = answer.question;
    this.panel.show(firstState(answer));
    if (answer.document.diagnoses.length > 0) void this.lookUpFixes(answer, 0);
  }

  forget(): void {
    this.answer = undefined;
    this.panel.update({ kind: "empty" });
  }

  /** Fetches the differences of one hypothesis' edits, so that "Do now" shows whole lines, and what stands already. */
  async lookUpFixes(answer: Answer, diagnosis: number): Promise<void> {
    const fixes = answer.document.diagnoses[diagnosis]?.fixes ?? [];
    for (const [index, fix] of fixes.entries()) {
      if (fix.edits.length === 0) continue;
      try {
        const found = await this.server.request("rootrank/fix", { id: answer.id, diagnosis, fix: index });
        const { texts, unsaved } = await filesOf(fix);
        this.change(answer, (state) => {
          const key = fixKey(diagnosis, index);
          state.fixes[key] = fixState(found, state.fixes[key], texts, unsaved);
        });
      } catch {
        // The panel then draws the edit from the document.
      }
    }
  }

  /** Redraws the answer after a change, unless another one is shown by now. */
  change(answer: Answer, change: (state: AnswerState) => void): void {
    const { state } = this.panel;
    if (this.answer?.id !== answer.id || state.kind !== "answer") return;
    const copy = structuredClone(state);
    change(copy);
    this.panel.update(copy);
  }

  private fail(error: unknown): void {
    const actions: ErrorAction[] =
      error instanceof NoInterpreter ? ["selectInterpreter", "showLog"] : ["again", "showLog"];
    this.panel.show({ kind: "error", message: reason(error), actions });
  }
}

function firstState({ document, message, question }: Answer): AnswerState {
  return {
    kind: "answer",
    document,
    message,
    source: question.source,
    selected: 0,
    trusted: workspace.isTrusted,
    folders: (workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath),
    fixes: {},
    verifications: {},
  };
}
