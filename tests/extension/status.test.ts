import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { Memento } from "vscode";
import { command } from "../../extension/src/ids";
import type { StatusResult } from "../../extension/src/protocol";
import { type Health, NoInterpreter, type Server, ServerGone } from "../../extension/src/server/server";
import { about, createStatus } from "../../extension/src/status";
import { EventEmitter, fake, LanguageStatusSeverity, Memory } from "./fake-vscode";

const interpreter = { executable: "/p", version: "3.12.1", from: "PATH" };
const said: StatusResult = {
  version: "0.1.0",
  rulebook: { version: "2026.12", hash: "abc", entries: 142 },
  interpreter: "/p",
  scan: "hyperscan",
  codeQuestions: true,
  lastMs: 12,
  problems: [],
};

function status(panelTells = false, memory = new Memory()) {
  const health = new EventEmitter<Health>();
  const server = { onHealth: health.event, durations: [["rootrank/diagnose", 21.4]] } as unknown as Server;
  createStatus(server, () => panelTells, memory as unknown as Memento);
  const noPython = (): void => {
    health.fire({ state: "broken", error: new NoInterpreter() });
  };
  return { health, noPython, memory };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

beforeEach(() => {
  fake.reset();
});

test("one item tells versions, the number of entries, the interpreter and the last duration", () => {
  assert.equal(
    about(said, interpreter, 21.4),
    "server 0.1.0 · rulebook 2026.12, 142 entries · Python 3.12.1 · last 21 ms",
  );
  assert.match(
    about({ ...said, scan: "fallback", codeQuestions: false }, interpreter, undefined),
    /slower scan · no edits$/,
  );
});

test("the item follows the server; what is wrong in the workspace is a warning, no server an error", () => {
  const { health } = status();
  health.fire({ state: "starting" });
  assert.equal(fake.status.busy, true);
  health.fire({ state: "running", interpreter, about: said });
  assert.deepEqual([fake.status.busy, fake.status.severity], [false, LanguageStatusSeverity.Information]);
  health.fire({ state: "running", interpreter, about: { ...said, problems: ["a.json can't be read"] } });
  assert.equal(fake.status.severity, LanguageStatusSeverity.Warning);
  assert.match(fake.status.detail, /a\.json can't be read/);
  health.fire({ state: "broken", error: new ServerGone("the log says more") });
  assert.equal(fake.status.severity, LanguageStatusSeverity.Error);
  assert.deepEqual(fake.messages.length, 1);
});

test("no Python is said once, and again only after it ran", () => {
  const { health, noPython } = status();
  noPython();
  noPython();
  assert.equal(fake.messages.length, 1);
  health.fire({ state: "running", interpreter, about: undefined });
  noPython();
  assert.equal(fake.messages.length, 2);
});

test("what the panel tells is not told by a message as well", () => {
  const { noPython } = status(true);
  noPython();
  assert.deepEqual(fake.messages, []);
});

test("the message leads to the interpreters, and can be silenced for good", async () => {
  fake.answers = ["Select Interpreter"];
  const { memory, noPython } = status();
  noPython();
  await settled();
  assert.deepEqual(fake.executed.at(-1), [command.selectInterpreter]);
  fake.answers = ["Don't Show Again"];
  status(false, memory).noPython();
  await settled();
  const { health, noPython: later } = status(false, memory);
  later();
  await settled();
  assert.equal(fake.messages.length, 2);
  // That the server crashes is another matter.
  health.fire({ state: "running", interpreter, about: undefined });
  health.fire({ state: "broken", error: new ServerGone("") });
  assert.equal(fake.messages.length, 3);
});
