import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { Answer } from "../../extension/src/answer";
import type { Diagnosing } from "../../extension/src/diagnosing";
import { durations, isTarget } from "../../extension/src/muting/choice";
import { Muting } from "../../extension/src/muting/muting";
import type { Server } from "../../extension/src/server/server";
import { fake, workspace } from "./fake-vscode";

beforeEach(() => {
  fake.reset();
});

const target = { id: "7", diagnosis: 0, scope: "finding" as const };
const muted = { path: "/job/.rootrank/suppressed.json", rule: "numerics/nan-loss", finding: "abc" };

function scripted(answer?: unknown, fails = false) {
  const sent: [string, unknown][] = [];
  const diagnosed: unknown[] = [];
  const request = (method: string, params: unknown): Promise<unknown> => {
    sent.push([method, params]);
    return fails ? Promise.reject(new Error("open a folder")) : Promise.resolve(muted);
  };
  const diagnosing = {
    answer: answer as Answer | undefined,
    selected: 0,
    diagnose(question: unknown) {
      diagnosed.push(question);
      return Promise.resolve();
    },
  };
  const muting = new Muting({ request } as unknown as Server, diagnosing as unknown as Diagnosing);
  return { muting, sent, diagnosed };
}

test("asks why and for how long, and says what was done", async () => {
  const { muting, sent, diagnosed } = scripted();
  fake.answers = [" known ", 0];
  await muting.run(target);
  assert.deepEqual(sent, [["rootrank/suppress", { ...target, reason: "known" }]]);
  assert.deepEqual(fake.messages, ["numerics/nan-loss is muted."]);
  assert.deepEqual(diagnosed, []);
});

test("undo takes back that finding alone, and what is shown is read again both times", async () => {
  const answer = { id: "7", document: { diagnoses: [{}] }, question: "q" };
  const { muting, sent, diagnosed } = scripted(answer);
  fake.answers = ["known", 1, "Undo"];
  await muting.run(target);
  assert.deepEqual(sent[1], ["rootrank/unsuppress", { rule: muted.rule, finding: muted.finding }]);
  assert.match((sent[0]?.[1] as { until: string }).until, /^\d{4}-\d\d-\d\d$/);
  assert.deepEqual(diagnosed, ["q", "q"]);
});

test("without a target: the panel's diagnosis, and which of the two is asked", async () => {
  const { muting, sent } = scripted({ id: "9", document: { diagnoses: [{}] }, question: "q" });
  fake.answers = [1, "old code", 0];
  await muting.run(undefined);
  assert.deepEqual(sent[0]?.[1], { id: "9", diagnosis: 0, scope: "entry", reason: "old code" });
});

test("what was muted long ago is shown again from the panel, and the failure is read again", async () => {
  const { muting, sent, diagnosed } = scripted({ id: "7", document: { diagnoses: [] }, question: "q" });
  await muting.unmute("numerics/nan-loss");
  assert.deepEqual(sent, [["rootrank/unsuppress", { rule: "numerics/nan-loss" }]]);
  assert.deepEqual(diagnosed, ["q"]);
  assert.deepEqual(fake.messages, []);
  const refused = scripted(undefined, true);
  await refused.muting.unmute("numerics/nan-loss");
  assert.deepEqual(fake.messages, ["numerics/nan-loss is still muted: open a folder"]);
});

test("no reason, no muting; a refusal is told", async () => {
  const { muting, sent } = scripted();
  await muting.run(target);
  fake.answers = ["  "];
  await muting.run(target);
  fake.answers = ["known"];
  assert.deepEqual(sent, []);
  const refused = scripted(undefined, true);
  fake.answers = ["known", 0];
  await refused.muting.run(target);
  assert.deepEqual(fake.messages, ["Nothing was muted: open a folder"]);
});

test("nothing is written in a workspace that is not trusted", async () => {
  const { muting, sent } = scripted();
  workspace.isTrusted = false;
  try {
    await muting.run(target);
    await muting.unmute(muted.rule);
  } finally {
    workspace.isTrusted = true;
  }
  assert.deepEqual(sent, []);
  assert.match(fake.messages[0] ?? "", /not trusted/);
});

test("targets are checked; days count by the calendar", () => {
  assert.ok(isTarget(target));
  for (const wrong of [undefined, null, 3, {}, { ...target, scope: "all" }, { ...target, diagnosis: "0" }])
    assert.ok(!isTarget(wrong));
  assert.deepEqual(
    durations(new Date(2026, 11, 25)).map(({ until }) => until),
    [undefined, "2027-01-08", "2027-03-26"],
  );
});
