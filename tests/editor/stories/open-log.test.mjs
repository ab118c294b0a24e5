// A log lies in an editor: its selection is diagnosed, its lines and the line at fault explain themselves on hover.
import assert from "node:assert/strict";
import { story } from "../harness/story.mjs";

const title = "Gradient of sqrt at exactly zero";

story("a selected traceback is diagnosed", {}, async (editor) => {
  await editor.openFile("sqrt-at-zero.log");
  await editor.select(15, 38);
  await editor.command("Rootrank: Diagnose Selection");

  const panel = await editor.webview(".panel.answer");
  await panel.locator(".diff").first().waitFor();
  await editor.screenshot("log-1-panel");
  await editor.openFile("train.py");
  await editor.goToLine(12);
  await editor.screenshot("log-2-beside-the-code");
  assert.equal(await panel.locator("h1").innerText(), title);
  assert.match(await panel.locator(".source").innerText(), /sqrt-at-zero\.log, lines 15-38/);

  const problems = await editor.problems();
  await editor.screenshot("log-3-problems");
  assert.equal(problems.length, 1, problems.join("\n"));
  assert.match(problems[0], /Gradient of sqrt at exactly zero.*numerics\/sqrt-at-zero.*Ln 12/);

  await editor.openFile("sqrt-at-zero.log");
  assert.match(await editor.hover(38, "SqrtBackward0", title), /Gradient of sqrt/);
  await editor.screenshot("log-4-hover-in-log");

  await editor.openFile("train.py");
  assert.match(await editor.hover(12, "sqrt", title), /Gradient of sqrt/);
  await editor.screenshot("log-5-hover-in-code");

  // Closed, the panel comes back by the hover's link, and by the code in the list of problems.
  await editor.closePanel();
  await editor.hover(12, "sqrt", title);
  await editor.page.locator(".monaco-hover:not(.hidden) a", { hasText: "Open the diagnosis" }).click();
  await editor.webview(".panel.answer");
  await editor.closePanel();
  await editor.problems();
  await editor.page.locator(".markers-panel a", { hasText: "numerics/sqrt-at-zero" }).click();
  const again = await editor.webview(".panel.answer");
  assert.equal(await again.locator("h1").innerText(), title);

  // What is logged says what was done, and nothing of what was read.
  const log = await editor.home.extensionLog();
  assert.match(log, /rootrank\/diagnose took/);
  assert.doesNotMatch(log, /SqrtBackward0|catalogue|torch\.sqrt/);
});
