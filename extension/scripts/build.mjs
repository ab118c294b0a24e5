// Bundles the extension's host side, the panel's script and its style into build/extension/.
// `--watch` keeps going, `--minify` is for the package.
import { cp, mkdir, rm, stat, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import esbuild from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));
const out = `${root}/build/extension`;
// Read and compiled at every start of the editor.
const budget = 600_000;
const watch = process.argv.includes("--watch");
const shared = { bundle: true, minify: process.argv.includes("--minify"), logLevel: "info", absWorkingDir: root };

/** @type {import("esbuild").BuildOptions[]} */
const bundles = [
  {
    ...shared,
    entryPoints: ["extension/src/extension.ts"],
    outfile: `${out}/extension.js`,
    platform: "node",
    format: "cjs",
    target: "node20",
    external: ["vscode"],
    // The client reaches the protocol's types through its UMD entry, which esbuild cannot follow.
    mainFields: ["module", "main"],
  },
  {
    ...shared,
    entryPoints: ["extension/panel/main.ts"],
    outfile: `${out}/panel.js`,
    platform: "browser",
    format: "iife",
    target: "chrome128",
  },
  { ...shared, entryPoints: ["extension/panel/panel.css"], outfile: `${out}/panel.css`, external: ["*.ttf"] },
];

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
await cp(`${root}/node_modules/@vscode/codicons/dist/codicon.ttf`, `${out}/codicon.ttf`);
if (watch) {
  for (const bundle of bundles) await (await esbuild.context(bundle)).watch();
} else {
  const results = await Promise.all(bundles.map((bundle) => esbuild.build({ ...bundle, metafile: true })));
  // Read by notices.mjs.
  const inputs = results.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  await writeFile(`${root}/build/bundled-inputs.json`, JSON.stringify(inputs));
  const { size } = await stat(`${out}/extension.js`);
  if (shared.minify && size > budget) throw new Error(`extension.js has ${size} bytes, ${budget} are allowed`);
}
