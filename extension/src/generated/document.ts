// Generated from docs/diagnosis.schema.json by `npm run types`. Do not edit.

export type Verdict = "failure" | "healthy" | "unknown";
export type Layer = "hardware" | "software" | "configuration" | "data" | "code";
export type Phase = "training" | "inference" | "both" | "launch";
export type Confidence = "confirmed" | "likely" | "possible";
export type Source = "log" | "code" | "environment" | "metric" | "recorder" | "trace";
export type StepState = "seen" | "not_seen" | "open";
export type FixKind = "edit" | "command" | "config" | "advice";
export type Safety = "safe" | "review" | "advice";
export type Outcome = "verified" | "still_failing" | "failed_differently" | "inconclusive";
export type RankStatus = "named" | "unknown" | "single-process" | "none";

/**
 * The answer.
 */
export interface Document {
  schema: 1;
  engine: Engine;
  /**
   * "failure" when the run failed, explained or not; "healthy" when it ended well or shows nothing wrong; else "unknown".
   */
  verdict: Verdict;
  failure: Failure | null;
  /**
   * Best first.
   */
  diagnoses: Hypothesis[];
  missing_facts: MissingFact[];
  next_steps: string[];
  suppressed: Suppressed[];
  ranks: Ranks;
  timeline: Event[];
  metrics: Metrics;
  environment: {
    [k: string]: string;
  };
  cost: Cost | null;
  input: Input;
}
/**
 * Which engine gave the answer.
 */
export interface Engine {
  version: string;
  rulebook: RulebookInfo;
}
/**
 * Which rulebook gave the answer.
 */
export interface RulebookInfo {
  version: string;
  /**
   * Content hash: the same hash gives the same answer.
   */
  hash: string;
  entries: number;
}
/**
 * The initiating failure as seen, whether or not an entry explains it.
 */
export interface Failure {
  /**
   * Exception type as printed; None for a failure without an exception (a metric, a signal).
   */
  exception: string | null;
  message: string;
  rank: number | null;
  /**
   * The user's own line that led there: in anomaly mode the forward line.
   */
  frame: Place | null;
  log_line: number | null;
}
/**
 * A frame of the user's code that leads to the failure.
 */
export interface Place {
  /**
   * The path in the workspace where the file was found there, else as the log prints it.
   */
  file: string;
  line: number | null;
  function: string | null;
  /**
   * The source line as the log prints it.
   */
  text: string | null;
}
/**
 * One entry that could explain this run.
 */
export interface Hypothesis {
  /**
   * Id of the entry.
   */
  rule: string;
  title: string;
  area: string;
  severity: string;
  tags: string[];
  systems: string[];
  layer: Layer;
  phase: Phase;
  confidence: Confidence;
  /**
   * 0 to 1, from the weights of the evidence; for ordering, not a probability to show.
   */
  score: number;
  /**
   * One or two sentences about this run.
   */
  root_cause: string;
  mechanism: string;
  symptoms: Symptom[];
  does_not_mean: string;
  evidence: Evidence[];
  missing_facts: MissingFact[];
  cheapest_check: Check | null;
  confirm: ConfirmStep[];
  fixes: Fix[];
  verify: Verify;
  prevent: string[];
  recurs_when: string | null;
  at_scale: string | null;
  fix_minutes: [number, number] | null;
  fingerprint: Fingerprint | null;
  perspectives: Perspectives;
  references: Reference[];
  related: string[];
  /**
   * Whether this entry may raise a notification by itself.
   */
  notify: boolean;
  /**
   * The line to look at first: the line to fix where it was found, else the user's line that led there.
   */
  place: Place | null;
}
/**
 * Something that this failure shows, and why it does.
 */
export interface Symptom {
  text: string;
  why: string;
}
/**
 * A pointer and what it says about the hypothesis.
 */
export interface Evidence {
  /**
   * True when it speaks for the hypothesis, false against. JSON key: ``for``.
   */
  for: boolean;
  source: Source;
  file: string | null;
  line: number | null;
  rank: number | null;
  time: string | null;
  /**
   * The line pointed at.
   */
  text: string | null;
  says: string;
}
/**
 * A fact that would decide, and how to get it.
 */
