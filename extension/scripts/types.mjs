// Writes extension/src/generated/document.ts from docs/diagnosis.schema.json. `--check` only says whether it is current.
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { compile } from "json-schema-to-typescript";
import prettier from "prettier";

const root = fileURLToPath(new URL("../..", import.meta.url));
const target = `${root}/extension/src/generated/document.ts`;
const schema = JSON.parse(await readFile(`${root}/docs/diagnosis.schema.json`, "utf8"));
const source = await compile(schema, "Document", {
  additionalProperties: false,
  bannerComment: "// Generated from docs/diagnosis.schema.json by `npm run types`. Do not edit.",
  cwd: `${root}/docs`,
  format: false,
});
const text = await prettier.format(source, { parser: "typescript", printWidth: 120 });
if (process.argv.includes("--check")) {
  if ((await readFile(target, "utf8")) !== text) {
    console.error("extension/src/generated/document.ts is not current: run `npm run types`");
    process.exit(1);
  }
} else {
  await writeFile(target, text);
}
