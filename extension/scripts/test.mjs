// Runs tests/extension/*.test.ts with node:test. esbuild turns each into JavaScript and puts a fake in the place of
// `vscode`, so no editor is needed. Names given on the command line select files: npm test -- prefilter panel.
import { spawn } from "node:child_process";
import { readdir, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import esbuild from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));
const from = `${root}/tests/extension`;
const to = `${root}/build/tests-extension`;
const wanted = process.argv.slice(2);
const files = (await readdir(from)).filter(
  (name) => name.endsWith(".test.ts") && (wanted.length === 0 || wanted.some((word) => name.includes(word))),
);
if (files.length === 0) throw new Error(`no test files in ${from}`);

await rm(to, { recursive: true, force: true });
await esbuild.build({
  entryPoints: files.map((name) => `${from}/${name}`),
  outdir: to,
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  sourcemap: "inline",
  logLevel: "warning",
  outExtension: { ".js": ".cjs" },
  alias: { vscode: `${from}/fake-vscode.ts` },
  external: ["linkedom"],
});
const run = spawn(
  process.execPath,
  [
    "--enable-source-maps",
    "--test",
    "--test-reporter=spec",
    ...files.map((name) => `${to}/${name.replace(/\.ts$/, ".cjs")}`),
  ],
  { cwd: root, stdio: "inherit" },
);
run.on("exit", (code) => process.exit(code ?? 1));
