// Builds the panel, then writes each of its states in each theme to build/gallery/*.html.
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import esbuild from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));
execFileSync(process.execPath, [`${root}/extension/scripts/build.mjs`], { stdio: "ignore" });
const outfile = `${root}/build/gallery-writer.cjs`;
await esbuild.build({
  entryPoints: [`${root}/extension/gallery/gallery.ts`],
  outfile,
  bundle: true,
  platform: "node",
  format: "cjs",
  external: ["linkedom"],
  logLevel: "warning",
});
await createRequire(import.meta.url)(outfile).write(`${root}/build/gallery`);
console.log(`${root}/build/gallery/index.html`);
