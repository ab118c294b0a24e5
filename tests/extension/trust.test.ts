import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import type { CodeAction, Command } from "vscode";
import { withTrust } from "../../extension/src/fixes/trust";
import type { Candidate } from "../../extension/src/interpreter/choice";
import { interpreterSources } from "../../extension/src/interpreter/sources";
import { extensions, fake, Uri, workspace } from "./fake-vscode";

afterEach(() => {
  fake.reset();
  workspace.isTrusted = true;
  extensions.installed.clear();
});

const actions = (): (CodeAction | Command)[] =>
  [
    { title: "Add a constant inside sqrt", edit: {}, isPreferred: true },
    { title: "Mute this finding…", edit: undefined, command: { title: "", command: "rootrank.mute" } },
    { title: "a command", command: "x" },
  ] as unknown as (CodeAction | Command)[];

test("the lightbulb of an untrusted workspace changes no file, and says why", () => {
  assert.deepEqual(withTrust(actions()), actions());
  workspace.isTrusted = false;
  const [fix, ...others] = withTrust(actions()) as [CodeAction, ...(CodeAction | Command)[]];
  assert.equal(fix.edit, undefined);
  assert.equal(fix.isPreferred, false);
  assert.match(fix.disabled?.reason ?? "", /not trusted/);
  assert.deepEqual(others, actions().slice(1));
  assert.equal(withTrust(undefined), undefined);
});

async function candidates(): Promise<string[]> {
  const found: Candidate[] = [];
  for (const source of interpreterSources()) found.push(...(await source.candidates()));
  return found.map(({ command, from }) => `${command.join(" ")} (${from})`);
}

/** Stands in for the Python extension's interface. */
const python = {
  activate: () =>
    Promise.resolve({
      environments: {
        getActiveEnvironmentPath: () => ({ path: "python" }),
        resolveEnvironment: () => Promise.resolve({ executable: { uri: Uri.file("/venv/bin/python") } }),
      },
    }),
};
/** Stands in for the environments extension's interface. */
const environments = {
  activate: () =>
    Promise.resolve({
      getEnvironment: () => Promise.resolve({ execInfo: { run: { executable: "/conda/bin/python" } } }),
    }),
};
const onPath = ["python3 (PATH)", "python (PATH)"];
const [fromPython, fromEnvironments] = [
  "/venv/bin/python (Python extension)",
  "/conda/bin/python (Python environments extension)",
];

test("both Python extensions are optional: all four combinations", async () => {
  assert.deepEqual(await candidates(), onPath);
  extensions.installed.set("ms-python.python", python);
  assert.deepEqual(await candidates(), [fromPython, ...onPath]);
  extensions.installed.set("ms-python.vscode-python-envs", environments);
  assert.deepEqual(await candidates(), [fromPython, fromEnvironments, ...onPath]);
  extensions.installed.delete("ms-python.python");
  assert.deepEqual(await candidates(), [fromEnvironments, ...onPath]);
});

test("an extension that breaks, or has no environment, keeps no other source away", async () => {
  extensions.installed.set("ms-python.python", { activate: () => Promise.reject(new Error("broken")) });
  extensions.installed.set("ms-python.vscode-python-envs", { activate: () => Promise.resolve({}) });
  assert.deepEqual(await candidates(), onPath);
});

test("the setting comes first, with ~ and the workspace's folder replaced", async () => {
  fake.settings.set("interpreter", " /own/python ");
  assert.deepEqual(await candidates(), ["/own/python (setting rootrank.interpreter)", ...onPath]);
  fake.settings.set("interpreter", "~/py");
  assert.doesNotMatch((await candidates())[0] ?? "~", /~/);
});

test("what a workspace chose is not started before it is trusted", async () => {
  workspace.isTrusted = false;
  extensions.installed.set("ms-python.python", python);
  extensions.installed.set("ms-python.vscode-python-envs", environments);
  assert.deepEqual(await candidates(), onPath);
});
