// The panel as a function of its state. It builds elements and nothing else: no request, no timer, no markup from text.

import type { Hypothesis } from "../src/generated/document";
import type { AnswerState, PanelState } from "../src/panel/state";
import { head, notices } from "./card";
import { type Child, el } from "./dom";
import { doNow } from "./fixes";
import { more } from "./more";
import { proof } from "./proof";
import { checklist, evidence, notExcluded } from "./reasons";
import { empty, failed, healthy, undecided, unexplained, working } from "./states";
import { iconButton, type View } from "./view";
import { readSentence } from "./words";

export function render(state: PanelState, view: View): HTMLElement {
  return el("article", { class: `panel ${state.kind}`, attributes: { "aria-live": "polite" } }, body(state, view));
}

function body(state: PanelState, view: View): Child {
  switch (state.kind) {
    case "empty":
      return empty(view);
    case "working":
      return working(state.what, view);
    case "error":
      return failed(state, view);
    case "answer":
      return [bar(state, view), notices(state, view), answer(state, view), foot(state)];
  }
}

function answer(state: AnswerState, view: View): Child {
  const { document, selected } = state;
  const hypothesis = document.diagnoses[selected] ?? document.diagnoses[0];
  if (hypothesis !== undefined) return card(state, hypothesis, view);
  if (document.verdict === "failure") return unexplained(state, view);
  return document.verdict === "healthy" ? healthy(state, view) : undecided(state, view);
}

function card(state: AnswerState, hypothesis: Hypothesis, view: View): Child {
  const own = new Set(hypothesis.missing_facts.map(({ fact }) => fact));
  const facts = [...hypothesis.missing_facts, ...state.document.missing_facts.filter(({ fact }) => !own.has(fact))];
  return [
    head(state, hypothesis, view),
    doNow(state, hypothesis, view),
    proof(state, hypothesis, view),
    evidence(state, hypothesis, view),
    notExcluded(facts, view, state),
    checklist(hypothesis, view),
    more(state, hypothesis, view),
  ];
}

/** What was read, and what can be done with the whole answer. */
function bar(state: AnswerState, view: View): HTMLElement {
  const button = (glyph: string, label: string, name: "copyReport" | "again" | "dismiss"): HTMLElement =>
    iconButton(glyph, label, name, () => {
      view.send({ type: "command", name });
    });
  return el(
    "div",
    { class: "bar" },
    el("span", { class: "source", title: state.source }, state.source),
    el("span", { class: "read quiet" }, readSentence(state.document)),
    el(
      "span",
      { class: "bar-actions" },
      button("refresh", "Diagnose again", "again"),
      button("copy", "Copy the report, secrets and names masked", "copyReport"),
      state.document.diagnoses[state.selected] === undefined
        ? null
        : iconButton("bell-slash", "Mute this finding or entry…", "mute", () => {
            view.send({ type: "mute" });
          }),
      button("close", "Dismiss, and clear its problems", "dismiss"),
    ),
  );
}

function foot({ document, selected }: AnswerState): HTMLElement {
  const { engine, diagnoses } = document;
  const rule = diagnoses[selected]?.rule;
  const parts = [rule, `rulebook ${engine.rulebook.version}`, `engine ${engine.version}`];
  return el(
    "footer",
    { class: "quiet", title: `rulebook ${engine.rulebook.hash}` },
    parts.filter((part) => part !== undefined).join(" · "),
  );
}
