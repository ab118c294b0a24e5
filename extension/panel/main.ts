// The panel's script: takes states from the host, draws them, sends clicks back. What is folded, the focus and the place
// on the page survive a redraw.

import type { PanelMessage, PanelState } from "../src/panel/state";
import { render } from "./render";
import type { Folding, View } from "./view";

interface Kept {
  folding: Folding;
}

declare function acquireVsCodeApi(): {
  postMessage(message: PanelMessage): void;
  getState(): Kept | undefined;
  setState(state: Kept): void;
};

const host = acquireVsCodeApi();
let folding: Folding = host.getState()?.folding ?? { toggled: {}, tab: "on-call" };
let shown: PanelState = { kind: "empty" };

function draw(): void {
  const root = document.getElementById("root");
  if (root === null) return;
  const view: View = {
    folding,
    send: (message) => {
      host.postMessage(message);
    },
    keep: (next) => {
      const tab = next.tab !== folding.tab;
      folding = next;
      view.folding = next;
      host.setState({ folding });
      // A fold opens by itself; only another tab needs drawing.
      if (tab) draw();
    },
  };
  const focused = document.activeElement?.getAttribute("data-key");
  const top = window.scrollY;
  root.replaceChildren(render(shown, view));
  window.scrollTo(0, top);
  if (focused) root.querySelector<HTMLElement>(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  // Arrow keys move the focus with the tab.
  if (focused?.startsWith("tab-") === true) root.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
}

window.addEventListener("message", ({ data }: MessageEvent<PanelState>) => {
  const another =
    data.kind !== shown.kind || (data.kind === "answer" && shown.kind === "answer" && data.selected !== shown.selected);
  shown = data;
  draw();
  if (another) window.scrollTo(0, 0);
});
draw();
host.postMessage({ type: "ready" });
