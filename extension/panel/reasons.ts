// Why we think so, what is not excluded, and the checklist.

import type { ConfirmStep, Evidence, Hypothesis, MissingFact } from "../src/generated/document";
import type { AnswerState } from "../src/panel/state";
import { type Child, el, icon, prose, unseen } from "./dom";
import { commandLine, copyButton, place, row, type View } from "./view";
import { clock, shortPath } from "./words";

export function evidence(state: AnswerState, hypothesis: Hypothesis, view: View): HTMLElement | null {
  if (hypothesis.evidence.length === 0) return null;
  const ordered = [
    ...hypothesis.evidence.filter((piece) => piece.for),
    ...hypothesis.evidence.filter((piece) => !piece.for),
  ];
  return row(
    "Why we think so",
    el(
      "ul",
      { class: "evidence" },
      ordered.map((piece) => pieceOf(state, piece, view)),
    ),
  );
}

function pieceOf(state: AnswerState, piece: Evidence, view: View): HTMLElement {
  const where = [
    piece.line === null && piece.file === null
      ? null
      : place(view, piece.file, piece.line, piece.file === null ? "line" : shortPath(piece.file, state.folders)),
    piece.rank === null ? null : el("span", { class: "quiet" }, `rank ${piece.rank}`),
    piece.time === null ? null : el("span", { class: "quiet" }, clock(piece.time)),
  ];
  return el(
    "li",
    {},
    el("span", { class: piece.for ? "dot" : "dot hollow", hidden: true }),
    unseen(piece.for ? "speaks for it: " : "speaks against it: "),
    el("span", { class: "says" }, prose(piece.says)),
    el("span", { class: "where" }, where),
    piece.text === null || piece.text.trim() === "" ? null : el("code", { class: "quoted" }, piece.text.trim()),
  );
}

/** The rivals, unless they are excluded, and the facts that would decide. */
export function notExcluded(facts: readonly MissingFact[], view: View, state?: AnswerState): HTMLElement | null {
  const others = state === undefined ? [] : rivals(state);
  if (facts.length === 0 && others.length === 0) return null;
  const item = ({ fact, how_to_get }: MissingFact, index: number): HTMLElement =>
    el(
      "li",
      {},
      el("p", {}, prose(fact)),
      el(
        "p",
        { class: "settle" },
        el("span", { class: "quiet" }, "Would be settled by: "),
        prose(how_to_get),
        copyButton(view, plain(how_to_get), `fact-${index}`),
      ),
    );
  return row("Not excluded", el("ul", { class: "facts" }, others.map(rivalLine(view)), facts.map(item)));
}

function rivals({ document, selected }: AnswerState): [Hypothesis, number][] {
  const shown = document.diagnoses[selected];
  if (shown?.confidence === "confirmed") return [];
  return document.diagnoses
    .map((hypothesis, index): [Hypothesis, number] => [hypothesis, index])
    .filter(([, index]) => index !== selected);
}

function rivalLine(view: View): (rival: [Hypothesis, number]) => HTMLElement {
  return ([hypothesis, index]) =>
    el(
      "li",
      {},
      el(
        "button",
        {
          class: "link",
          key: `not-excluded-${index}`,
          title: "Show this one",
          attributes: { type: "button" },
          onclick: () => {
            view.send({ type: "select", diagnosis: index });
          },
        },
        hypothesis.title,
      ),
      el("span", { class: "quiet" }, `, ${hypothesis.confidence}`),
    );
}

/** The command in a sentence, when there is one; else the sentence. */
function plain(text: string): string {
  return /`([^`\n]+)`/.exec(text)?.[1] ?? text;
}

const steps: Record<ConfirmStep["state"], { icon: string; words: string }> = {
  seen: { icon: "pass", words: "seen" },
  not_seen: { icon: "circle-slash", words: "not seen" },
  open: { icon: "circle-large", words: "open" },
};

export function checklist({ confirm }: Hypothesis, view: View): HTMLElement | null {
  if (confirm.length === 0) return null;
  return row(
    "Checklist",
    el(
      "ul",
      { class: "checklist" },
      confirm.map((step, index) => checkStep(step, index, view)),
    ),
  );
}

function checkStep(step: ConfirmStep, index: number, view: View): HTMLElement {
  const { icon: name, words } = steps[step.state];
  const rest: Child[] = [
    step.found === null ? null : el("p", { class: "quiet" }, prose(step.found)),
    step.command === null ? null : commandLine(view, step.command, `confirm-${index}`),
  ];
  return el(
    "li",
    { class: step.state },
    icon(name),
    el("div", {}, el("p", {}, prose(step.text), el("span", { class: "state" }, words)), rest),
  );
}
