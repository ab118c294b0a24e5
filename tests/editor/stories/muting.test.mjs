// What a person has seen enough of stays quiet, and comes back when they want it.
import assert from "node:assert/strict";
import { story } from "../harness/story.mjs";

const title = "Gradient of sqrt at exactly zero";
/**
 * Fails as the recorded run did, without PyTorch. It takes its time, as a run does: of a command that starts, prints and
 * ends in one chunk of the terminal's output VS Code gives extensions nothing to read.
 */
const replay = { "replay.sh": "sleep 1\ncat sqrt-at-zero.log\nexit 1\n" };
const diagnosed = "rootrank/diagnose took";

story("Don't show for this failure: the next one is quiet, until it is reset", { files: replay }, async (editor) => {
  // The lens shows that the extension listens.
  await editor.openFile("sqrt-at-zero.log");
  await editor.lens("Diagnose this log").waitFor();
  await editor.openTerminal();
  await editor.type("bash replay.sh");
  const notification = await editor.notification(title);
  await notification.press("Don't show for this failure");
  await editor.statusBarShows("Reset Muted Failures brings it back");
  await editor.screenshot("muting-1-muted");

  await editor.type("bash replay.sh");
  await editor.home.logged(diagnosed, 2);
  assert.equal(await editor.notifications().count(), 0);

  await editor.command("Rootrank: Reset Muted Failures");
  const choices = await editor.choices();
  await editor.screenshot("muting-2-reset");
  assert.equal(choices.length, 1);
  assert.match(choices[0], /Gradient of sqrt at exactly zero/);
  await editor.page.keyboard.press("Enter");

  await editor.type("bash replay.sh");
  await editor.notification(title);
});

story("an entry that was muted is shown again from the panel", {}, async (editor) => {
  await editor.openFile("sqrt-at-zero.log");
  await editor.select(15, 38);
  await editor.command("Rootrank: Diagnose Selection");
  const panel = await editor.webview(".panel.answer");
  await panel.locator('[data-key="mute"]').click();
  await editor.choose("Mute this entry here");
  await editor.answer("known, fixed next week");
  await editor.choose("Two weeks");
  await panel.locator("h1", { hasText: "What fits this failure is muted" }).waitFor();
  const notification = await editor.notification("is muted until");
  await notification.dismiss();
  await editor.screenshot("muting-3-in-the-panel");
  assert.deepEqual(await editor.problems(), []);

  await panel.locator('[data-key="unmute-0"]').click();
  await panel.locator("h1", { hasText: title }).waitFor();
  assert.equal((await editor.problems()).length, 1);
});
