import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { WorkspaceEdit } from "vscode";
import { failure } from "../../extension/gallery/samples";
import type { Answer } from "../../extension/src/answer";
import { Diagnosing } from "../../extension/src/diagnosing";
import { fixState, stands } from "../../extension/src/fixes/applied";
import { Fixing } from "../../extension/src/fixes/fixing";
import { FixWatch } from "../../extension/src/fixes/watching";
import { Panel } from "../../extension/src/panel/panel";
import type { AnswerState, FixState } from "../../extension/src/panel/state";
import type { FixResult } from "../../extension/src/protocol";
import type { Server } from "../../extension/src/server/server";
import { VirtualTexts } from "../../extension/src/virtualTexts";
import { fake, Uri, workspace } from "./fake-vscode";

const file = failure.diagnoses[0]!.fixes[0]!.edits[0]!.file;
const before = "import torch\n\ndef f(a):\n    return torch.sqrt(a)\n";
const after = "import torch\n\ndef f(a):\n    return torch.sqrt(a + 1e-8)\n";
const diff =
  "--- a/x.py\n+++ b/x.py\n@@ -3,2 +3,2 @@\n def f(a):\n-    return torch.sqrt(a)\n+    return torch.sqrt(a + 1e-8)\n";
const offered: FixResult = { edit: { changes: {} }, refused: null, diff };
const refused: FixResult = { edit: null, refused: "line 4 is another one now", diff: "" };
const open: FixState = { diff, refused: null, applied: false, unsaved: false };

test("what a difference writes stands in a text, whatever its line ends and wherever it moved", () => {
  assert.ok(!stands(diff, [before]));
  assert.ok(stands(diff, [after]));
  assert.ok(stands(diff, ["other", `# a comment\n${after}`.replaceAll("\n", "\r\n")]));
  assert.ok(!stands(diff, [after.replace("1e-8)", "1e-8) * 2")]));
  assert.ok(!stands("", [after]));
});

test("every change of a difference counts, also one that only removes", () => {
  const two = "--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n+import a\n b\n-c\n d\n@@ -9 +9 @@\n--- y\n+++ z\n";
  assert.ok(stands(two, ["import a\nb\nd\n++ z\n"]));
  assert.ok(!stands(two, ["import a\nb\nc\nd\n++ z\n"]));
  assert.ok(!stands(two, ["b\nd\n++ z\n"]));
});

test("applied by somebody: the server has nothing left to change and the new lines are there", () => {
  assert.deepEqual(fixState(refused, open, [after], true), { diff, refused: null, applied: true, unsaved: true });
  assert.deepEqual(fixState(refused, open, [after], false).unsaved, false);
});

test("not applied: offered still, overwritten otherwise, or never seen", () => {
  // The same line stands elsewhere in the file.
  assert.equal(fixState(offered, open, [before + after], true).applied, false);
  assert.deepEqual(fixState(refused, open, ["gone"], true), { ...open, refused: refused.refused });
  assert.equal(fixState(refused, undefined, [after], true).applied, false);
});

test("undone: it can be applied again", () => {
  const done = { ...open, applied: true, unsaved: true };
  assert.equal(fixState(offered, done, [after], true).applied, true);
  assert.deepEqual(fixState(offered, done, [before], true), open);
});

/** The panel's diagnosis with one open file; `fix` is what the server says of it. */
function shown(fix: { now: FixResult }) {
  const document = { uri: Uri.file(file), text: before, isDirty: false, getText: () => document.text };
  workspace.textDocuments = [document];
  const request = () => Promise.resolve(fix.now);
  const server = { request, toWorkspaceEdit: (edit: WorkspaceEdit) => Promise.resolve(edit) } as unknown as Server;
  const panel = new Panel(Uri.file("/ext") as never);
  const diagnosing = new Diagnosing(server, panel);
  const question = { params: { text: "", origin: "clipboard" as const }, source: "Clipboard", log: undefined };
  const answer: Answer = { id: "1", document: failure, message: null, question };
  diagnosing.show(answer);
  const state = (): FixState | undefined => (panel.state as AnswerState).fixes["0.0"];
  return { document, diagnosing, answer, state, fixing: new Fixing(server, diagnosing, new VirtualTexts()) };
}

const later = (milliseconds = 0): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
/** Longer than the watch waits for the next keystroke. */
const looked = 600;

beforeEach(() => {
  fake.reset();
});

test("the panel follows what the lightbulb does, an undo and a save", async () => {
  const server = { now: offered };
  const { document, diagnosing, state } = shown(server);
  const watch = new FixWatch(diagnosing);
  await later();
  assert.equal(state()?.applied, false);

  Object.assign(document, { text: after, isDirty: true });
  server.now = refused;
  fake.changed.fire({ document });
  await later(looked);
  assert.deepEqual([state()?.applied, state()?.unsaved], [true, true]);

  document.isDirty = false;
  fake.saved.fire(document);
  await later(looked);
  assert.deepEqual([state()?.applied, state()?.unsaved], [true, false]);

  Object.assign(document, { text: before, isDirty: true });
  server.now = offered;
  fake.changed.fire({ document });
  await later(looked);
  assert.equal(state()?.applied, false);
  watch.dispose();
});

test("files that no fix names are not looked at", async () => {
  const server = { now: offered };
  const { document, diagnosing, state } = shown(server);
  const watch = new FixWatch(diagnosing);
  await later();
  server.now = refused;
  document.text = after;
  fake.changed.fire({ document: { ...document, uri: Uri.file("/elsewhere.py") } });
  await later(looked);
  assert.equal(state()?.applied, false);
  watch.dispose();
});

test("applied from the panel; a preview in which nothing was ticked changes nothing", async () => {
  const server = { now: offered };
  const { document, answer, fixing, state } = shown(server);
  await later();
  Object.assign(workspace, { applyEdit: () => Promise.resolve(true) });
  await fixing.apply(answer, 0, 0);
  assert.equal(state()?.applied, false);

  const write = (): Promise<boolean> => {
    Object.assign(document, { text: after, isDirty: true });
    server.now = refused;
    return Promise.resolve(true);
  };
  Object.assign(workspace, { applyEdit: write });
  await fixing.apply(answer, 0, 0);
  assert.deepEqual([state()?.applied, state()?.unsaved], [true, true]);
});
