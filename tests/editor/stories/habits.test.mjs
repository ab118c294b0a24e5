// What people expect of any extension: by keyboard alone, settings at once, and deaf to its own log.
import assert from "node:assert/strict";
import { story } from "../harness/story.mjs";

const title = "Gradient of sqrt at exactly zero";

story("by keyboard alone: diagnosed, applied, saved", {}, async (editor) => {
  const { page } = editor;
  await editor.openFile("sqrt-at-zero.log");
  await editor.select(15, 38);
  await editor.command("Rootrank: Diagnose Selection");
  const panel = await editor.webview(".panel.answer");
  await panel.locator(".diff").first().waitFor();
  await page.keyboard.press("Control+2");
  const focused = () => panel.evaluate(() => globalThis.document.activeElement?.getAttribute("data-key"));
  const passed = [];
  while (passed.at(-1) !== "apply-0" && passed.length < 20) {
    await page.keyboard.press("Tab");
    passed.push(await focused());
  }
  assert.equal(passed.at(-1), "apply-0", passed.join(", "));
  await editor.screenshot("keyboard-1-focus");
  await page.keyboard.press("Enter");
  await panel.locator(".applied", { hasText: "Applied, not saved" }).waitFor();
  await page.keyboard.press("Control+1");
  await editor.openFile("train.py");
  await page.keyboard.press("Control+s");
  await panel.locator(".applied", { hasText: /^Applied$/ }).waitFor();
});

const verbose = { "rootrank.trace.server": "verbose" };

story("settings work at once; our own log is never read", { settings: verbose }, async (editor) => {
  await editor.openFile("sqrt-at-zero.log");
  await editor.command("Developer: Set Log Level...");
  await editor.choose("Rootrank");
  await editor.choose("Trace");
  const lens = editor.lens("Diagnose this log");
  await lens.click();
  const panel = await editor.webview(".panel.answer");
  assert.equal(await panel.locator("h1").innerText(), title);
  assert.equal((await editor.problems()).length, 1);

  await editor.command("Rootrank: Show Log");
  await editor.page.locator(".output-view .view-line", { hasText: "rootrank" }).first().waitFor();
  await editor.screenshot("habits-1-own-log");

  await editor.home.change({ "rootrank.findings": false, "rootrank.codeLens": false });
  await lens.waitFor({ state: "detached" });
  await editor.home.logged("workspace/didChangeConfiguration", 1);
  await editor.home.change({ "rootrank.codeLens": true });
  await lens.waitFor();
  // With the trace on, the log shows each document that the server was given: the file is there, the log itself is not.
  const log = await editor.home.extensionLog();
  assert.match(log, /"uri": "file:[^"]*sqrt-at-zero\.log"/);
  assert.doesNotMatch(log, /"uri": "output:/);
  await lens.click();
  await panel.locator(".source", { hasText: "sqrt-at-zero.log" }).waitFor();
  assert.deepEqual(await editor.problems(), []);
});
