// One story: an editor of its own, a picture and the extension's log when it fails, and nothing left behind.
import { test } from "node:test";
import { Editor } from "./editor.mjs";

/** A story takes half a minute here; PyTorch's import on a loaded machine has taken another. */
const limit = 300_000;

/** `options.todo` says since when and why a story can't end well yet; it runs all the same. */
export function story(name, { todo, ...options }, body) {
  test(name, { timeout: limit, todo }, async () => {
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
