// Rootrank: Diagnose Selection. The server gets the document and the range where it has the document, so that places
// and problems are in it; else the selected text.

import { window } from "vscode";
import type { Parts } from "../parts";
import { documentName } from "./names";

export async function diagnoseSelection({ diagnosing, server, texts }: Parts): Promise<void> {
  const editor = window.activeTextEditor;
  if (editor === undefined || editor.selection.isEmpty) {
    void window.showInformationMessage("Select the lines to diagnose first, for example a traceback.");
    return;
  }
  const { document, selection } = editor;
  const source = `${documentName(document)}, lines ${selection.start.line + 1}-${selection.end.line + 1}`;
  // A server that can't be had is told by diagnose() itself.
  const known = await server.has(document).catch(() => false);
  const { start, end } = selection;
  const range = {
    start: { line: start.line, character: start.character },
    end: { line: end.line, character: end.character },
  };
  await diagnosing.diagnose({
    params: known
      ? { textDocument: { uri: document.uri.toString() }, range, origin: "selection" }
      : { text: document.getText(selection), origin: "selection" },
    source,
    log: known ? document.uri : texts.add("log", "selection.log", document.getText(selection)),
  });
}
