// The one webview, beside the editor. It keeps the last state, so that a panel that was hidden or opened late shows it.

import { randomBytes } from "node:crypto";
import { type Disposable, EventEmitter, Uri, ViewColumn, type WebviewPanel, window } from "vscode";
import { panelView } from "../ids";
import { page } from "./html";
import type { PanelMessage, PanelState } from "./state";

export class Panel implements Disposable {
  private webview: WebviewPanel | undefined;
  private readonly messages = new EventEmitter<PanelMessage>();
  readonly onMessage = this.messages.event;
  private current: PanelState = { kind: "empty" };

  constructor(private readonly extension: Uri) {}

  get state(): PanelState {
    return this.current;
  }

  /** Draws the state where the panel is open; does not open it. */
  update(state: PanelState): void {
    this.current = state;
    void this.webview?.webview.postMessage(state);
  }

  show(state: PanelState = this.current): void {
    if (this.webview === undefined) this.open();
    else this.webview.reveal(undefined, true);
    this.update(state);
  }

  dispose(): void {
    this.webview?.dispose();
    this.messages.dispose();
  }

  private open(): void {
    const folder = Uri.joinPath(this.extension, "build", "extension");
    const place = { viewColumn: ViewColumn.Beside, preserveFocus: true };
    const options = { enableScripts: true, enableFindWidget: true, localResourceRoots: [folder] };
    const panel = window.createWebviewPanel(panelView, "Rootrank", place, options);
    panel.iconPath = Uri.joinPath(this.extension, "extension", "media", "icon.png");
    panel.webview.onDidReceiveMessage((message: PanelMessage) => {
      if (message.type === "ready") this.update(this.current);
      else this.messages.fire(message);
    });
    panel.onDidDispose(() => {
      this.webview = undefined;
    });
    const file = (name: string): string => panel.webview.asWebviewUri(Uri.joinPath(folder, name)).toString();
    panel.webview.html = page({
      nonce: randomBytes(16).toString("base64url"),
      source: panel.webview.cspSource,
      script: file("panel.js"),
      style: file("panel.css"),
    });
    this.webview = panel;
  }
}
