// Draws every state in every theme to a page each, in build/gallery: the panel can be looked at without an editor.

import { mkdir, writeFile } from "node:fs/promises";
import { render } from "../panel/render";
import type { View } from "../panel/view";
import { states } from "./samples";
import { themes } from "./themes";

const view: View = { folding: { toggled: {}, tab: "on-call" }, send: () => undefined, keep: () => undefined };
/** What VS Code itself puts into each webview, in short. */
const editorStyle =
  "body { padding: 0 20px } code { color: #d7ba7d; background: #80808040; padding: 1px 3px; border-radius: 4px }";
/** Everything open, for looking at what is below the fold. */
const open: View = {
  ...view,
  folding: {
    toggled: Object.fromEntries(
      ["fixes", "rivals", "mechanism", "symptoms", "timeline", "prevent", "does-not-mean", "references", "muted"].map(
        (key) => [key, true],
      ),
    ),
    tab: "executive",
  },
};

function page(name: string, theme: string, variables: Record<string, string>): string {
  const state = states[name.replace("-open", "")];
  if (state === undefined) throw new Error(`no state ${name}`);
  const colours = Object.entries(variables).map(([key, value]) => `--vscode-${key}: ${value};`);
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${name}, ${theme}</title>
<style>${editorStyle} :root { ${colours.join(" ")} }</style><link rel="stylesheet" href="../extension/panel.css"></head>
<body class="vscode-${theme}"><main id="root">${render(state, name.endsWith("-open") ? open : view).outerHTML}</main></body></html>`;
}

export async function write(folder: string): Promise<void> {
  const { parseHTML } = await import("linkedom");
  globalThis.document = parseHTML("<html><body></body></html>").document;
  await mkdir(folder, { recursive: true });
  const links: string[] = [];
  for (const [theme, variables] of Object.entries(themes)) {
    for (const name of [...Object.keys(states), "several-open"]) {
      await writeFile(`${folder}/${name}.${theme}.html`, page(name, theme, variables));
      links.push(`<li><a href="${name}.${theme}.html">${name}, ${theme}</a></li>`);
    }
  }
  await writeFile(
    `${folder}/index.html`,
    `<!DOCTYPE html><meta charset="utf-8"><title>Panel</title><ul>${links.join("\n")}</ul>`,
  );
}
