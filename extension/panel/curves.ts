// The metrics under one another with one step axis: the onset as one vertical line, a value that is no number as a gap
// with a mark, never as zero.

import type { Metrics, MetricSeries } from "../src/generated/document";
import { type Child, el, svg } from "./dom";

const width = 640;
const height = 56;
/** More points than this say nothing on 640 pixels. */
const most = 1200;

interface Point {
  step: number;
  value: number;
}

export function curves({ series, onset }: Metrics): Child {
  const shown = series.filter(({ points }) => points.length > 1).slice(0, 6);
  const steps = shown.flatMap(({ points }) => points.map(([step]) => step));
  if (steps.length === 0) return null;
  const from = steps.reduce((a, b) => Math.min(a, b));
  const to = steps.reduce((a, b) => Math.max(a, b));
  const x = (step: number): number => (to === from ? 0 : ((step - from) / (to - from)) * width);
  const at = onset?.step ?? null;
  return el(
    "div",
    { class: "curves" },
    shown.map((one) => curve(one, x, at)),
    el(
      "div",
      { class: "axis quiet" },
      el("span", {}, `step ${from}`),
      at === null
        ? null
        : el("span", { class: "onset-label" }, `${onset?.name ?? ""} ${onset?.kind ?? ""} at step ${at}`),
      el("span", {}, String(to)),
    ),
  );
}

function curve(series: MetricSeries, x: (step: number) => number, onset: number | null): HTMLElement {
  const points = thinned(series).map(([step, value]) => ({
    step,
    value: typeof value === "number" ? value : Number(value),
  }));
  const finite = points.filter(({ value }) => Number.isFinite(value)).map(({ value }) => value);
  const low = finite.reduce((a, b) => Math.min(a, b), Infinity);
  const high = finite.reduce((a, b) => Math.max(a, b), -Infinity);
  const y = (value: number): number =>
    high === low ? height / 2 : height - 4 - ((value - low) / (high - low)) * (height - 8);
  const range = finite.length === 0 ? "no finite value" : `${short(low)} to ${short(high)}`;
  const broken = points.filter(({ value }) => !Number.isFinite(value));
  const name = series.rank === null ? series.name : `${series.name}, rank ${series.rank}`;
  const label = `${name}: ${range}${broken.length === 0 ? "" : `, not a number from step ${broken[0]?.step ?? ""}`}`;
  return el(
    "div",
    { class: "curve" },
    el(
      "div",
      { class: "curve-name" },
      el("span", {}, name),
      el("span", { class: "quiet" }, `${range}${series.sampled ? ", sampled" : ""}`),
    ),
    svg(
      "svg",
      { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", role: "img", "aria-label": label },
      onset === null ? null : svg("line", { class: "onset", x1: x(onset), x2: x(onset), y1: 0, y2: height }),
      pieces(points).map((piece) =>
        svg("polyline", {
          class: "line",
          points: piece.map(({ step, value }) => `${x(step).toFixed(1)},${y(value).toFixed(1)}`).join(" "),
        }),
      ),
      broken.map(({ step }) =>
        svg("line", { class: "broken", x1: x(step), x2: x(step), y1: height - 10, y2: height - 2 }),
      ),
    ),
  );
}

/** Runs of finite values. */
function pieces(points: readonly Point[]): Point[][] {
  const runs: Point[][] = [[]];
  for (const point of points) {
    if (Number.isFinite(point.value)) runs.at(-1)?.push(point);
    else runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
}

function thinned({ points }: MetricSeries): MetricSeries["points"] {
  const stride = Math.ceil(points.length / most);
  // A value that is no number is what the reader looks for: it is never thinned out.
  return stride <= 1
    ? points
    : points.filter(([, value], index) => index % stride === 0 || !Number.isFinite(Number(value)));
}

function short(value: number): string {
  const size = Math.abs(value);
  return size !== 0 && (size < 0.001 || size >= 1e5) ? value.toExponential(1) : String(Number(value.toPrecision(4)));
}
