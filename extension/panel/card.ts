// The head of the card: what broke, how sure, on which rank, at which line, and why in this run.

import type { Document as Diagnosis, Hypothesis, Place } from "../src/generated/document";
import type { AnswerState } from "../src/panel/state";
import { type Child, el, icon, paragraph, prose } from "./dom";
import { place, type View } from "./view";
import { confidenceMeaning, rankSentence, shortPath } from "./words";

export function head(state: AnswerState, hypothesis: Hypothesis, view: View): HTMLElement {
  const { document } = state;
  return el(
    "header",
    { class: "head" },
    el(
      "div",
      { class: "title" },
      el("h1", {}, prose(hypothesis.title)),
      el(
        "span",
        {
          class: `chip ${hypothesis.confidence}`,
          title: confidenceMeaning[hypothesis.confidence],
          label: confidenceMeaning[hypothesis.confidence],
          role: "note",
          attributes: { tabindex: "0" },
        },
        hypothesis.confidence,
      ),
    ),
    rankLine(document),
    failingLine(state, hypothesis.place ?? document.failure?.frame ?? null, view),
    paragraph(hypothesis.root_cause, "cause"),
  );
}

export function rankLine(document: Diagnosis): HTMLElement | null {
  const sentence = rankSentence(document.ranks);
  if (sentence === null) return null;
  const first = sentence.first === null ? null : el("strong", { class: "initiating" }, sentence.first);
  return el("p", { class: "ranks-line", title: document.ranks.why }, first, sentence.rest);
}

export function failingLine(state: AnswerState, at: Place | null, view: View): HTMLElement | null {
  if (at === null) return null;
  const where = place(view, at.file, at.line, shortPath(at.file, state.folders));
  const inside = at.function === null ? null : el("span", { class: "quiet" }, ` in ${at.function}`);
  const code = at.text === null ? null : el("code", { class: "failing" }, at.text.trim());
  return el("div", { class: "failing-line" }, code, el("span", { class: "where" }, where, inside));
}

/** What was diagnosed, and what can be done with the whole answer. */
export function notices(state: AnswerState, view: View): Child[] {
  const parts: Child[] = [];
  if (!state.document.input.complete) {
    parts.push(
      el(
        "p",
        { class: "notice", role: "status" },
        icon("info"),
        "Reading was interrupted: the answer rests on a part of the text.",
      ),
    );
  }
  if (!state.trusted) {
    const manage = el(
      "button",
      {
        class: "link",
        key: "manage-trust",
        attributes: { type: "button" },
        onclick: () => {
          view.send({ type: "command", name: "manageTrust" });
        },
      },
      "Manage trust",
    );
    parts.push(
      el(
        "p",
        { class: "notice", role: "status" },
        icon("workspace-untrusted"),
        el("span", {}, "This workspace is not trusted: nothing is run and nothing is changed. ", manage),
      ),
    );
  }
  return parts;
}

export const untrusted = "This workspace is not trusted: nothing is run or changed.";