export interface MissingFact {
  fact: string;
  how_to_get: string;
}
/**
 * The cheapest check of a hypothesis.
 */
export interface Check {
  text: string;
  command: string | null;
}
/**
 * One step of the checklist; those that a program can do are done already.
 */
export interface ConfirmStep {
  text: string;
  command: string | null;
  state: StepState;
  /**
   * What was found, for a step that was done.
   */
  found: string | null;
}
/**
 * One way to repair the cause.
 */
export interface Fix {
  /**
   * The fix as a verb: "Add a constant inside sqrt".
   */
  title: string;
  summary: string;
  kind: FixKind;
  safety: Safety;
  wrong_when: string | null;
  edits: Edit[];
  command: string | null;
  /**
   * Code to show when there is no edit.
   */
  snippet: string | null;
  /**
   * Why the edit can't be applied; None when it can.
   */
  refused: string | null;
}
/**
 * Replace the text between two positions.
 */
export interface Edit {
  /**
   * Absolute path of the file to change.
   */
  file: string;
  start: Position;
  end: Position;
  new_text: string;
  /**
   * What stands there now; the edit must be refused when it doesn't.
   */
  expected_text: string;
}
/**
 * 1-based; ``col`` counts code points.
 */
export interface Position {
  line: number;
  col: number;
}
/**
 * The command that proves the fix.
 */
export interface Verify {
  /**
   * Ready to run; None when the log doesn't tell enough.
   */
  command: string | null;
  template: string;
  /**
   * What the log didn't tell.
   */
  needs: string[];
  /**
   * What success looks like.
   */
  expect: string;
  outcome: Outcome | null;
}
/**
 * What to alert on.
 */
export interface Fingerprint {
  pattern: string;
  says: string;
}
/**
 * The same failure for three readers.
 */
export interface Perspectives {
  /**
   * The next five minutes, as steps.
   */
  on_call: string[];
  engineer: string;
  executive: string;
}
/**
 * Upstream's own words.
 */
export interface Reference {
  title: string;
  url: string;
}
/**
 * An entry that the user muted.
 */
export interface Suppressed {
  rule: string;
  reason: string;
  until: string | null;
}
/**
 * Which rank failed first, and which only suffered.
 */
export interface Ranks {
  status: RankStatus;
  total: number | null;
  initiating: number | null;
  initiating_host: string | null;
  clock_skew_s: {
    [k: string]: number;
  };
  collateral: number[];
  silent: number[];
  why: string;
  details: RankDetail[];
  attempts: number;
}
/**
 * What one rank said first.
 */
export interface RankDetail {
  rank: number;
  host: string | null;
  role: string;
  time: string | null;
  file: string;
  line: number;
  text: string;
}
/**
 * One line of the timeline.
 */
export interface Event {
  time: string | null;
  rank: number | null;
  what: string;
  file: string;
  line: number;
}
/**
 * The series read, and where one went wrong.
 */
export interface Metrics {
  series: MetricSeries[];
  onset: Onset | null;
}
/**
 * A metric's values; NaN and infinities are the strings "NaN", "Infinity", "-Infinity" in JSON.
 */
export interface MetricSeries {
  name: string;
  rank: number | null;
  /**
   * (step, value); the step is the position in the series when the log states none.
   */
  points: [number, number | ("NaN" | "Infinity" | "-Infinity")][];
  sampled: boolean;
}
/**
 * Where a metric went wrong first.
 */
export interface Onset {
  step: number | null;
  name: string;
  kind: "nan" | "inf" | "spike" | "collapse";
}
/**
 * What the failure cost.
 */
export interface Cost {
  stalled_from: string | null;
  ended: string | null;
  gpu_hours: number | null;
}
/**
 * What was read.
 */
export interface Input {
  files: string[];
  bytes: number;
  lines: number;
  seconds: number;
  /**
   * False when reading was interrupted, so the answer rests on a part.
   */
  complete: boolean;
}
