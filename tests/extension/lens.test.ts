import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { CodeLens, TextDocument } from "vscode";
import { DiagnoseLens } from "../../extension/src/lens/lens";
import { logs } from "../../extension/src/server/selector";
import { fake, Uri } from "./fake-vscode";

beforeEach(() => {
  fake.reset();
});

let reads = 0;
function log(text: string, version = 1): TextDocument {
  const getText = (): string => {
    reads += 1;
    return text;
  };
  return { uri: Uri.file("/job/train.log"), version, getText } as unknown as TextDocument;
}

const failing = "step 1 loss 2.0\nTraceback (most recent call last):\nValueError: x\n";

test("above a log that looks failed, and only there; it diagnoses that very file", () => {
  const lens = new DiagnoseLens();
  const [one] = lens.provideCodeLenses(log(failing)) as [CodeLens];
  assert.equal(one.command?.command, "rootrank.diagnoseFile");
  assert.equal(String((one.command.arguments as unknown[])[0]), "file:/job/train.log");
  assert.deepEqual(lens.provideCodeLenses(log("step 1 loss 2.0\nsaved\n")), []);
});

test("off by its setting; a version is looked at once", () => {
  const lens = new DiagnoseLens();
  fake.settings.set("codeLens", false);
  assert.deepEqual(lens.provideCodeLenses(log(failing)), []);
  fake.settings.set("codeLens", true);
  const document = log(failing);
  reads = 0;
  for (let time = 0; time < 3; time++) assert.equal(lens.provideCodeLenses(document).length, 1);
  assert.equal(reads, 1);
});

test("never on output channels, of which one is ours, and not on any plain text", () => {
  for (const filter of logs) {
    assert.ok(["file", "untitled"].includes(filter.scheme));
    assert.ok(!("language" in filter) || filter.language === "log");
  }
});
