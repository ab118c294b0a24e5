import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { CodeLens, TextDocument } from "vscode";
import { failure } from "../../extension/gallery/samples";
import type { Question } from "../../extension/src/answer";
import { Diagnosing } from "../../extension/src/diagnosing";
import type { Document as Diagnosis } from "../../extension/src/generated/document";
import { contextKey } from "../../extension/src/ids";
import { Panel } from "../../extension/src/panel/panel";
import { RanksInLog } from "../../extension/src/ranks/inLog";
import { collateralLines, firstFailure } from "../../extension/src/ranks/marks";
import type { Server } from "../../extension/src/server/server";
import { fake, type Range, Uri, window } from "./fake-vscode";

const file = "/job/train.log";
const text =
  "[rank0]: step 1\n[rank5]: KeyError: 7\n[rank0]: RuntimeError: Connection closed by peer\n\nmaster: done\n";
const detail = (rank: number, line: number, role: string) => ({
  ...{ rank, line, role, file, host: null, time: null, text: "" },
});
const ranks: Diagnosis["ranks"] = {
  ...failure.ranks,
  status: "named",
  initiating: 5,
  collateral: [0],
  silent: [],
  details: [detail(0, 3, "collateral"), detail(5, 2, "initiating")],
};
const input = { ...failure.input, files: [file] };
const named: Diagnosis = { ...failure, ranks, input };

beforeEach(() => {
  fake.reset();
  window.visibleTextEditors = [];
});

test("the failure that came first: of the rank that is named, of the only process, or unknown", () => {
  assert.deepEqual(firstFailure(named), { file, line: 2, rank: 5 });
  const single = { ...ranks, status: "single-process" as const, initiating: null, collateral: [], details: [] };
  const line = named.failure?.log_line;
  assert.deepEqual(firstFailure({ ...named, ranks: single }), { file: null, line, rank: null });
  assert.equal(firstFailure({ ...named, ranks: { ...ranks, status: "unknown" } }), undefined);
  assert.equal(firstFailure({ ...named, ranks: single, failure: null }), undefined);
  // Which of the files the line is in is not told.
  assert.equal(firstFailure({ ...named, ranks: single, input: { ...input, files: ["a", "b"] } }), undefined);
});

test("lines of collateral ranks, as launchers label them", () => {
  assert.deepEqual(collateralLines(text, ranks), [0, 2]);
  assert.deepEqual(collateralLines("10:02:11 [default0]:x\n[default5]:y\n[rank10]: z\n", ranks), [0]);
  assert.deepEqual(collateralLines("0: a\n5: b\n0: c\n", ranks), [0, 2]);
  assert.deepEqual(collateralLines("0: a\nb\nc\n", ranks), []);
  assert.deepEqual(collateralLines("rank 0 says [x]\n", ranks), []);
  assert.deepEqual(collateralLines(text, { ...ranks, status: "unknown" }), []);
});

/** An editor that shows a log, after a diagnosis. */
async function diagnosed(document = named, path = file) {
  const request = () => Promise.resolve({ id: "1", document, message: null, warnings: [] });
  const diagnosing = new Diagnosing(
    { request, warn: () => undefined } as unknown as Server,
    new Panel(Uri.file("/ext") as never),
  );
  const faint: number[][] = [];
  const log = { uri: Uri.file(path), lineCount: 6, getText: () => text } as unknown as TextDocument;
  const setDecorations = (_: unknown, at: Range[]): void => void faint.push(at.map(({ start }) => start.line));
  window.visibleTextEditors = [{ document: log, setDecorations }];
  const marks = new RanksInLog(diagnosing);
  const question: Question = {
    params: { path: file, origin: "file" },
    source: "train.log",
    log: Uri.file(file) as never,
  };
  await diagnosing.ask(question);
  const lenses = (): [number, string][] =>
    marks.provideCodeLenses(log).map((lens: CodeLens) => [lens.range.start.line, lens.command?.title ?? ""]);
  return { diagnosing, marks, faint, lenses };
}

test("a diagnosed log: a lens at the failure, a way there from the top, the other ranks dimmed until they are wanted", async () => {
  const { marks, faint, lenses } = await diagnosed();
  assert.deepEqual(lenses(), [
    [1, "$(error) Initiating failure: rank 5"],
    [0, "$(arrow-down) Go to the initiating failure, line 2"],
    [1, "Show all ranks alike"],
  ]);
  assert.deepEqual(faint.at(-1), [0, 2]);
  marks.toggle();
  assert.deepEqual(faint.at(-1), []);
  assert.deepEqual(lenses().at(-1), [1, "Dim the ranks that only lost their peer"]);
  fake.settings.set("codeLens", false);
  assert.deepEqual(lenses(), []);
});

test("nothing in other documents, nothing where the log doesn't tell, nothing once it is dismissed", async () => {
  const other = await diagnosed(named, "/job/other.log");
  assert.deepEqual([other.lenses(), other.faint.at(-1)], [[], []]);
  const unknown = await diagnosed({ ...named, ranks: { ...ranks, status: "unknown" } });
  assert.deepEqual([unknown.lenses(), unknown.faint.at(-1)], [[], []]);
  const { diagnosing, lenses, faint } = await diagnosed();
  const [answer] = diagnosing.answers();
  if (answer !== undefined) diagnosing.show(answer);
  diagnosing.forget();
  assert.deepEqual([lenses(), faint.at(-1)], [[], []]);
});

test("the commands appear with a failure whose beginning is known", async () => {
  await diagnosed();
  assert.deepEqual(fake.executed.at(-1), ["setContext", contextKey.failureKnown, true]);
  await diagnosed({ ...named, ranks: { ...ranks, status: "unknown" } });
  assert.deepEqual(fake.executed.at(-1), ["setContext", contextKey.failureKnown, false]);
});

test("going there says so when the log doesn't tell", async () => {
  const { marks } = await diagnosed({ ...named, ranks: { ...ranks, status: "unknown" } });
  await marks.goToFailure({ id: "1" });
  assert.deepEqual(fake.messages, ["The log does not tell which failure came first."]);
});
