import assert from "node:assert/strict";
import { test } from "node:test";
import { failure, sqrt, unexplained } from "../../extension/gallery/samples";
import type { Document as Diagnosis, Hypothesis } from "../../extension/src/generated/document";
import { button, type Circumstances, notice } from "../../extension/src/terminal/notice";

const usual: Circumstances = { enabled: true, trusted: true, muted: new Set(), open: new Set(), folders: [] };
const with_ = (change: Partial<Hypothesis>): Diagnosis => ({ ...failure, diagnoses: [{ ...sqrt, ...change }] });

test("a known failure: title, where, and the three buttons", () => {
  assert.deepEqual(notice(failure, usual), {
    rule: "numerics/sqrt-at-zero",
    message: "Gradient of sqrt at exactly zero · model/loss.py:40, rank 5 of 8",
    buttons: [button.diagnose, button.apply, button.mute],
  });
});

test("silence: the setting, a muted kind, one still open, no entry, only possible, an entry that may not notify", () => {
  const rule = new Set([sqrt.rule]);
  assert.equal(notice(failure, { ...usual, enabled: false }), undefined);
  assert.equal(notice(failure, { ...usual, muted: rule }), undefined);
  assert.equal(notice(failure, { ...usual, open: rule }), undefined);
  assert.equal(notice(unexplained, usual), undefined);
  assert.equal(notice(with_({ confidence: "possible" }), usual), undefined);
  assert.equal(notice(with_({ notify: false }), usual), undefined);
  assert.equal(notice({ ...failure, verdict: "healthy" }, usual), undefined);
});

test("likely is enough", () => {
  assert.ok(notice(with_({ confidence: "likely" }), usual));
});

test("no Apply where nothing can be applied", () => {
  const [fix] = sqrt.fixes;
  const buttons = (change: Diagnosis, now = usual): string[] | undefined => notice(change, now)?.buttons;
  const two = [button.diagnose, button.mute];
  assert.deepEqual(buttons(failure, { ...usual, trusted: false }), two);
  assert.deepEqual(buttons(with_({ fixes: [] })), two);
  assert.deepEqual(buttons(with_({ fixes: [{ ...fix!, refused: "the line changed" }] })), two);
  assert.deepEqual(buttons(with_({ fixes: [{ ...fix!, edits: [] }] })), two);
  assert.deepEqual(buttons(with_({ fixes: [{ ...fix!, kind: "advice" }] })), two);
});

test("where: a file is named from the workspace's folder on", () => {
  const at = (file: string, folders: string[]): string | undefined =>
    notice(with_({ place: { file, line: 12, function: null, text: null } }), { ...usual, folders })?.message;
  assert.match(at("/home/kim/mon projet/train.py", ["/home/kim/mon", "/home/kim/mon projet"]) ?? "", / · train\.py:12/);
  assert.match(at("/home/kim/mon projet/train.py", ["/other"]) ?? "", / · mon projet\/train\.py:12/);
});

test("where: without a line, without ranks", () => {
  const bare = { ...with_({ place: null }), failure: null, ranks: { ...failure.ranks, initiating: null } };
  assert.equal(notice(bare, usual)?.message, sqrt.title);
});
