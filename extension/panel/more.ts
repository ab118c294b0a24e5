// Below the fold: the three readers' tabs, and everything that is one click away.

import type { Hypothesis, Perspectives } from "../src/generated/document";
import type { AnswerState } from "../src/panel/state";
import { untrusted } from "./card";
import { curves } from "./curves";
import { type Child, el, icon, paragraph, prose } from "./dom";
import { rankGrid } from "./ranks";
import { button, copyButton, fold, place, type View } from "./view";
import { clock, confidenceMeaning, count, minutes, shortPath } from "./words";

export function more(state: AnswerState, hypothesis: Hypothesis, view: View): HTMLElement {
  const { document } = state;
  return el(
    "div",
    { class: "more" },
    tabs(state, hypothesis, view),
    section(view, "Ranks", "ranks", true, rankGrid(document.ranks, view)),
    section(view, "Curves", "curves", true, curves(document.metrics)),
    rivals(state, view),
    section(
      view,
      "Mechanism",
      "mechanism",
      false,
      hypothesis.mechanism === "" ? null : [paragraph(hypothesis.mechanism), scale(hypothesis)],
    ),
    section(view, "Symptoms", "symptoms", false, symptoms(hypothesis)),
    timeline(state, view),
    section(view, "Prevent", "prevent", false, prevent(hypothesis, view)),
    section(
      view,
      "Does not mean",
      "does-not-mean",
      false,
      hypothesis.does_not_mean === "" ? null : paragraph(hypothesis.does_not_mean),
    ),
    references(hypothesis, view),
    muted(state, view),
  );
}

function section(view: View, name: string, key: string, open: boolean, content: Child): Child {
  return content === null || content === undefined ? null : fold(view, name, key, open, content);
}

const readers = [
  { id: "on-call", name: "On-call" },
  { id: "engineer", name: "Engineer" },
  { id: "executive", name: "Executive" },
];

function tabs(state: AnswerState, hypothesis: Hypothesis, view: View): Child {
  const { perspectives } = hypothesis;
  const known = readers.filter(({ id }) => content(id, perspectives));
  if (known.length === 0) return null;
  const chosen = known.some(({ id }) => id === view.folding.tab) ? view.folding.tab : (known[0]?.id ?? "");
  const choose = (id: string): void => {
    view.keep({ ...view.folding, tab: id });
  };
  const tab = ({ id, name }: { id: string; name: string }, index: number): HTMLElement => {
    const selected = id === chosen;
    const attributes = {
      type: "button",
      "aria-selected": String(selected),
      "aria-controls": "tab-panel",
      tabindex: selected ? "0" : "-1",
    };
    const onclick = (): void => {
      choose(id);
    };
    const element = el(
      "button",
      { class: "tab", role: "tab", id: `tab-${id}`, key: `tab-${id}`, attributes, onclick },
      name,
    );
    element.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      const next = step === undefined ? undefined : known[(index + step + known.length) % known.length];
      if (next === undefined) return;
      event.preventDefault();
      choose(next.id);
    });
    return element;
  };
  const panel = {
    class: "tab-panel",
    role: "tabpanel",
    id: "tab-panel",
    attributes: { "aria-labelledby": `tab-${chosen}`, tabindex: "0" },
  };
  return el(
    "section",
    { class: "readers" },
    el("div", { class: "tabs", role: "tablist", label: "For whom" }, known.map(tab)),
    el("div", panel, content(chosen, perspectives, state, hypothesis, view)),
  );
}

function content(
  id: string,
  perspectives: Perspectives,
  state?: AnswerState,
  hypothesis?: Hypothesis,
  view?: View,
): Child {
  if (id === "engineer") return perspectives.engineer === "" ? null : paragraph(perspectives.engineer);
  if (id === "executive")
    return perspectives.executive === "" ? null : [cost(state, hypothesis), paragraph(perspectives.executive, "lead")];
  if (perspectives.on_call.length === 0) return null;
  const step = (text: string, index: number): HTMLElement => {
    const command = /`([^`\n]+ [^`\n]+)`/.exec(text)?.[1];
    return el(
      "li",
      {},
      el(
        "span",
        {},
        prose(text),
        command === undefined || view === undefined ? null : copyButton(view, command, `on-call-${index}`),
      ),
    );
  };
  return el("ol", { class: "steps" }, perspectives.on_call.map(step));
}

function cost(state: AnswerState | undefined, hypothesis: Hypothesis | undefined): Child {
  const hours = state?.document.cost?.gpu_hours ?? null;
  const time = hypothesis?.fix_minutes ?? null;
  const figure = (number: string, unit: string): HTMLElement =>
    el("div", { class: "figure" }, el("strong", {}, number), el("span", { class: "quiet" }, unit));
  if (hours === null && time === null) return null;
  return el(
    "div",
    { class: "figures" },
    hours === null ? null : figure(hours < 10 ? hours.toFixed(1) : hours.toFixed(0), "GPU-hours"),
    time === null ? null : figure(minutes(time), "to fix"),
  );
}

