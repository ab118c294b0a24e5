// A person's home for one test: their project, their shell, their settings, their extensions, all in one temporary folder.
// Its names hold a space and a letter beyond ASCII, as people's do: each story shows that such paths are no trouble.
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fakePythonExtension, labFolder, project, installedExtension } from "./places.mjs";

/** Nothing that asks, advises, animates or phones: what stands on the screen is the editor and Rootrank. */
const quietSettings = {
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "extensions.autoUpdate": false,
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.enableExperiments": false,
  "workbench.settings.enableNaturalLanguageSearch": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.colorTheme": "Default Dark Modern",
  "workbench.reduceMotion": "on",
  "chat.disableAIFeatures": true,
  "security.workspace.trust.enabled": false,
  "git.enabled": false,
  "git.openRepositoryInParentFolders": "never",
  "npm.autoDetect": "off",
  "files.simpleDialog.enable": true,
  // The desktop's default; in a browser VS Code would save by itself a second after an edit.
  "files.autoSave": "off",
  "editor.minimap.enabled": false,
  "terminal.integrated.enablePersistentSessions": false,
  "terminal.integrated.gpuAcceleration": "off",
  "terminal.integrated.stickyScroll.enabled": false,
  "terminal.integrated.initialHint": false,
  "remote.autoForwardPorts": false,
};

/** A workspace that nobody trusts yet, without the question whether to. */
export const restricted = {
  "security.workspace.trust.enabled": true,
  "security.workspace.trust.startupPrompt": "never",
  "security.workspace.trust.banner": "never",
};

/** The folder that the editor opens: the sample project. */
export const workspaceName = "mon projet é";

/** The PATH of a person who has PyTorch at hand in every shell. */
export const pathWithTorch = '"$HOME/.venv/bin:$PATH"';

export class Home {
  /**
   * `settings` are added to the quiet ones; `python` is what the stand-in for the Python extension answers, null for none;
   * `path` is the PATH of a login shell, which is where VS Code takes it from.
   */
  static async make({ settings = {}, files = {}, python = null, path = null } = {}) {
    const home = new Home(await mkdtemp(join(tmpdir(), "rootrank é test-")));
    for (const place of ["User", "Machine"]) await mkdir(join(home.data, place), { recursive: true });
    await mkdir(home.extensions, { recursive: true });
    await cp(project, home.workspace, { recursive: true });
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(home.workspace, name)), { recursive: true });
      await writeFile(join(home.workspace, name), text, { mode: text.startsWith("#!") ? 0o755 : 0o644 });
    }
    // Tracebacks then name ~/.venv, as a person's would.
    await symlink(labFolder, join(home.folder, ".venv"));
    await writeFile(join(home.folder, ".bashrc"), "PS1='\\w $ '\n");
    if (path !== null) await writeFile(join(home.folder, ".profile"), `export PATH=${path}\n`);
    const all = { ...quietSettings, ...settings };
    if (python !== null) {
      all["fakePython.interpreter"] = python;
      await cp(fakePythonExtension, join(home.extensions, "ms-python.python-2026.0.0"), { recursive: true });
    }
    await home.change(all);
    const extension = installedExtension();
    await cp(extension, join(home.extensions, basename(extension)), { recursive: true });
    return home;
  }

  constructor(folder) {
    this.folder = folder;
    this.data = join(folder, ".vscode-data");
    this.extensions = join(folder, ".vscode-extensions");
    this.workspace = join(folder, workspaceName);
  }

  /** Changes settings while the editor runs, as a person does in their file. */
  async change(settings) {
    this.settings = { ...this.settings, ...settings };
    // What names a program is read from the machine's settings only, the rest from the user's.
    for (const place of ["User", "Machine"])
      await writeFile(join(this.data, place, "settings.json"), JSON.stringify(this.settings, null, 2));
  }

  /** What the extension wrote to its output channel. */
  async extensionLog() {
    const names = await readdir(join(this.data, "logs"), { recursive: true });
    const logs = names.filter((name) => name.includes("rootrank") && name.endsWith(".log"));
    const texts = await Promise.all(logs.map((name) => readFile(join(this.data, "logs", name), "utf8")));
    return texts.join("\n") || "the extension wrote no log";
  }

  /** Waits until the extension's log holds a text this many times: what happens silently can be seen there alone. */
  async logged(text, times, timeout = 30_000) {
    const deadline = Date.now() + timeout;
    while ((await this.extensionLog()).split(text).length - 1 < times) {
      if (Date.now() > deadline) throw new Error(`the extension did not log "${text}" ${times} times`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  async remove() {
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
