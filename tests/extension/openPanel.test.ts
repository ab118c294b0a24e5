import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { Diagnostic } from "vscode";
import { several } from "../../extension/gallery/samples";
import type { Question } from "../../extension/src/answer";
import { isNamed, openPanel } from "../../extension/src/commands/openPanel";
import { Diagnosing } from "../../extension/src/diagnosing";
import { Panel } from "../../extension/src/panel/panel";
import type { AnswerState } from "../../extension/src/panel/state";
import { withLink } from "../../extension/src/server/links";
import { type Server, NoInterpreter } from "../../extension/src/server/server";
import { fake, Uri } from "./fake-vscode";

beforeEach(() => {
  fake.reset();
});

const question: Question = { params: { text: "x", origin: "terminal" }, source: "Terminal", log: undefined };

function parts(document = several) {
  let count = 0;
  const request = (method: string): Promise<unknown> => {
    if (method !== "rootrank/diagnose") return Promise.resolve({ edit: null, refused: null, diff: "" });
    count += 1;
    return Promise.resolve({ id: String(count), document, message: null, warnings: [] });
  };
  const panel = new Panel(Uri.file("/ext") as never);
  const diagnosing = new Diagnosing({ request, warn: () => undefined } as unknown as Server, panel);
  const state = (): AnswerState => panel.state as AnswerState;
  return { panel, diagnosing, state };
}

test("the code of a finding is a link to its very diagnosis, and to no address", () => {
  const finding = { code: "numerics/sqrt-at-zero", data: { id: "3", diagnosis: 1 } } as unknown as Diagnostic;
  const { code } = withLink(finding);
  assert.ok(typeof code === "object");
  assert.equal(code.value, "numerics/sqrt-at-zero");
  assert.equal(decodeURIComponent(code.target.toString()), 'command:rootrank.openPanel?[{"id":"3","diagnosis":1}]');
  const bare = { code: "numerics/sqrt-at-zero" } as unknown as Diagnostic;
  assert.equal(withLink(bare).code, "numerics/sqrt-at-zero");
});

test("a link shows the diagnosis that it names, which need not have been shown before", async () => {
  const { panel, diagnosing, state } = parts();
  await diagnosing.ask(question);
  await diagnosing.ask(question);
  openPanel({ panel, diagnosing }, { id: "1", diagnosis: 1 });
  assert.deepEqual([diagnosing.answer?.id, state().selected], ["1", 1]);
});

test("without a name, or with one that is no longer kept: what is shown, else the newest, else the empty panel", async () => {
  const { panel, diagnosing } = parts();
  openPanel({ panel, diagnosing }, undefined);
  assert.equal(panel.state.kind, "empty");
  for (let time = 0; time < 22; time++) await diagnosing.ask(question);
  openPanel({ panel, diagnosing }, { id: "1", diagnosis: 0 });
  assert.equal(diagnosing.answer?.id, "22");
  openPanel({ panel, diagnosing }, { id: "5", diagnosis: 99 });
  assert.equal(diagnosing.answer.id, "5");
  openPanel({ panel, diagnosing }, undefined);
  assert.equal(diagnosing.answer.id, "5");
  diagnosing.forget();
  assert.equal(diagnosing.find("5"), undefined);
});

test("what is known of the answer that is shown stays", async () => {
  const { panel, diagnosing, state } = parts();
  const answer = await diagnosing.ask(question);
  diagnosing.show(answer);
  diagnosing.change(answer, (now) => {
    now.verifications[0] = { state: "verified", message: "", saved: [], shown: false };
  });
  openPanel({ panel, diagnosing }, { id: answer.id, diagnosis: 1 });
  assert.deepEqual([state().selected, state().verifications[0]?.state], [1, "verified"]);
});

test("names are checked", () => {
  assert.ok(isNamed({ id: "1", diagnosis: 0 }));
  for (const wrong of [undefined, null, "1", {}, { id: 1, diagnosis: 0 }, { id: "1", diagnosis: -1 }])
    assert.ok(!isNamed(wrong));
});

test("work is shown only when it takes longer than a glance, and what goes wrong on the panel alone", async () => {
  const { panel, diagnosing } = parts();
  const shown = (): string[] => (fake.shown as { kind: string }[]).map(({ kind }) => kind);
  await diagnosing.diagnose(question);
  assert.ok(!shown().includes("working"));
  fake.shown = [];
  const slow = new Promise<Question>((resolve) => setTimeout(resolve, 900, question));
  const asked = diagnosing.diagnose({ source: "train.log", put: () => slow });
  assert.ok(diagnosing.busy);
  await asked;
  assert.ok(shown().includes("working"));
  assert.equal(panel.state.kind, "answer");
  await diagnosing.diagnose({ source: "train.log", put: () => Promise.reject(new NoInterpreter()) });
  assert.deepEqual(panel.state, {
    kind: "error",
    message: new NoInterpreter().message,
    actions: ["selectInterpreter", "showLog"],
  });
  assert.deepEqual(fake.messages, []);
  assert.ok(!diagnosing.busy);
});
