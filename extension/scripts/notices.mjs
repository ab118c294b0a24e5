// Writes the notices of what a package bundles: notices.mjs TARGET FOLDER...: the Python libraries installed below the
// folders, and the npm packages that the last `npm run build` put into the bundle.
import { readFile, readdir, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const [target, ...folders] = process.argv.slice(2);
const isLicence = (name) => /^(?:licen[cs]e|copying|notice|authors)/i.test(basename(name));

/** @typedef {{ name: string, version: string, licence: string, texts: string[] }} Part */

/** @returns {Promise<Part[]>} */
async function pythonParts() {
  const parts = [];
  for (const folder of folders) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile() && entry.parentPath.includes(".dist-info"))
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
    for (const metadata of files.filter((name) => name.endsWith(".dist-info/METADATA"))) {
      const lines = (await readFile(join(folder, metadata), "utf8")).split("\n\n")[0].split("\n");
      const header = (key) => lines.find((line) => line.startsWith(`${key}: `))?.slice(key.length + 2);
      const classifier = lines
        .find((line) => line.startsWith("Classifier: License ::"))
        ?.split(" :: ")
        .at(-1);
      const texts = files.filter((name) => name.startsWith(dirname(metadata)) && isLicence(name));
      parts.push({
        name: header("Name"),
        version: header("Version"),
        licence: header("License-Expression") ?? classifier ?? header("License") ?? "see below",
        texts: await Promise.all(texts.map((name) => readFile(join(folder, name), "utf8"))),
      });
    }
  }
  return parts;
}

/** @returns {Promise<Part[]>} */
async function npmParts() {
  const inputs = JSON.parse(await readFile(`${root}/build/bundled-inputs.json`, "utf8"));
  const names = inputs.map((path) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]).filter(Boolean);
  // The panel's font, which is copied and not bundled.
  const packages = new Set([...names, "node_modules/@vscode/codicons"]);
  const part = async (folder) => {
    const { name, version, license } = JSON.parse(await readFile(`${root}/${folder}/package.json`, "utf8"));
    const texts = (await readdir(`${root}/${folder}`)).filter(isLicence);
    return {
      name,
      version,
      licence: license,
      texts: await Promise.all(texts.map((file) => readFile(`${root}/${folder}/${file}`, "utf8"))),
    };
  };
  return Promise.all([...packages].map(part));
}

const found = [...(await pythonParts()), ...(await npmParts())];
const parts = [...new Map(found.map((part) => [`${part.name} ${part.version}`, part])).values()];
parts.sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));
const list = parts.map(({ name, version, licence }) => `${name} ${version} (${licence})`);
const texts = parts
  .filter((part) => part.texts.length > 0)
  .map(({ name, version, texts: own }) => `${"=".repeat(80)}\n${name} ${version}\n\n${own.join("\n").trim()}\n`);
const opening = "Rootrank is licensed under Apache-2.0 (see LICENSE). This package bundles:\n";
await writeFile(target, [opening, ...list.map((line) => `- ${line}`), "", ...texts].join("\n"));
