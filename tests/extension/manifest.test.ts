// package.json and the code name the same things, both ways, and each command answers without an open file.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { activate } from "../../extension/src/extension";
import { command, contextKey, section, setting } from "../../extension/src/ids";
import { fake, Memory } from "./fake-vscode";

interface Property {
  scope?: string;
  markdownDescription: string;
  enum?: string[];
  enumDescriptions?: string[];
}

interface Manifest {
  main: string;
  extensionKind: string[];
  activationEvents: string[];
  capabilities: {
    untrustedWorkspaces: { supported: string; restrictedConfigurations: string[] };
    virtualWorkspaces: { supported: boolean };
  };
  contributes: {
    commands: { command: string; title: string; category: string }[];
    menus: Record<string, { command: string; when?: string }[]>;
    configuration: { properties: Record<string, Property> };
  };
}

const text = readFileSync("package.json", "utf8");
const manifest = JSON.parse(text) as Manifest;
const { contributes } = manifest;

function sorted(names: Iterable<string>): string[] {
  return [...new Set(names)].sort();
}

function activated(): void {
  fake.reset();
  fake.commands.clear();
  activate({
    subscriptions: [],
    extensionPath: "/ext",
    extensionUri: { scheme: "file", path: "/ext" },
    storageUri: undefined,
    globalStorageUri: { fsPath: "/storage" },
    workspaceState: new Memory(),
    globalState: new Memory(),
    extension: { packageJSON: manifest },
  } as never);
}

test("commands: declared, named and registered are the same", () => {
  activated();
  const declared = sorted(contributes.commands.map((item) => item.command));
  assert.deepEqual(declared, sorted(Object.values(command)));
  assert.deepEqual(declared, sorted(fake.commands.keys()));
  for (const item of contributes.commands) assert.equal(item.category, "Rootrank");
});

test("menus name declared commands only", () => {
  const declared = new Set(contributes.commands.map((item) => item.command));
  for (const item of Object.values(contributes.menus).flat()) assert.ok(declared.has(item.command), item.command);
});

test("settings: declared and named are the same, each with a description and a scope", () => {
  const properties = contributes.configuration.properties;
  const named = Object.values(setting).map((name) => `${section}.${name}`);
  assert.deepEqual(sorted(Object.keys(properties)), sorted(named));
  for (const [name, property] of Object.entries(properties)) {
    assert.ok(property.scope, name);
    assert.match(property.markdownDescription, /^%.+%$/);
  }
  assert.equal(properties["rootrank.interpreter"]?.scope, "machine-overridable");
});

test("context keys: those in when clauses and those in the code are the same", () => {
  const clauses = Object.values(contributes.menus)
    .flat()
    .map((item) => item.when ?? "");
  const used = clauses.flatMap((clause) => clause.match(/\brootrank\.\w+/g) ?? []);
  assert.deepEqual(sorted(used), sorted(Object.values(contextKey)));
});

test("strings: each placeholder has a text and each text a placeholder", () => {
  const strings = JSON.parse(readFileSync("package.nls.json", "utf8")) as Record<string, string>;
  const used = [...text.matchAll(/"%([^%"]+)%"/g)].map((match) => match[1] ?? "");
  assert.deepEqual(sorted(used), sorted(Object.keys(strings)));
});

test("trust, virtual workspaces, kind and activation are stated", () => {
  assert.equal(manifest.capabilities.untrustedWorkspaces.supported, "limited");
  assert.deepEqual(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations, ["rootrank.interpreter"]);
  assert.equal(manifest.capabilities.virtualWorkspaces.supported, false);
  assert.deepEqual(manifest.extensionKind, ["workspace"]);
  // Terminal output can only be read from a command's start on, so somebody must listen before the first command: from
  // the first prompt on where VS Code tells of it, and from the end of the start where it does not yet.
  assert.deepEqual(manifest.activationEvents, ["onStartupFinished", "onTerminalShellIntegration:*"]);
});

test("no other extension is needed, none is bundled, and nothing runs in a browser", () => {
  const keys = Object.keys(manifest);
  for (const key of ["extensionDependencies", "extensionPack", "browser", "enabledApiProposals"])
    assert.ok(!keys.includes(key), key);
});

test("limits in untrusted and virtual workspaces are explained, in a sentence each", () => {
  const strings = JSON.parse(readFileSync("package.nls.json", "utf8")) as Record<string, string>;
  for (const name of ["untrustedWorkspaces", "virtualWorkspaces"])
    assert.match(strings[`capabilities.${name}`] ?? "", /^[A-Z].*\.$/);
});

test("a choice says what each of its values does", () => {
  for (const [name, property] of Object.entries(contributes.configuration.properties))
    assert.equal(property.enumDescriptions?.length, property.enum?.length, name);
});

test("in an empty window the palette offers few commands: the others need something to work on", () => {
  const conditional = new Set(contributes.menus["commandPalette"]?.map((item) => item.command));
  const always = contributes.commands.filter((item) => !conditional.has(item.command));
  assert.ok(always.length <= 8, always.map((item) => item.command).join(", "));
});

test("titles are sentences without their category, an emoji or a mark", () => {
  const strings = JSON.parse(readFileSync("package.nls.json", "utf8")) as Record<string, string>;
  for (const item of contributes.commands) {
    const title = strings[item.title.replaceAll("%", "")] ?? "";
    assert.match(title, /^[A-Z][A-Za-z ]+$/, item.command);
    assert.doesNotMatch(title, /Rootrank/);
  }
});

test("every command runs without an open file, a server or an answer", async () => {
  activated();
  for (const id of fake.commands.keys()) await fake.commands.get(id)?.();
  const tried = fake.commands.size;
  assert.equal(tried, contributes.commands.length);
});

test("debug information and a report are documents, with the search and without anything of a log", async () => {
  activated();
  await fake.commands.get(command.showDebugInformation)?.();
  await fake.commands.get(command.reportIssue)?.();
  const [debug, report] = fake.documents.map((text) => (text as { content: string }).content);
  assert.match(debug ?? "", /^# Rootrank debug information\n[^]*## Search for an interpreter/);
  assert.match(
    report ?? "",
    /^# What went wrong[^]*What you did:[^]*\n## Rootrank debug information\n[^]*\n### Search/,
  );
});

test("each command that needs something says so when it is missing", async () => {
  activated();
  const answers: Record<string, RegExp> = {
    [command.diagnoseSelection]: /^Select the lines/,
    [command.diagnoseFile]: /^Open the log/,
    [command.diagnoseClipboard]: /^The clipboard holds no text/,
    [command.diagnoseTerminalSelection]: /^Select the lines to diagnose in the terminal/,
    [command.diagnoseLastFailedCommand]: /^No failed command was seen/,
    [command.mute]: /^Nothing is diagnosed/,
    [command.resetMutedFailures]: /^No failure is muted/,
    [command.goToInitiatingFailure]: /^Nothing is diagnosed yet/,
  };
  for (const [id, expected] of Object.entries(answers)) {
    fake.messages = [];
    await fake.commands.get(id)?.();
    assert.equal(fake.messages.length, 1, id);
    assert.match(fake.messages[0] ?? "", expected);
  }
});

test("the clipboard is given back after a terminal selection", async () => {
  activated();
  fake.clipboard = "mine";
  await fake.commands.get(command.diagnoseTerminalSelection)?.();
  assert.equal(fake.clipboard, "mine");
});
