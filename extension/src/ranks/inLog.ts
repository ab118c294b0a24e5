// A diagnosed log in the editor: a lens at the failure that started the others, a way there from the top, and the lines
// of the ranks that only lost their peer dimmed, until the user wants them as the others.

import {
  CodeLens,
  type CodeLensProvider,
  commands,
  type Disposable,
  EventEmitter,
  languages,
  Range,
  type TextDocument,
  type TextEditor,
  window,
  workspace,
} from "vscode";
import type { Answer } from "../answer";
import type { Diagnosing } from "../diagnosing";
import { command, contextKey, scheme, section, setting } from "../ids";
import { openPlace } from "../places";
import { schemes, syncLimit } from "../server/selector";
import { collateralLines, type FirstFailure, firstFailure } from "./marks";

export class RanksInLog implements CodeLensProvider, Disposable {
  private readonly changed = new EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.changed.event;
  private readonly faint = window.createTextEditorDecorationType({ opacity: "0.45" });
  private readonly parts: Disposable[];
  private dimmed = true;

  constructor(private readonly diagnosing: Diagnosing) {
    this.parts = [
      languages.registerCodeLensProvider(
        [...schemes, scheme.log].map((name) => ({ scheme: name })),
        this,
      ),
      window.onDidChangeVisibleTextEditors(() => {
        this.decorate();
      }),
      diagnosing.onAnswers(() => {
        this.refresh();
      }),
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(`${section}.${setting.codeLens}`)) this.changed.fire();
      }),
    ];
  }

  provideCodeLenses(document: TextDocument): CodeLens[] {
    if (!workspace.getConfiguration(section).get<boolean>(setting.codeLens, true)) return [];
    const answer = this.answerTo(document);
    const first = answer === undefined ? undefined : firstFailure(answer.document);
    if (answer === undefined || first === undefined || !isIn(document, answer, first)) return [];
    const at = new Range(first.line - 1, 0, first.line - 1, 0);
    const who = first.rank === null ? "" : `: rank ${first.rank}`;
    const named = [{ id: answer.id, diagnosis: 0 }];
    const lenses = [
      new CodeLens(at, { title: `$(error) Initiating failure${who}`, command: command.openPanel, arguments: named }),
      new CodeLens(new Range(0, 0, 0, 0), {
        title: `$(arrow-down) Go to the initiating failure, line ${first.line}`,
        command: command.goToInitiatingFailure,
        arguments: named,
      }),
    ];
    if (collateralOf(document, answer).length === 0) return lenses;
    const title = this.dimmed ? "Show all ranks alike" : "Dim the ranks that only lost their peer";
    return [...lenses, new CodeLens(at, { title, command: command.dimOtherRanks })];
  }

  /** From a lens, which names the diagnosis; from the palette, for the one that is shown, else the newest. */
  async goToFailure(given: unknown): Promise<void> {
    const id = (given as { id?: unknown } | undefined)?.id;
    const { diagnosing } = this;
    const answer = typeof id === "string" ? diagnosing.find(id) : (diagnosing.answer ?? diagnosing.find());
    const first = answer === undefined ? undefined : firstFailure(answer.document);
    if (first !== undefined) return openPlace(answer, first.file, first.line);
    void window.showInformationMessage(
      answer === undefined ? "Nothing is diagnosed yet." : "The log does not tell which failure came first.",
    );
  }

  toggle(): void {
    this.dimmed = !this.dimmed;
    this.refresh();
  }

  dispose(): void {
    for (const part of this.parts) part.dispose();
    this.faint.dispose();
    this.changed.dispose();
  }

  private refresh(): void {
    const known = this.diagnosing.answers().some(({ document }) => firstFailure(document) !== undefined);
    void commands.executeCommand("setContext", contextKey.failureKnown, known);
    this.changed.fire();
    this.decorate();
  }

  private decorate(): void {
    for (const editor of window.visibleTextEditors) editor.setDecorations(this.faint, this.faintIn(editor));
  }

  private faintIn({ document }: TextEditor): Range[] {
    const answer = this.dimmed ? this.answerTo(document) : undefined;
    const lines = answer === undefined ? [] : collateralOf(document, answer);
    return lines.map((line) => new Range(line, 0, line, Number.MAX_SAFE_INTEGER));
  }

  /** The newest diagnosis that was made of a document, or of files of which it is one. */
  private answerTo({ uri }: TextDocument): Answer | undefined {
    return this.diagnosing
      .answers()
      .findLast(
        ({ document, question }) =>
          question.log?.toString() === uri.toString() ||
          (uri.scheme === "file" && document.input.files.includes(uri.fsPath)),
      );
  }
}

function isIn(
  document: TextDocument,
  { document: { input }, question }: Answer,
  { file, line }: FirstFailure,
): boolean {
  const here = input.files.length === 1 && question.log?.toString() === document.uri.toString();
  return (file === null || here || file === document.uri.fsPath) && line <= document.lineCount;
}

function collateralOf(document: TextDocument, { document: { ranks } }: Answer): number[] {
  if (ranks.collateral.length === 0) return [];
  // Longer ones would be read anew at each diagnosis, for lines that nobody scrolls through.
  const text = document.getText();
  return text.length > syncLimit ? [] : collateralLines(text, ranks);
}
