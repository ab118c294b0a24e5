// "Prove it": the verification command in full, the button that runs it, and what came of it.

import type { Hypothesis } from "../src/generated/document";
import type { AnswerState, Verification } from "../src/panel/state";
import { untrusted } from "./card";
import { type Child, el, icon, prose } from "./dom";
import { button, commandLine, copyButton, row, type View, words } from "./view";
import { sentence } from "./words";

const outcomes: Record<Verification["state"], { icon: string; words: string }> = {
  running: { icon: "loading", words: "Running" },
  verified: { icon: "pass-filled", words: "Verified" },
  still_failing: { icon: "error", words: "Still failing" },
  failed_differently: { icon: "warning", words: "Failed differently" },
  inconclusive: { icon: "question", words: "Inconclusive" },
};

export function proof(state: AnswerState, { verify }: Hypothesis, view: View): HTMLElement | null {
  const verification = state.verifications[state.selected];
  if (verify.command === null)
    return verify.template === "" ? null : row("Prove it", open(verify.template, verify.needs, verify.expect, view));
  const running = verification?.state === "running" ? "It is running" : undefined;
  const refused = state.trusted ? running : untrusted;
  return row(
    "Prove it",
    el(
      "div",
      { class: "proof" },
      commandLine(view, verify.command, "verify"),
      button(
        verification === undefined ? "Run" : "Run again",
        { key: "run", icon: "play", refused, title: "Run it in a terminal" },
        () => {
          view.send({ type: "run", diagnosis: state.selected });
        },
      ),
    ),
    verify.expect === "" ? null : el("p", { class: "quiet" }, prose(sentence(verify.expect))),
    verification === undefined ? null : outcome(state, verification, view),
  );
}

/** The log told too little for a command that runs as it stands. A template that is all gap says nothing: it is left out. */
function open(template: string, needs: readonly string[], expect: string, view: View): Child[] {
  const line = el(
    "div",
    { class: "command" },
    el("code", {}, words(template)),
    copyButton(view, template, "copy-template"),
  );
  return [
    template.trim() === "{command}" ? null : el("div", { class: "proof" }, line),
    el(
      "p",
      { class: "quiet" },
      needs.length === 0 ? null : `To fill in, the log does not tell: ${needs.join(", ")}. `,
      prose(sentence(expect)),
    ),
  ];
}

function outcome(state: AnswerState, verification: Verification, view: View): HTMLElement {
  const { icon: name, words } = outcomes[verification.state];
  const show = verification.shown
    ? button("Show its diagnosis", { key: "show-verification" }, () => {
        view.send({ type: "showVerification", diagnosis: state.selected });
      })
    : null;
  return el(
    "div",
    { class: `outcome ${verification.state}`, role: "status" },
    icon(name, verification.state === "running" ? "spin" : ""),
    el(
      "div",
      {},
      el("p", {}, el("strong", {}, words), verification.message === "" ? null : [". ", prose(verification.message)]),
      verification.saved.length === 0
        ? null
        : el("p", { class: "quiet" }, `Saved before the run: ${verification.saved.join(", ")}`),
      show,
    ),
  );
}
