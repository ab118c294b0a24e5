// The ranks as small squares: the one that failed first filled, those that lost their peer outlined, the silent ones
// hatched. From 1 to 1,024 and more: the squares grow smaller with their number.

import type { Ranks } from "../src/generated/document";
import { type Child, el } from "./dom";
import { clock, rankSentence, ranges } from "./words";

/** Above it a grid says nothing any more, and the sentence has to do. */
const most = 4096;

export function rankGrid(ranks: Ranks): Child {
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
  const square = (rank: number): HTMLElement => {
    const detail = words.get(rank);
    const said =
      detail === undefined
        ? ""
        : `\n${[clock(detail.time), detail.host, detail.text.trim()].filter(Boolean).join("  ")}`;
    const shown = rank === ranks.initiating ? String(rank) : "";
    return el(
      "span",
      { class: `square ${kind(rank)}`, title: `rank ${rank}: ${meaning[kind(rank)] ?? ""}${said}` },
      shown,
    );
  };
  const sentence = rankSentence(ranks);
  const label = `${sentence?.first ?? ""}${sentence?.rest ?? ""}`;
  const size = total > 256 ? "tiny" : total > 64 ? "small" : "";
  return el(
    "div",
    { class: "ranks" },
    el(
      "div",
      { class: `grid ${size}`, role: "img", label },
      Array.from({ length: total }, (_, rank) => square(rank)),
    ),
    legend(ranks),
    ranks.why === "" ? null : el("p", { class: "quiet" }, ranks.why),
    skew(ranks),
  );
}

const meaning: Record<string, string> = {
  first: "failed first",
  lost: "lost its peer",
  silent: "said nothing",
  healthy: "no failure of its own",
};

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
