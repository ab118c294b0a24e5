// The panel's sentences, made from the document. Pure.

import type { Document as Diagnosis, Hypothesis, Ranks } from "../src/generated/document";

/** As the server's other front ends say it. */
export const confidenceMeaning: Record<Hypothesis["confidence"], string> = {
  confirmed: "Confirmed: evidence that only this cause leaves was seen, and the other causes are excluded.",
  likely: "Likely: the evidence favours this cause; another one is not excluded yet.",
  possible: "Possible: the log fits this cause, and nothing seen so far separates it from others.",
};

/** Runs of ranks that a sentence lists before it only counts; more don't fit on a line. */
const mostRuns = 8;

/** 0-4, 6, 7 */
export function ranges(numbers: readonly number[]): string {
  const sorted = [...new Set(numbers)].sort((a, b) => a - b);
  const parts: string[] = [];
  for (let at = 0; at < sorted.length;) {
    let end = at;
    while (sorted[end + 1] === (sorted[end] ?? 0) + 1) end += 1;
    const [first, last] = [sorted[at] ?? 0, sorted[end] ?? 0];
    if (end - at >= 2) parts.push(`${first}-${last}`);
    else parts.push(...sorted.slice(at, end + 1).map(String));
    at = end + 1;
  }
  if (parts.length <= mostRuns) return parts.join(", ");
  return `${parts.slice(0, mostRuns).join(", ")}, … (${sorted.length.toLocaleString("en-US")} in all)`;
}

export function ranksNamed(numbers: readonly number[]): string {
  return `${numbers.length === 1 ? "rank" : "ranks"} ${ranges(numbers)}`;
}

export interface RankSentence {
  /** The rank that failed first; drawn in red. */
  first: string | null;
  rest: string;
}

export function rankSentence(ranks: Ranks): RankSentence | null {
  if (ranks.status === "single-process") return null;
  if (ranks.status === "none")
    return ranks.total === 1 ? null : { first: null, rest: `${ranks.total ?? "several"} ranks, none of them failed` };
  if (ranks.status === "unknown" || ranks.initiating === null) {
    return { first: null, rest: `Which rank failed first can't be told${ranks.why === "" ? "" : `: ${ranks.why}`}` };
  }
  const detail = ranks.details.find(({ rank }) => rank === ranks.initiating);
  const host = ranks.initiating_host ?? detail?.host ?? null;
  const aside = [clock(detail?.time ?? null), host].filter((part) => part !== null && part !== "").join(", ");
  const parts = [
    `${ranks.total === null ? "" : ` of ${ranks.total}`} failed first${aside === "" ? "" : ` (${aside})`}`,
  ];
  if (ranks.collateral.length > 0)
    parts.push(`${ranksNamed(ranks.collateral)} only lost ${ranks.collateral.length === 1 ? "its" : "their"} peer`);
  if (ranks.silent.length > 0) parts.push(`${ranksNamed(ranks.silent)} told of no error`);
  if (ranks.attempts > 1) parts.push(`${ranks.attempts} attempts in the log`);
  const alike = ranks.details.filter(({ role }) => role === "initiating").map(({ rank }) => rank);
  const first = [...new Set([ranks.initiating, ...alike])].sort((one, other) => one - other);
  return { first: first.length > 1 ? ranksNamed(first) : `rank ${ranks.initiating}`, rest: parts.join("; ") };
}

/** A clause of the rulebook as a sentence of its own. */
export function sentence(clause: string): string {
  const start = /^[a-z]+[ ,]/.test(clause) ? clause.charAt(0).toUpperCase() + clause.slice(1) : clause;
  return /[.!?]$/.test(start) || start === "" ? start : `${start}.`;
}

/** The time of day of a stamp; a stamp of another shape as it is. */
export function clock(time: string | null): string | null {
  return time === null ? null : (/\d\d:\d\d:\d\d/.exec(time)?.[0] ?? time);
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString("en-US")} ${number === 1 ? one : many}`;
}

export function readSentence({ input }: Diagnosis): string {
  const files = input.files.length > 1 ? ` in ${count(input.files.length, "file")}` : "";
  const time =
    input.seconds < 1 ? `${Math.max(1, Math.round(input.seconds * 1000))} ms` : `${input.seconds.toFixed(1)} s`;
  return `${count(input.lines, "line")}${files}, ${time}`;
}

/** A path as short as it can be told: below a workspace folder relative to it, else its last parts. */
export function shortPath(path: string, folders: readonly string[]): string {
  const plain = path.replace(/^file:\/\//, "").replaceAll("\\", "/");
  for (const folder of folders) {
    const start = `${folder.replaceAll("\\", "/").replace(/\/$/, "")}/`;
    if (plain.startsWith(start)) return plain.slice(start.length);
  }
  const parts = plain.split("/");
  return plain.length > 40 && parts.length > 2 ? parts.slice(-2).join("/") : plain;
}

export function minutes(range: readonly [number, number]): string {
  return range[0] === range[1] ? `about ${range[0]} min` : `${range[0]}-${range[1]} min`;
}
