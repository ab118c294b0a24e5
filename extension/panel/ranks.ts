// The ranks as small squares: the one that failed first filled, those that lost their peer outlined, the silent ones
// hatched. From 1 to 1,024 and more: the squares grow smaller with their number. A rank whose words are known is a button
// that leads to them; the arrow keys go from one to the next, so that Tab passes a thousand ranks in one step.

import type { RankDetail, Ranks } from "../src/generated/document";
import { type Child, el } from "./dom";
import type { View } from "./view";
import { clock, rankSentence, ranges } from "./words";

/** Above it a grid says nothing any more, and the sentence has to do. */
const most = 4096;

export function rankGrid(ranks: Ranks, view: View): Child {
  const named = [ranks.initiating ?? -1, ...ranks.collateral, ...ranks.silent];
  const total = Math.max(ranks.total ?? 0, ...named.map((rank) => rank + 1));
  if (total < 2 || total > most) return null;
  const collateral = new Set(ranks.collateral);
  const silent = new Set(ranks.silent);
  const words = new Map(ranks.details.map((detail) => [detail.rank, detail]));
  const kind = (rank: number): string => {
    if (rank === ranks.initiating) return "first";
    if (silent.has(rank)) return "silent";
    return collateral.has(rank) ? "lost" : "healthy";
  };
  // Tab stops at the rank that failed first, else at the first one that said something.
  const stop = words.has(ranks.initiating ?? -1) ? ranks.initiating : ranks.details[0]?.rank;
  const square = (rank: number): HTMLElement => {
    const shown = rank === ranks.initiating ? String(rank) : "";
    const title = `rank ${rank}: ${meaning[kind(rank)] ?? ""}`;
    const detail = words.get(rank);
    if (detail === undefined) return el("span", { class: `square ${kind(rank)}`, title }, shown);
    return el(
      "button",
      {
        class: `square ${kind(rank)}`,
        title: `${title}\n${lastWords(detail)}`,
        label: `${title}. ${lastWords(detail)}`,
        key: `rank-${rank}`,
        attributes: { type: "button", tabindex: rank === stop ? "0" : "-1" },
        onclick: () => {
          view.send({ type: "open", file: detail.file, line: detail.line });
        },
      },
      shown,
    );
  };
  const sentence = rankSentence(ranks);
  const label = `${sentence?.first ?? ""}${sentence?.rest ?? ""}`;
  const size = total > 256 ? "tiny" : total > 64 ? "small" : "";
  const grid = el(
    "div",
    { class: `grid ${size}`, role: words.size === 0 ? "img" : "group", label },
    Array.from({ length: total }, (_, rank) => square(rank)),
  );
  grid.addEventListener("keydown", (event) => {
    if (walk(grid, event.target, event.key)) event.preventDefault();
  });
  return el(
    "div",
    { class: "ranks" },
    grid,
    legend(ranks),
    ranks.why === "" ? null : el("p", { class: "quiet" }, ranks.why),
    skew(ranks),
  );
}

const meaning: Record<string, string> = {
  first: "failed first",
  lost: "lost its peer",
  silent: "told of no error",
  healthy: "no failure of its own",
};

function lastWords({ time, host, text }: RankDetail): string {
  return [clock(time), host, text.trim()].filter(Boolean).join("  ");
}

/** Moves the focus among the ranks that can be opened; false for a key that does not. */
export function walk(grid: HTMLElement, from: EventTarget | null, key: string): boolean {
  const stops = [...grid.querySelectorAll<HTMLElement>("button")];
  const at = stops.indexOf(from as HTMLElement);
  const steps: Record<string, number> = {
    ArrowRight: at + 1,
    ArrowDown: at + 1,
    ArrowLeft: at - 1,
    ArrowUp: at - 1,
    Home: 0,
    End: stops.length - 1,
  };
  const next = stops[steps[key] ?? -1];
  if (at === -1 || next === undefined) return false;
  for (const stop of stops) stop.setAttribute("tabindex", stop === next ? "0" : "-1");
  next.focus();
  return true;
}

function legend(ranks: Ranks): HTMLElement {
  const part = (kind: string, numbers: readonly number[]): Child =>
    numbers.length === 0
      ? null
      : el(
          "span",
          { class: "legend-part" },
          el("span", { class: `square ${kind}`, hidden: true }),
          `${meaning[kind] ?? ""}: ${ranges(numbers)}`,
        );
  return el(
    "p",
    { class: "legend quiet" },
    part("first", ranks.initiating === null ? [] : [ranks.initiating]),
    part("lost", ranks.collateral),
    part("silent", ranks.silent),
  );
}

function skew({ clock_skew_s: skews }: Ranks): Child {
  const off = Object.entries(skews).filter(([, seconds]) => seconds !== 0);
  if (off.length === 0) return null;
  return el(
    "p",
    { class: "quiet" },
    `Clocks differ: ${off.map(([host, seconds]) => `${host} ${seconds > 0 ? "+" : ""}${seconds} s`).join(", ")}`,
  );
}
