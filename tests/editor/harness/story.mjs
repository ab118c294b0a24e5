// One story: an editor of its own, a picture and the extension's log when it fails, and nothing left behind.
import { test } from "node:test";
import { Editor } from "./editor.mjs";

/** A story takes half a minute here; PyTorch's import on a loaded machine has taken another. */
const limit = 300_000;

export function story(name, options, body) {
  test(name, { timeout: limit }, async () => {
    const editor = await Editor.open(options);
    try {
      await body(editor);
    } catch (error) {
      await editor.screenshot(`failed ${name}`.replaceAll(/[^a-z0-9]+/gi, "-"));
      console.log(await editor.home.extensionLog());
      throw error;
    } finally {
      await editor.close();
    }
  });
}
