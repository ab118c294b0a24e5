// What drawing needs beside the state: how things were folded, and whom to tell of a click.

import type { PanelMessage } from "../src/panel/state";
import { type Child, el, icon } from "./dom";

/** Kept across redraws and reloads of the panel. */
export interface Folding {
  /** Folds that are not as they were drawn first, by key. */
  toggled: Record<string, boolean>;
  tab: string;
}

export interface View {
  folding: Folding;
  send(message: PanelMessage): void;
  /** Keeps a changed folding. */
  keep(folding: Folding): void;
}

export interface ButtonOptions {
  key: string;
  icon?: string;
  primary?: boolean;
  title?: string;
  /** Why it can't be used now. The button then stays where it is and says so. */
  refused?: string | undefined;
}

export function button(label: string, options: ButtonOptions, onclick: () => void): HTMLElement {
  const { refused } = options;
  const title = refused ?? options.title;
  return el(
    "button",
    {
      class: options.primary === true ? "button primary" : "button",
      key: options.key,
      attributes: { type: "button", ...(refused === undefined ? {} : { "aria-disabled": "true" }) },
      ...(title === undefined ? {} : { title }),
      ...(refused === undefined ? { onclick } : {}),
    },
    options.icon === undefined ? null : icon(options.icon),
    label,
  );
}

export function iconButton(name: string, label: string, key: string, onclick: () => void): HTMLElement {
  return el(
    "button",
    { class: "icon-button", key, label, title: label, attributes: { type: "button" }, onclick },
    icon(name),
  );
}

export function copyButton(view: View, text: string, key: string, what = "Copy"): HTMLElement {
  return iconButton("copy", what, key, () => {
    view.send({ type: "copy", text });
  });
}

/** A part of the card: its name at the left, where there is room, and its content. */
export function row(name: string, ...content: Child[]): HTMLElement {
  const id = `row-${name.toLowerCase().replaceAll(/[^a-z]+/g, "-")}`;
  const properties = { class: "row", attributes: { "aria-labelledby": id } };
  return el("section", properties, el("h2", { id }, name), el("div", { class: "content" }, content));
}

export function fold(view: View, name: string, key: string, open: boolean, ...content: Child[]): HTMLElement {
  const details = el(
    "details",
    { key: `fold-${key}` },
    el("summary", { key: `summary-${key}` }, icon("chevron-right"), name),
    el("div", { class: "folded" }, content),
  );
  if (view.folding.toggled[key] ?? open) details.setAttribute("open", "");
  details.addEventListener("toggle", () => {
    const now = details.hasAttribute("open");
    if ((view.folding.toggled[key] ?? open) === now) return;
    view.keep({ ...view.folding, toggled: { ...view.folding.toggled, [key]: now } });
  });
  return details;
}

/** The server's name for a text without a file: <terminal>, <clipboard>. */
export function isText(file: string): boolean {
  return /^<[\w-]+>$/.test(file);
}

/** A place to click: a file of the workspace or of the log. */
export function place(view: View, file: string | null, line: number | null, shown: string): HTMLElement {
  const inText = file === null || isText(file);
  const where = line === null ? shown : inText ? `line ${line}` : `${shown}:${line}`;
  return el(
    "button",
    {
      class: "place",
      title: inText ? "Show the line in the text" : `Open ${file}`,
      attributes: { type: "button" },
      key: `place-${file ?? ""}-${line ?? ""}`,
      onclick: () => {
        view.send({ type: "open", file, line });
      },
    },
    where,
  );
}

/** Lines break between words and not inside of them, where a hyphen would let them. */
export function words(command: string): Child[] {
  return command.split(/( +)/).map((part, index) => (index % 2 === 1 ? part : el("span", { class: "word" }, part)));
}

/** A command: whole, in monospace, with a button to copy it. */
export function commandLine(view: View, command: string, key: string): HTMLElement {
  return el(
    "div",
    { class: "command" },
    el("code", {}, words(command)),
    copyButton(view, command, `copy-${key}`, "Copy the command"),
  );
}
