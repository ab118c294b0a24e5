// Rootrank: Diagnose Selection. The server gets the document and the range where it has the document, so that places
// and problems are in it; else the selected text.

import { window } from "vscode";
import type { Question } from "../answer";
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
  const { start, end } = selection;
  const range = {
    start: { line: start.line, character: start.character },
    end: { line: end.line, character: end.character },
  };
  const text = document.getText(selection);
  const put = async (): Promise<Question> => {
    const known = await server.has(document);
    return {
      params: known
        ? { textDocument: { uri: document.uri.toString() }, range, origin: "selection" }
        : { text, origin: "selection" },
      source,
      log: known ? document.uri : texts.add("log", "selection.log", text),
    };
  };
  await diagnosing.diagnose({ source, put });
}
