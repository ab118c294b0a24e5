import assert from "node:assert/strict";
import { test } from "node:test";
import { sqrt } from "../../extension/gallery/samples";
import { addedText, fromEdits, fromUnified } from "../../extension/panel/difference";
import { withEdits } from "../../extension/src/fixes/preview";

const edit = (line: number, from: number, to: number, newText: string) => ({
  range: { start: { line, character: from }, end: { line, character: to } },
  newText,
});

test("preview: several edits, in any order, with any line ends", () => {
  assert.equal(
    withEdits("import a\nx = f(y)\n", [edit(1, 6, 7, "y + 1"), edit(0, 0, 0, "import b\n")]),
    "import b\nimport a\nx = f(y + 1)\n",
  );
  assert.equal(withEdits("a\r\nb\r\n", [edit(1, 0, 1, "c")]), "a\r\nc\r\n");
  assert.equal(withEdits("a", [edit(9, 0, 0, "!")]), "a!");
});

test("difference: lines of a unified difference, with what changed in them", () => {
  const lines = fromUnified(
    "--- a/x.py\n+++ b/x.py\n@@ -1,4 +1,4 @@\n import os\n import torch\n-y = sqrt(x)\n+y = sqrt(x + e)\n \n@@ -9 +9 @@\n--- c\n+++ d\n",
  );
  assert.deepEqual(
    lines.map(({ kind, text }) => [kind, text]),
    [
      ["same", "import torch"],
      ["removed", "y = sqrt(x)"],
      ["added", "y = sqrt(x + e)"],
      ["gap", ""],
      ["removed", "-- c"],
      ["added", "++ d"],
    ],
  );
  assert.deepEqual(lines[2]?.changed, [10, 14]);
  assert.equal(addedText(lines), "y = sqrt(x + e)\n++ d");
});

test("difference: no text, or something else, is no difference", () => {
  assert.deepEqual(fromUnified(""), []);
  assert.deepEqual(fromUnified("nothing to see"), []);
});

test("difference: from the edits alone", () => {
  assert.deepEqual(
    fromEdits(sqrt.fixes[0]!.edits).map(({ kind }) => kind),
    ["removed", "added"],
  );
});