function rivals(state: AnswerState, view: View): Child {
  const { diagnoses } = state.document;
  if (diagnoses.length < 2) return null;
  const rival = (hypothesis: Hypothesis, index: number): HTMLElement => {
    const current = index === state.selected;
    return el(
      "li",
      {},
      el(
        "button",
        {
          class: current ? "rival current" : "rival",
          key: `rival-${index}`,
          attributes: { type: "button", ...(current ? { "aria-current": "true" } : {}) },
          onclick: () => {
            view.send({ type: "select", diagnosis: index });
          },
        },
        el(
          "span",
          { class: "rival-title" },
          prose(hypothesis.title),
          el(
            "span",
            { class: `chip small ${hypothesis.confidence}`, title: confidenceMeaning[hypothesis.confidence] },
            hypothesis.confidence,
          ),
        ),
        el("span", { class: "quiet" }, prose(hypothesis.root_cause)),
      ),
    );
  };
  const sure = diagnoses[0]?.confidence === "confirmed";
  return fold(
    view,
    `Rivals (${diagnoses.length - 1})`,
    "rivals",
    !sure,
    el("ul", { class: "rivals" }, diagnoses.map(rival)),
  );
}

function scale(hypothesis: Hypothesis): Child {
  return [
    hypothesis.at_scale === null ? null : paragraph(hypothesis.at_scale),
    hypothesis.recurs_when === null
      ? null
      : el("p", {}, el("strong", {}, "It comes back when "), prose(hypothesis.recurs_when.replace(/[.\s]*$/, "."))),
  ];
}

function symptoms({ symptoms: list }: Hypothesis): Child {
  if (list.length === 0) return null;
  return el(
    "dl",
    { class: "symptoms" },
    list.map(({ text, why }) => [el("dt", {}, prose(text)), el("dd", { class: "quiet" }, prose(why))]),
  );
}

/** The first ones tell the story; a thousand ranks that lost their peer add nothing to it. */
const mostEvents = 200;

function timeline(state: AnswerState, view: View): Child {
  const events = state.document.timeline;
  if (events.length === 0) return null;
  const timed = events.some(({ time }) => time !== null);
  const more = events.length - mostEvents;
  const event = ({ time, rank, what, file, line }: (typeof events)[number]): HTMLElement =>
    el(
      "li",
      {},
      timed ? el("time", { class: "quiet" }, clock(time) ?? "") : null,
      el("span", {}, rank === null ? null : `rank ${rank}: `, prose(what)),
      place(view, file, line, shortPath(file, state.folders)),
    );
  return fold(
    view,
    "Timeline",
    "timeline",
    false,
    el("ol", { class: timed ? "timeline" : "timeline untimed" }, events.slice(0, mostEvents).map(event)),
    more > 0 ? el("p", { class: "quiet" }, `and ${count(more, "more event")}`) : null,
  );
}

function prevent({ prevent: list, fingerprint }: Hypothesis, view: View): Child {
  if (list.length === 0 && fingerprint === null) return null;
  return [
    list.length === 0
      ? null
      : el(
          "ul",
          { class: "plain" },
          list.map((text) => el("li", {}, prose(text))),
        ),
    fingerprint === null
      ? null
      : el(
          "p",
          {},
          "Alert on ",
          el("code", {}, fingerprint.pattern),
          copyButton(view, fingerprint.pattern, "fingerprint"),
          el("span", { class: "quiet" }, " ", prose(fingerprint.says)),
        ),
  ];
}

function references({ references: list }: Hypothesis, view: View): Child {
  // Only the web's schemes: a rulebook of the workspace must not lead to a command.
  const safe = list.filter(({ url }) => /^https?:\/\//i.test(url));
  if (safe.length === 0) return null;
  const link = ({ title, url }: (typeof list)[number]): HTMLElement =>
    el("li", {}, el("a", { title: url, attributes: { href: url } }, title), icon("link-external", "faint"));
  return fold(view, "References", "references", false, el("ul", { class: "plain" }, safe.map(link)));
}

export function muted(state: AnswerState, view: View, open = false): Child {
  const { suppressed } = state.document;
  if (suppressed.length === 0) return null;
  const refused = state.trusted ? undefined : untrusted;
  const line = ({ rule, reason, until }: (typeof suppressed)[number], index: number): HTMLElement =>
    el(
      "li",
      { class: "muted" },
      el(
        "span",
        {},
        el("code", {}, rule),
        ` ${reason}`,
        until === null ? null : el("span", { class: "quiet" }, ` until ${until}`),
      ),
      button("Unmute", { key: `unmute-${index}`, title: `Show ${rule} again in this workspace`, refused }, () => {
        view.send({ type: "unmute", rule });
      }),
    );
  return fold(view, `Muted (${suppressed.length})`, "muted", open, el("ul", { class: "plain" }, suppressed.map(line)));
}
