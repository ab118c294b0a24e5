// A workspace that came from somewhere: its log is explained, and nothing of it is run or changed until it is trusted.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { restricted } from "../harness/home.mjs";
import { story } from "../harness/story.mjs";

const title = "Gradient of sqrt at exactly zero";
const files = {
  ".vscode/settings.json": JSON.stringify({ "rootrank.interpreter": "${workspaceFolder}/python" }),
  python: '#!/bin/sh\ntouch "$(dirname "$0")/was-run"\nexit 1\n',
};

story(
  "restricted mode: diagnosed, nothing run, nothing changed; trusted: it can be",
  { settings: restricted, files },
  async (editor) => {
    await editor.openFile("sqrt-at-zero.log");
    await editor.select(15, 38);
    await editor.command("Rootrank: Diagnose Selection");
    const panel = await editor.webview(".panel.answer");
    await panel.locator(".diff").first().waitFor();
    await editor.screenshot("trust-1-restricted");
    assert.equal(await panel.locator("h1").innerText(), title);
    assert.match(await panel.locator(".notice").innerText(), /not trusted: nothing is run and nothing is changed/);
    assert.equal(await panel.locator('[data-key="apply-0"]').getAttribute("aria-disabled"), "true");
    assert.ok(!existsSync(join(editor.home.workspace, "was-run")), "the workspace's interpreter was started");

    await panel.locator('[data-key="manage-trust"]').click();
    await editor.page
      .locator(".workspace-trust-editor .monaco-button", { hasText: /^Trust$/ })
      .first()
      .click();
    await panel.locator('[data-key="apply-0"]:not([aria-disabled])').waitFor();
    // The page on trust lies above everything else.
    await editor.page.locator(".modal-editor-part .codicon-close").first().click();
    await editor.screenshot("trust-2-trusted");
    await panel.locator('[data-key="apply-0"]').click();
    await panel.locator(".applied").waitFor();
    assert.equal(await editor.notifications().count(), 0);
  },
);
