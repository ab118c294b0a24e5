// The panel without a hypothesis: nothing yet, working, an error, a failure that no entry explains, a text that can't
// tell, and nothing wrong.

import type { Document as Diagnosis } from "../src/generated/document";
import type { AnswerState, ErrorAction, PanelCommand, PanelState } from "../src/panel/state";
import { failingLine, rankLine } from "./card";
import { curves } from "./curves";
import { type Child, el, icon, paragraph, prose } from "./dom";
import { muted } from "./more";
import { notExcluded } from "./reasons";
import { rankGrid } from "./ranks";
import { button, fold, place, row, type View } from "./view";
import { count, readSentence } from "./words";

function command(view: View, label: string, name: PanelCommand, glyph: string, primary = false): HTMLElement {
  return button(label, { key: name, icon: glyph, primary }, () => {
    view.send({ type: "command", name });
  });
}

export function empty(view: View): HTMLElement {
  return el(
    "div",
    { class: "blank" },
    el("h1", {}, "Nothing diagnosed yet"),
    el(
      "p",
      { class: "quiet" },
      "Select a traceback or a piece of a log and run Rootrank: Diagnose Selection. Whole files, the clipboard and terminal output work too. Nothing leaves this machine.",
    ),
    el(
      "div",
      { class: "actions" },
      command(view, "Diagnose clipboard", "diagnoseClipboard", "clippy", true),
      command(view, "Diagnose last failed command", "diagnoseLastFailedCommand", "terminal"),
    ),
  );
}

export function working(what: string, view: View): HTMLElement {
  return el(
    "div",
    { class: "blank", role: "status" },
    el("h1", { class: "working" }, icon("loading", "spin"), "Reading"),
    el("p", { class: "quiet" }, what),
    el("div", { class: "actions" }, command(view, "Cancel", "cancel", "close")),
  );
}

const errorActions: Record<ErrorAction, [string, string]> = {
  selectInterpreter: ["Select interpreter", "symbol-misc"],
  again: ["Try again", "refresh"],
  showLog: ["Show log", "output"],
};

export function failed({ message, actions }: Extract<PanelState, { kind: "error" }>, view: View): HTMLElement {
  return el(
    "div",
    { class: "blank", role: "alert" },
    el("h1", {}, "No diagnosis"),
    el("p", {}, prose(message)),
    el(
      "div",
      { class: "actions" },
      actions.map((name, index) => command(view, errorActions[name][0], name, errorActions[name][1], index === 0)),
    ),
  );
}

/** A failure that no entry explains: what is known all the same, and the way on. */
export function unexplained(state: AnswerState, view: View): Child[] {
  const { document, message } = state;
  const { failure, suppressed } = document;
  const hidden = suppressed.length > 0;
  const exception =
    failure === null
      ? null
      : [failure.exception, failure.message].filter((part) => part !== null && part !== "").join(": ");
  return [
    el(
      "header",
      { class: "head" },
      el(
        "div",
        { class: "title" },
        el("h1", {}, hidden ? "What fits this failure is muted" : "No entry explains this failure"),
        hidden
          ? el("span", { class: "chip", title: "The run failed, and you muted what fits: see below." }, "muted")
          : el(
              "span",
              { class: "chip", title: "The run failed, and the rulebook has no entry that fits." },
              "unexplained",
            ),
      ),
      rankLine(document),
      exception === null ? null : el("pre", { class: "code exception" }, exception),
      failingLine(state, failure?.frame ?? null, view),
      failure === null || failure.log_line === null
        ? null
        : el("p", { class: "quiet" }, "In the log at ", place(view, null, failure.log_line, "line")),
      message === null ? null : paragraph(message, "cause"),
    ),
    nextSteps(document),
    hidden ? muted(state, view, true) : row("Looked for", paragraph(lookedFor(document), "quiet")),
    notExcluded(document.missing_facts, view),
    ranksAndCurves(document, view),
  ];
}

function lookedFor({ engine, input }: Diagnosis): string {
  const { entries, version } = engine.rulebook;
  return `${count(entries, "entry", "entries")} of rulebook ${version} were compared with ${count(input.lines, "line")}; none fits.`;
}

function nextSteps({ next_steps: steps }: Diagnosis): Child {
  return steps.length === 0
    ? null
    : row(
        "Do now",
        el(
          "ol",
          { class: "steps" },
          steps.map((step) => el("li", {}, prose(step))),
        ),
      );
}

function ranksAndCurves({ ranks, metrics }: Diagnosis, view: View): Child {
  const grid = rankGrid(ranks, view);
  const lines = curves(metrics);
  return [
    grid === null ? null : fold(view, "Ranks", "ranks", true, grid),
    lines === null ? null : fold(view, "Curves", "curves", true, lines),
  ];
}

export function undecided(state: AnswerState, view: View): Child[] {
  const { document, message } = state;
  return [
    el(
      "header",
      { class: "head" },
      el("h1", {}, "The text can't tell whether the run failed"),
      paragraph(message ?? `${readSentence(document)}: no failure and no good end in it.`, "cause"),
    ),
    nextSteps(document),
    notExcluded(document.missing_facts, view),
    ranksAndCurves(document, view),
    muted(state, view),
  ];
}

export function healthy(state: AnswerState, view: View): Child[] {
  const { document, message } = state;
  return [
    el(
      "header",
      { class: "head" },
      el("h1", { class: "with-icon" }, icon("pass", "good"), "Nothing wrong found"),
      paragraph(message ?? `${readSentence(document)}: no failure in it.`, "cause"),
      rankLine(document),
    ),
    nextSteps(document),
    ranksAndCurves(document, view),
    muted(state, view),
  ];
}
