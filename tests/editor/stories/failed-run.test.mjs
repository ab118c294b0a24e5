// A training script fails in the terminal; the notification leads to the cause, the lightbulb mends it, Run proves it.
import assert from "node:assert/strict";
import { pathWithTorch } from "../harness/home.mjs";
import { story } from "../harness/story.mjs";

const title = "Gradient of sqrt at exactly zero";
/** Importing PyTorch and failing takes 6 s on two idle cores. */
const torch = 120_000;

story("a failed run is explained, mended and proved", { path: pathWithTorch }, async (editor) => {
  await editor.openFile("train.py");
  await editor.openTerminal();
  await editor.type("python train.py");
  await editor.terminalShows("RuntimeError: Function 'SqrtBackward0' returned nan values", torch);

  const notification = await editor.notification(title);
  await editor.screenshot("run-1-notification");
  assert.match(notification.text, /· train\.py:12/);
  assert.deepEqual(await notification.buttons(), ["Diagnose", "Apply fix", "Don't show for this failure"]);
  await notification.press("Diagnose");

  const panel = await editor.webview(".panel.answer");
  await panel.locator(".diff").first().waitFor();
  await editor.screenshot("run-2-panel");
  assert.equal(await panel.locator("h1").innerText(), title);
  assert.match(await panel.locator(".failing").innerText(), /torch\.sqrt\(\(\(a - b\) \*\* 2\)\.sum\(-1\)\)/);
  assert.match(await panel.locator(".failing-line .where").innerText(), /train\.py:12/);

  await editor.openFile("train.py");
  const lightbulb = await editor.lightbulb(12);
  await editor.screenshot("run-3-lightbulb");
  assert.ok((await lightbulb.titles()).some((each) => each.includes("Add a constant inside sqrt")));
  await lightbulb.pick("Add a constant inside sqrt");
  await editor.line("torch.sqrt(((a - b) ** 2).sum(-1) + 1e-8)").waitFor();
  // The panel sees what the lightbulb did, and that the file is not saved.
  await panel.locator(".applied", { hasText: "Applied, not saved" }).waitFor();
  assert.equal(await panel.locator('[data-key="apply-0"]').count(), 0);
  await editor.screenshot("run-4-mended");

  await panel.locator('[data-key="run"]').click();
  await panel.locator(".outcome.running").waitFor();
  await editor.screenshot("run-5-running");
  await panel.locator(".outcome:not(.running)").waitFor({ timeout: torch });
  await editor.screenshot("run-6-verified");
  assert.match(await panel.locator(".outcome").innerText(), /Verified/);
  // The lightbulb left the file unsaved.
  assert.match(await panel.locator(".outcome").innerText(), /Saved before the run: train\.py/);
  await editor.terminalShows("done");
  await panel.locator(".applied", { hasText: /^Applied$/ }).waitFor();
  assert.deepEqual(await editor.problems(), []);
});

story("a run in an environment that was activated by hand is proved in it", {}, async (editor) => {
  await editor.openTerminal();
  await editor.type("source ~/.venv/bin/activate && python train.py");
  const notification = await editor.notification(title, torch);
  await notification.press("Apply fix");
  const panel = await editor.webview(".panel.answer .applied");
  await panel.locator('[data-key="run"]').click();
  await panel.locator(".outcome:not(.running)").waitFor({ timeout: torch });
  await editor.screenshot("terminal-1-proved");
  assert.match(await panel.locator(".outcome").innerText(), /Verified/);
});
