// "Do now": the first fix that can be applied, as a difference; and the other fixes, folded.

import type { Fix, Hypothesis } from "../src/generated/document";
import { type AnswerState, fixKey } from "../src/panel/state";
import { untrusted } from "./card";
import { addedText, type DiffLine, fromEdits, fromUnified } from "./difference";
import { type Child, el, icon, paragraph, prose, unseen } from "./dom";
import { button, commandLine, copyButton, fold, place, row, type View } from "./view";
import { sentence, shortPath } from "./words";

export function doNow(state: AnswerState, hypothesis: Hypothesis, view: View): Child[] {
  const first = firstFix(state, hypothesis);
  if (first === -1) return [check(hypothesis, view)];
  const others = hypothesis.fixes.map((_, index) => index).filter((index) => index !== first);
  return [
    row(
      "Do now",
      fixBody(state, hypothesis, first, view),
      others.length === 0
        ? null
        : fold(
            view,
            others.length === 1 ? "Another fix" : `${others.length} other fixes`,
            "fixes",
            false,
            others.map((index) => fixBody(state, hypothesis, index, view)),
          ),
    ),
  ];
}

/** The first that can be applied, else the first with a command, else the first. */
export function firstFix(state: AnswerState, { fixes }: Hypothesis): number {
  const applicable = fixes.findIndex((fix, index) => fix.edits.length > 0 && refusal(state, fix, index) === null);
  if (applicable !== -1) return applicable;
  const command = fixes.findIndex((fix) => fix.command !== null);
  return command !== -1 ? command : fixes.length - 1 < 0 ? -1 : 0;
}

function refusal(state: AnswerState, fix: Fix, index: number): string | null {
  return fix.refused ?? state.fixes[fixKey(state.selected, index)]?.refused ?? null;
}

function check({ cheapest_check: cheapest }: Hypothesis, view: View): Child {
  if (cheapest === null) return null;
  return row(
    "Do now",
    paragraph(cheapest.text),
    cheapest.command === null ? null : commandLine(view, cheapest.command, "check"),
  );
}

function fixBody(state: AnswerState, hypothesis: Hypothesis, index: number, view: View): HTMLElement {
  const fix = hypothesis.fixes[index];
  if (fix === undefined) return el("div");
  const known = state.fixes[fixKey(state.selected, index)];
  const refused = refusal(state, fix, index);
  const lines = fix.edits.length === 0 ? [] : shownLines(known?.diff ?? "", fix);
  return el(
    "div",
    { class: "fix" },
    el(
      "div",
      { class: "fix-head" },
      el("p", { class: "fix-title" }, prose(fix.title)),
      actions(state, fix, index, lines, view),
    ),
    fix.summary === "" ? null : paragraph(fix.summary, "quiet"),
    fix.edits[0] === undefined || lines.length === 0
      ? null
      : el(
          "div",
          { class: "diff-file" },
          place(view, fix.edits[0].file, fix.edits[0].start.line, shortPath(fix.edits[0].file, state.folders)),
        ),
    difference(lines),
    lines.length === 0 && fix.snippet !== null
      ? el(
          "div",
          { class: "snippet" },
          el("pre", { class: "code" }, fix.snippet),
          copyButton(view, fix.snippet, `snippet-${index}`),
        )
      : null,
    fix.command === null ? null : commandLine(view, fix.command, `fix-${index}`),
    refused === null
      ? null
      : el("p", { class: "note" }, icon("circle-slash"), el("span", {}, "Can't be applied: ", prose(refused))),
    fix.wrong_when === null
      ? null
      : el(
          "p",
          { class: "note" },
          icon("warning"),
          el("span", {}, unseen("Wrong when: "), prose(sentence(fix.wrong_when))),
        ),
  );
}

function shownLines(diff: string, fix: Fix): DiffLine[] {
  const whole = fromUnified(diff);
  return whole.length > 0 ? whole : fromEdits(fix.edits);
}

function actions(state: AnswerState, fix: Fix, index: number, lines: DiffLine[], view: View): HTMLElement | null {
  if (fix.edits.length === 0) return null;
  const diagnosis = state.selected;
  const known = state.fixes[fixKey(diagnosis, index)];
  if (known?.applied === true) {
    const said = known.unsaved ? "Applied, not saved" : "Applied";
    return el("span", { class: "applied", role: "status" }, icon("check"), said);
  }
  const refused = state.trusted ? (refusal(state, fix, index) ?? undefined) : untrusted;
  const review = fix.safety === "review" ? "Opens a preview; nothing changes before you confirm there" : undefined;
  return el(
    "span",
    { class: "actions" },
    button(
      "Apply",
      { key: `apply-${index}`, primary: true, refused, ...(review === undefined ? {} : { title: review }) },
      () => {
        view.send({ type: "apply", diagnosis, fix: index });
      },
    ),
    button("Diff", { key: `diff-${index}`, title: "Show the whole file before and after" }, () => {
      view.send({ type: "diff", diagnosis, fix: index });
    }),
    copyButton(view, addedText(lines), `copy-fix-${index}`, "Copy the new lines"),
  );
}

const signs: Record<DiffLine["kind"], string> = { same: " ", removed: "−", added: "+", gap: "⋯" };

export function difference(lines: readonly DiffLine[]): HTMLElement | null {
  if (lines.length === 0) return null;
  const indent = Math.min(
    ...lines.filter(({ text }) => text.trim() !== "").map(({ text }) => text.length - text.trimStart().length),
  );
  const cut = Number.isFinite(indent) ? indent : 0;
  return el(
    "div",
    { class: "diff", role: "group", label: "Difference" },
    lines.map((line) => diffLine(line, cut)),
  );
}

function diffLine({ kind, text, changed }: DiffLine, cut: number): HTMLElement {
  const spoken = kind === "removed" ? unseen("removed: ") : kind === "added" ? unseen("added: ") : null;
  const [start, end] =
    changed === null ? [text.length, text.length] : [Math.max(changed[0], cut), Math.max(changed[1], cut)];
  const middle = text.slice(start, end);
  return el(
    "div",
    { class: `diff-line ${kind}` },
    el("span", { class: "sign", hidden: true }, signs[kind]),
    spoken,
    el("code", {}, text.slice(cut, start), middle === "" ? null : el("mark", {}, middle), text.slice(end)),
  );
}
