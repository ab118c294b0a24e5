import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { LogOutputChannel, Memento } from "vscode";
import { failure, sqrt } from "../../extension/gallery/samples";
import { resetMutedFailures } from "../../extension/src/commands/resetMutedFailures";
import type { Diagnosing } from "../../extension/src/diagnosing";
import type { Fixing } from "../../extension/src/fixes/fixing";
import { contextKey } from "../../extension/src/ids";
import { MutedFailures } from "../../extension/src/terminal/muted";
import { button } from "../../extension/src/terminal/notice";
import { Notifying } from "../../extension/src/terminal/notifying";
import { finished } from "../../extension/src/terminal/recent";
import { VirtualTexts } from "../../extension/src/virtualTexts";
import { fake, Memory, window } from "./fake-vscode";

beforeEach(() => {
  fake.reset();
});

const context = (): unknown[] =>
  fake.executed.filter(([name, key]) => name === "setContext" && key === contextKey.failuresMuted);

test("kept with the workspace; the command appears with the first one and goes with the last", async () => {
  const memory = new Memory() as unknown as Memento;
  const muted = new MutedFailures(memory);
  await muted.add({ rule: "a/b", title: "A" });
  await muted.add({ rule: "a/b", title: "A" });
  await muted.add({ rule: "c/d", title: "C" });
  assert.deepEqual([...new MutedFailures(memory).rules()], ["a/b", "c/d"]);
  await muted.remove(["a/b", "c/d"]);
  assert.deepEqual(muted.all(), []);
  assert.deepEqual(
    context().map((call) => (call as unknown[])[2]),
    [false, true, true, true, true, false],
  );
});

test("reset: those that stay picked are shown again, the others stay quiet; Escape changes nothing", async () => {
  const muted = new MutedFailures(new Memory() as unknown as Memento);
  await muted.add({ rule: "a/b", title: "A" });
  await muted.add({ rule: "c/d", title: "C" });
  await resetMutedFailures({ muted });
  assert.equal(muted.all().length, 2);
  assert.deepEqual(
    fake.picks[0]?.map((item) => (item as { label: string }).label),
    ["A", "C"],
  );
  fake.answers = [[1]];
  await resetMutedFailures({ muted });
  assert.deepEqual([...muted.rules()], ["a/b"]);
});

test("don't show for this failure: the next equal one is quiet until it is reset", async () => {
  const muted = new MutedFailures(new Memory() as unknown as Memento);
  const diagnosing = {
    ask: (question: unknown) => Promise.resolve({ id: "1", document: failure, message: null, question }),
  } as unknown as Diagnosing;
  const log = window.createOutputChannel() as unknown as LogOutputChannel;
  const notifying = new Notifying(diagnosing, {} as unknown as Fixing, muted, new VirtualTexts(), log);
  const failed = finished({ command: "python train.py", cwd: null, exitCode: 1 }, "Traceback (most recent call last)");
  fake.answers = [button.mute];
  await notifying.ended(failed);
  assert.equal(fake.messages.length, 2);
  assert.match(fake.messages[1] ?? "", /Reset Muted Failures brings it back/);
  await notifying.ended(failed);
  assert.equal(fake.messages.length, 2);
  await muted.remove([sqrt.rule]);
  await notifying.ended(failed);
  assert.equal(fake.messages.length, 3);
});
