// The editor as a person uses it: files, the palette, the terminal, notifications, the lightbulb, hovers, the panel.
// Each function waits for what it promises, with a deadline; nothing sleeps.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { chromium as browserType } from "playwright-core";
import { Home, workspaceName } from "./home.mjs";
import { checkTools, chromium, screenshots } from "./places.mjs";
import { CodeServer } from "./server.mjs";

const browserArguments = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
/** For what the editor itself shows; a machine with two busy cores has needed ten seconds to open a menu. */
const patience = 30_000;

export class Editor {
  static async open({ env, ...options } = {}) {
    checkTools();
    await mkdir(screenshots, { recursive: true });
    const editor = new Editor(await Home.make(options));
    try {
      await editor.#start(env);
    } catch (error) {
      await editor.close();
      throw error;
    }
    return editor;
  }

  constructor(home) {
    this.home = home;
  }

  async #start(env) {
    this.server = await CodeServer.start(this.home, env);
    this.browser = await browserType.launch({ executablePath: chromium, args: browserArguments });
    const context = await this.browser.newContext({
      viewport: { width: 1440, height: 900 },
      permissions: ["clipboard-read", "clipboard-write"],
      colorScheme: "dark",
    });
    context.setDefaultTimeout(patience);
    this.page = await context.newPage();
    await this.page.goto(`${this.server.address}?folder=${encodeURIComponent(this.home.workspace)}`);
    await this.page.locator(".explorer-folders-view .monaco-list-row").first().waitFor({ timeout: 90_000 });
  }

  async close() {
    await this.browser?.close();
    await this.server?.stop();
    await this.home.remove();
  }

  async screenshot(name) {
    await this.page.screenshot({ path: join(screenshots, `${name}.png`) });
  }

  // ---- commands and files --------------------------------------------------------------------------------------

  async #palette(text) {
    const input = this.page.locator(".quick-input-widget input.input");
    await this.page.keyboard.press("F1");
    await input.waitFor();
    await input.fill(`>${text}`);
  }

  /** Runs the command with exactly this label. */
  async command(label) {
    await this.#palette(label);
    await this.#choices().filter({ hasText: label }).first().click();
  }

  /** The labels that the palette offers for a text. */
  async offered(text) {
    await this.#palette(text);
    await this.#choices().first().waitFor();
    const labels = await this.#choices().locator(".label-name").allInnerTexts();
    await this.page.keyboard.press("Escape");
    return labels;
  }

  #choices() {
    return this.page.locator(".quick-input-list .monaco-list-row");
  }

  /** The texts of the list that is open, details and all. */
  async choices() {
    await this.#choices().first().waitFor();
    return this.#choices().allInnerTexts();
  }

  async choose(text) {
    await this.#choices().filter({ hasText: text }).first().click();
  }

  /** Types into the box that asks for something. */
  async answer(text) {
    const input = this.page.locator(".quick-input-widget input.input");
    await input.waitFor();
    await input.fill(text);
    await this.page.keyboard.press("Enter");
  }

  async openFile(name) {
    const tab = this.page.locator(`.tab[data-resource-name="${name}"]`);
    if (await tab.count()) {
      await tab.first().click();
    } else {
      const input = this.page.locator(".quick-input-widget input.input");
      await this.page.keyboard.press("Control+p");
      await input.waitFor();
      await input.fill(name);
      await this.#choices().filter({ hasText: name }).first().click();
    }
    await this.page.locator(`.tab.active[data-resource-name="${name}"]`).first().waitFor();
    // The editor says so itself when a file is no text.
    const placeholder = this.page.locator(".editor-group-container.active .monaco-editor-pane-placeholder");
    await this.#text().or(placeholder).first().waitFor();
  }

  #text() {
    return this.page.locator(".editor-group-container.active .monaco-editor .view-lines").first();
  }

  /** Puts the cursor at the start of a line and brings it into view. */
  async goToLine(line) {
    const input = this.page.locator(".quick-input-widget input.input");
    await this.page.keyboard.press("Control+g");
    await input.waitFor();
    await input.fill(`:${line}`);
    await this.page.keyboard.press("Enter");
    await input.waitFor({ state: "hidden" });
  }

  async select(fromLine, toLine) {
    await this.goToLine(fromLine);
    for (let line = fromLine; line < toLine; line++) await this.page.keyboard.press("Shift+ArrowDown");
    await this.page.keyboard.press("Shift+End");
  }

  /** The line that holds this text, as it stands on the screen. */
  line(text) {
    return this.page
      .locator(".editor-group-container .monaco-editor .view-line")
      .filter({ hasText: nbsp(text) })
      .first();
  }

  /** A lens above a line, to click. */
  lens(text) {
    return this.page.locator(".editor-group-container .codelens-decoration a").filter({ hasText: text }).first();
  }

  // ---- terminal --------------------------------------------------------------------------------------------------

  /** Opens a terminal and waits for its prompt; shell integration is there by then. */
  async openTerminal() {
    await this.command("Terminal: Create New Terminal");
    await this.terminalShows(`~/${workspaceName} $`);
  }

  async type(command) {
    await this.page.locator(".terminal-wrapper.active .xterm-helper-textarea").focus();
    await this.page.keyboard.type(command);
    await this.page.keyboard.press("Enter");
  }

  async terminalShows(text, timeout = patience) {
    await this.page
      .locator(".terminal-wrapper.active .xterm-rows")
      .filter({ hasText: nbsp(text) })
      .waitFor({ timeout });
  }

  // ---- notifications ---------------------------------------------------------------------------------------------

  notifications() {
    return this.page.locator(".notifications-toasts .notification-toast .notification-list-item");
  }

  async notification(text, timeout = patience) {
    const found = this.notifications().filter({ hasText: text }).first();
    await found.waitFor({ timeout });
    return {
      text: await found.locator(".notification-list-item-message").innerText(),
      buttons: () => found.locator(".monaco-button").allInnerTexts(),
      press: (label) => found.locator(".monaco-button").filter({ hasText: label }).first().click(),
      dismiss: async () => {
        await found.hover();
        await found.locator(".codicon-notifications-clear").click();
        await found.waitFor({ state: "detached" });
      },
    };
  }

  async statusBarShows(text) {
    await this.page.locator(".part.statusbar .statusbar-item").filter({ hasText: text }).first().waitFor();
  }

  // ---- code actions, hovers, problems ----------------------------------------------------------------------------

  /** The titles in the lightbulb's menu at a line; `pick` takes one of them. */
  async lightbulb(line) {
    await this.goToLine(line);
    const rows = this.page.locator(".action-widget .monaco-list-row.action");
    const deadline = Date.now() + patience;
    // Asked for while the problems are still on their way the menu stays shut, so it is asked for again.
    do await this.page.keyboard.press("Control+.");
    while (
      !(await rows
        .first()
        .waitFor({ timeout: 5_000 })
        .then(
          () => true,
          () => false,
        )) &&
      Date.now() < deadline
    );
    return {
      titles: () => rows.locator(".title").allInnerTexts(),
      pick: (title) => rows.filter({ hasText: title }).first().click(),
    };
  }

  /** The text of the hover over a word of a line, once it holds `expected`. */
  async hover(line, word, expected) {
    await this.goToLine(line);
    const target = this.#text()
      .locator(".view-line")
      .filter({ hasText: nbsp(word) })
      .getByText(word)
      .last();
    const hover = this.page.locator(".monaco-hover:not(.hidden)").filter({ hasText: expected }).first();
    const deadline = Date.now() + patience;
    // The editor drops a hover that its providers were asked for too early, so the pointer comes back.
    while (Date.now() < deadline) {
      await this.page.mouse.move(5, 450);
      await target.hover();
      if (
        await hover.waitFor({ timeout: 4_000 }).then(
          () => true,
          () => false,
        )
      )
        return hover.innerText();
    }
    throw new Error(`no hover with "${expected}" over "${word}" in line ${line}`);
  }

  /** The messages in the list of problems, each with its source, code and place. */
  async problems() {
    await this.command("Problems: Focus on Problems View");
    const none = this.page.locator(".markers-panel .message-box-container:visible");
    const rows = this.page
      .locator(".markers-panel .monaco-list-row")
      .filter({ has: this.page.locator(".marker-icon") });
    await none.or(rows).first().waitFor();
    return (await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " ").trim());
  }

  // ---- the panel -------------------------------------------------------------------------------------------------

  async closePanel() {
    const tab = this.page.locator(".tab").filter({ hasText: "Rootrank" });
    // A hover that is open may cover it.
    await this.page.mouse.move(5, 450);
    await this.page.keyboard.press("Escape");
    await tab.click({ button: "middle" });
    await tab.waitFor({ state: "detached" });
  }

  /** The webview's document that holds an element; webviews are frames of frames of the page. */
  async webview(selector, timeout = patience) {
    const deadline = Date.now() + timeout;
    while (Date.now() < deadline) {
      for (const frame of this.page.frames()) {
        // A frame may go away while it is asked: then it isn't the one.
        if (
          await frame
            .locator(selector)
            .count()
            .catch(() => 0)
        )
          return frame;
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`no webview holds ${selector}`);
  }
}

/** The editor and the terminal write spaces as no-break spaces. */
function nbsp(text) {
  return new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(" ", "[ \\u00a0]"));
}
