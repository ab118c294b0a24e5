// Keeps documents above the limit away from the server, and remembers which ones it has, so that commands know whether
// to name the document or to send its text.

import type { TextDocument } from "vscode";
import { DidCloseTextDocumentNotification, type LanguageClient, type Middleware } from "vscode-languageclient/node";
import { withTrust } from "../fixes/trust";
import { syncLimit } from "./selector";

export class Synced {
  private readonly open = new Set<string>();

  has(document: TextDocument): boolean {
    return this.open.has(document.uri.toString());
  }

  middleware(client: () => LanguageClient | undefined): Middleware {
    return {
      didOpen: async (document, next) => {
        if (tooLarge(document)) return;
        this.open.add(document.uri.toString());
        await next(document);
      },
      didChange: async (event, next) => {
        if (!this.has(event.document)) return;
        if (!tooLarge(event.document)) return next(event);
        // It grew past the limit: the server must not go on with half of the text.
        const uri = event.document.uri.toString();
        this.open.delete(uri);
        await client()?.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri } });
      },
      didClose: async (document, next) => {
        if (this.open.delete(document.uri.toString())) await next(document);
      },
      didSave: async (document, next) => {
        if (this.has(document)) await next(document);
      },
      provideHover: (document, position, token, next) =>
        this.has(document) ? next(document, position, token) : undefined,
      provideCodeActions: async (document, range, context, token, next) =>
        this.has(document) ? withTrust(await next(document, range, context, token)) : undefined,
    };
  }
}

function tooLarge(document: TextDocument): boolean {
  return document.offsetAt(document.lineAt(document.lineCount - 1).range.end) > syncLimit;
}
