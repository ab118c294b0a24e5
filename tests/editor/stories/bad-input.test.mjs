// What a person does wrong, what is missing on their machine, and what dies under them: each ends in a sentence that says
// what to do, never in a pop-up storm or a dead panel.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { story } from "../harness/story.mjs";

const title = "Gradient of sqrt at exactly zero";

story(
  "nothing selected, prose selected",
  { files: { "notes.txt": "Buy bread.\nCall the plumber about the tap.\n" } },
  async (editor) => {
    await editor.openFile("sqrt-at-zero.log");
    await editor.goToLine(1);
    assert.ok(!(await editor.offered("Rootrank: ")).includes("Rootrank: Diagnose Selection"));

    await editor.openFile("notes.txt");
    await editor.select(1, 2);
    await editor.command("Rootrank: Diagnose Selection");
    const panel = await editor.webview(".panel.answer");
    await editor.screenshot("bad-1-prose");
    assert.match(await panel.locator("h1").innerText(), /can't tell|Nothing wrong/);
    assert.equal(await editor.notifications().count(), 0);
  },
);

const noPython = { settings: { "rootrank.interpreter": "/nowhere/bin/python3" }, path: "/nowhere/bin" };

story("no Python on the machine", noPython, async (editor) => {
  await editor.openFile("sqrt-at-zero.log");
  await editor.select(15, 38);
  await editor.command("Rootrank: Diagnose Selection");
  const panel = await editor.webview(".panel.error");
  await editor.screenshot("bad-2-no-python");
  assert.match(await panel.locator(".panel").innerText(), /Python 3\.10 or newer/);
  // The panel says it: a message that says the same would only be in the way.
  assert.equal(await editor.notifications().count(), 0);

  await panel.locator('[data-key="selectInterpreter"]').click();
  const choices = await editor.choices();
  await editor.screenshot("bad-3-select-interpreter");
  assert.ok(
    choices.some((each) => each.includes("/nowhere/bin/python3") && each.includes("not found")),
    choices.join("\n"),
  );
  assert.ok(choices.some((each) => each.includes("Browse")));
  await editor.page.keyboard.press("Escape");
});

story(
  "the interpreter of the setting is gone, the PATH has one",
  { settings: { "rootrank.interpreter": "/nowhere/bin/python3" } },
  async (editor) => {
    await editor.openFile("sqrt-at-zero.log");
    await editor.select(15, 38);
    await editor.command("Rootrank: Diagnose Selection");
    const panel = await editor.webview(".panel.answer");
    assert.equal(await panel.locator("h1").innerText(), title);
  },
);

story(
  "the interpreter of the Python extension is used",
  { python: process.env.ROOTRANK_LAB_PYTHON, path: "/nowhere/bin" },
  async (editor) => {
    await editor.openFile("sqrt-at-zero.log");
    await editor.select(15, 38);
    await editor.command("Rootrank: Diagnose Selection");
    const panel = await editor.webview(".panel.answer");
    assert.equal(await panel.locator("h1").innerText(), title);
  },
);

story("the server is killed while it diagnoses", {}, async (editor) => {
  await editor.openFile("sqrt-at-zero.log");
  await editor.select(15, 38);
  await editor.command("Rootrank: Diagnose Selection");
  await editor.webview(".panel.answer");

  const before = serverOf(editor.home.folder);
  // Stopped first, so that the request is surely under way when it dies.
  process.kill(before, "SIGSTOP");
  try {
    await editor.openFile("sqrt-at-zero.log");
    await editor.select(15, 38);
    await editor.command("Rootrank: Diagnose Selection");
    await editor.webview(".panel.working");
    await editor.screenshot("bad-4-working");
  } finally {
    process.kill(before, "SIGKILL");
  }
  const panel = await editor.webview(".panel.answer");
  await editor.screenshot("bad-5-after-the-kill");
  assert.equal(await panel.locator("h1").innerText(), title);
  assert.notEqual(serverOf(editor.home.folder), before);
  assert.equal(await editor.notifications().count(), 0);
});

const traceback = "Traceback (most recent call last):\n";
const broken = {
  "cut.log": `${traceback}  File "/home/kim/train.py", line 40, in main\n    loss.back`,
  "empty.log": "",
  "blank.log": "\n".repeat(2000),
  "nul.log": `step 1\0\0\0\0 loss nan\n${traceback}\0`,
  "escapes.log": "\u001b[31m\u001b]633;A\u0007\u001b[2K\r100%|███| 5/5\r\u001b[0mTraceback".repeat(50),
  "mojibake.log": "RuntimeError: Ã¤Ã¶Ã¼ \ufffd\ufffd\ufffd \ud83d\n",
  "long-line.log": `loss ${"9".repeat(900_000)} nan\n`,
  "nested.log": traceback.repeat(400),
  "brackets.log": `${"(".repeat(5000)}${"[".repeat(5000)}\nRuntimeError: ${"'".repeat(5000)}\n`,
  "crlf.log": `${traceback}\r\n  File "C:\\train.py", line x, in \r\nKeyError\r\n`,
};

story("ten broken logs are opened", { files: broken }, async (editor) => {
  await editor.openFile("sqrt-at-zero.log");
  await editor.select(15, 38);
  await editor.command("Rootrank: Diagnose Selection");
  await editor.webview(".panel.answer");
  for (const name of Object.keys(broken)) await editor.openFile(name);
  // The server answers in order: once this diagnosis is there, it has dealt with all that was opened before.
  await editor.openFile("sqrt-at-zero.log");
  await editor.select(37, 38);
  await editor.command("Rootrank: Diagnose Selection");
  const panel = await editor.webview(".panel.answer");
  await panel.locator(".source", { hasText: "lines 37-38" }).waitFor();
  await editor.screenshot("bad-6-broken-logs");
  assert.equal(await editor.notifications().count(), 0);
});

/** The process of the language server that runs from this home. */
function serverOf(home) {
  const found = readdirSync("/proc").filter((id) => /^\d+$/.test(id) && isServer(id, home));
  assert.equal(found.length, 1, `one server should run, found ${found.length}`);
  return Number(found[0]);
}

function isServer(id, home) {
  const read = (file) => readFileSync(join("/proc", id, file), "utf8");
  try {
    return read("cmdline").includes("rootrank\0serve") && read("environ").includes(`PYTHONPATH=${home}`);
  } catch (error) {
    // Processes come and go while they are listed.
    if (["ENOENT", "ESRCH"].includes(error.code)) return false;
    throw error;
  }
}
