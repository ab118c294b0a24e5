// From a question to an answer on the panel. The newest question wins; the panel says that it works only when it takes
// longer than a glance.

import { CancellationTokenSource, EventEmitter, workspace } from "vscode";
import type { Answer, Draft, Question } from "./answer";
import { fixState } from "./fixes/applied";
import { filesOf } from "./fixes/files";
import { reason } from "./log";
import type { Panel } from "./panel/panel";
import { type AnswerState, type ErrorAction, fixKey } from "./panel/state";
import { isCancelled, NoInterpreter, type Server } from "./server/server";

/** Milliseconds before "working" is drawn: a warm diagnosis takes 20. */
const patience = 400;

/** Answers kept: as many as the server knows of. */
const most = 20;

export class Diagnosing {
  private readonly kept = new Map<string, Answer>();
  private readonly changed = new EventEmitter<void>();
  /** An answer came, or one was dismissed. */
  readonly onAnswers = this.changed.event;
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

  /** The answers that are kept, the newest last. */
  answers(): readonly Answer[] {
    return [...this.kept.values()];
  }

  /** The answer of an id, else the newest; undefined when it is no longer kept. */
  find(id?: string): Answer | undefined {
    return id === undefined ? this.answers().at(-1) : this.kept.get(id);
  }

  /** The answer without the panel. */
  async ask(question: Question, cancel?: CancellationTokenSource): Promise<Answer> {
    const result = await this.server.request("rootrank/diagnose", question.params, cancel?.token);
    this.server.warn(result.warnings);
    const { id, document, message } = result;
    const answer = { id, document, message, question };
    this.kept.set(id, answer);
    const oldest = this.kept.keys().next().value;
    if (this.kept.size > most && oldest !== undefined) this.kept.delete(oldest);
    this.changed.fire();
    return answer;
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

  /** What is known of an answer that is shown already, of its fixes and verifications, stays. */
  show(answer: Answer, diagnosis = 0): void {
    const { state } = this.panel;
    const shown = this.answer?.id === answer.id && state.kind === "answer" ? state : firstState(answer);
    const selected = answer.document.diagnoses[diagnosis] === undefined ? 0 : diagnosis;
    this.answer = answer;
    this.last = answer.question;
    this.panel.show({ ...shown, selected });
    if (answer.document.diagnoses.length > 0) void this.lookUpFixes(answer, selected);
  }

  forget(): void {
    if (this.answer !== undefined) this.kept.delete(this.answer.id);
    this.changed.fire();
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
