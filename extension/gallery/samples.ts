// Documents for the gallery and the tests: the card of the sqrt at zero, its rivals, and the states without a hypothesis.

import type { Document as Diagnosis, Hypothesis } from "../src/generated/document";
import type { AnswerState, PanelState } from "../src/panel/state";

export const sqrt: Hypothesis = {
  rule: "numerics/sqrt-at-zero",
  title: "Gradient of sqrt at exactly zero",
  area: "numerics",
  severity: "error",
  tags: ["nan", "autograd"],
  systems: ["pytorch"],
  layer: "code",
  phase: "training",
  confidence: "confirmed",
  score: 0.93,
  root_cause:
    "In this run `a` and `b` became equal in at least one row: the slope of sqrt is infinite at 0, and 0 · ∞ in the chain rule is NaN. The forward pass looks healthy, so the crash points at `backward()`.",
  mechanism:
    "The derivative of `sqrt(x)` is `1 / (2·sqrt(x))`. At exactly 0 it is infinite. A masked or unused row multiplies it by an upstream gradient of 0, and 0 · ∞ is NaN in IEEE arithmetic. One NaN row poisons the whole parameter gradient through the sum.",
  symptoms: [
    {
      text: "The loss is finite up to the step that fails",
      why: "The forward value of sqrt(0) is 0, a healthy number.",
    },
    {
      text: "Only some seeds fail",
      why: "Two rows must become exactly equal, which depends on the order of the data.",
    },
  ],
  does_not_mean: "The learning rate is too high. It would show as a growing loss and gradient norm before the NaN.",
  evidence: [
    {
      for: true,
      source: "log",
      file: "/data/runs/train.log",
      line: 8812,
      rank: 5,
      time: "2026-11-30 10:02:11,301",
      text: "RuntimeError: Function 'SqrtBackward0' returned nan values in its 0th output.",
      says: "`SqrtBackward0` returned nan",
    },
    {
      for: true,
      source: "code",
      file: "/home/kim/ranker/model/loss.py",
      line: 40,
      rank: null,
      time: null,
      text: null,
      says: "the forward line calls `torch.sqrt`",
    },
    {
      for: false,
      source: "log",
      file: null,
      line: null,
      rank: null,
      time: null,
      text: null,
      says: "no loss-scale drop before it (speaks against fp16 overflow)",
    },
  ],
  missing_facts: [
    {
      fact: "NaN may already be in the input (2 of 10 such runs)",
      how_to_get: "printing `a.isnan().any()` before the loss",
    },
  ],
  cheapest_check: {
    text: "Print how many rows are equal before the loss",
    command: "python -c 'import train; train.count_equal()'",
  },
  confirm: [
    { text: "Anomaly mode names `SqrtBackward0`", command: null, state: "seen", found: "train.log:8812, rank 5" },
    {
      text: "The argument of sqrt can be exactly 0",
      command: null,
      state: "seen",
      found: "a difference squared and summed, model/loss.py:40",
    },
    { text: "The loss scale dropped before it", command: null, state: "not_seen", found: null },
    {
      text: "Two rows of a batch are equal",
      command: "python train.py --steps 1 --print-equal-rows",
      state: "open",
      found: null,
    },
  ],
  fixes: [
    {
      title: "Add a constant inside the root",
      summary: "The slope stays finite at 0; distances above 1e-3 change by less than float32 can show.",
      kind: "edit",
      safety: "safe",
      wrong_when: "In fp16 `1e-8` is zero: use `1e-4` there, or compute this line in fp32.",
      edits: [
        {
          file: "/home/kim/ranker/model/loss.py",
          start: { line: 40, col: 16 },
          end: { line: 40, col: 54 },
          new_text: "torch.sqrt(((a - b) ** 2).sum(-1) + 1e-8)",
          expected_text: "torch.sqrt(((a - b) ** 2).sum(-1))",
        },
      ],
      command: null,
      snippet: null,
      refused: null,
    },
    {
      title: "Use torch.linalg.vector_norm",
      summary: "Its gradient at 0 is defined as 0.",
      kind: "edit",
      safety: "review",
      wrong_when: null,
      edits: [
        {
          file: "/home/kim/ranker/model/loss.py",
          start: { line: 40, col: 16 },
          end: { line: 40, col: 54 },
          new_text: "torch.linalg.vector_norm(a - b, dim=-1)",
          expected_text: "torch.sqrt(((a - b) ** 2).sum(-1))",
        },
      ],
      command: null,
      snippet: null,
      refused: null,
    },
    {
      title: "Drop rows that are equal",
      summary: "Right when equal rows are a fault of the data.",
      kind: "advice",
      safety: "advice",
      wrong_when: null,
      edits: [],
      command: null,
      snippet: "keep = (a != b).any(-1)\na, b = a[keep], b[keep]",
      refused: null,
    },
  ],
  verify: {
    command: "torchrun --nproc-per-node 8 train.py --config conf/base.yaml --seed 5 --steps 20",
    template: "{launcher} {script} {arguments} --steps 20",
    needs: [],
    expect: "20 steps with a finite loss and no anomaly report.",
    outcome: null,
  },
  prevent: [
    "Compute distances with `torch.linalg.vector_norm` or `torch.cdist`: their gradient at 0 is 0.",
    "Run one epoch with `torch.autograd.set_detect_anomaly(True)` in CI on data with duplicate rows.",
  ],
  recurs_when: "a new loss takes a root of a difference.",
  at_scale: "With 64 ranks one equal pair in any rank stops all of them: the all-reduce spreads the NaN.",
  fix_minutes: [5, 10],
  fingerprint: { pattern: "SqrtBackward0' returned nan", says: "printed by anomaly mode only" },
  perspectives: {
    on_call: [
      "Stop the job; it cannot recover by itself.",
      "Restart from the last checkpoint is safe: its weights are finite. `python tools/check_finite.py ckpt/4100.pt` proves it.",
      "The nodes are healthy: nothing needs to be drained.",
      "Hand this report to the owner of `model/loss.py`.",
    ],
    engineer:
      "0 · ∞ in the backward of sqrt. The forward line is model/loss.py:40; anomaly mode names it, the traceback without it ends in `loss.backward()`.",
    executive:
      "An arithmetic corner case in the loss stopped the run at step 4,120; 64 GPUs idled for 31 minutes before the job ended.",
  },
  references: [
    {
      title: "torch.linalg.vector_norm",
      url: "https://docs.pytorch.org/docs/stable/generated/torch.linalg.vector_norm.html",
    },
    {
      title: "pytorch/pytorch #4864: NaN gradient of sqrt and norm at 0",
      url: "https://github.com/pytorch/pytorch/issues/4864",
    },
  ],
  related: ["numerics/pow-at-zero"],
  notify: true,
  place: {
    file: "/home/kim/ranker/model/loss.py",
    line: 40,
    function: "contrastive",
    text: "    dist = torch.sqrt(((a - b) ** 2).sum(-1))",
  },
};

const rival: Hypothesis = {
  ...sqrt,
  rule: "numerics/nan-in-input",
  title: "NaN in the input batch",
  confidence: "possible",
  score: 0.2,
  root_cause:
    "A NaN in `a` or `b` would give the same report; the forward values before the failure are not in the log.",
  evidence: [{ ...sqrt.evidence[2]!, says: "the loss of the step before is finite" }],
  fixes: [],
  confirm: [],
  missing_facts: [{ fact: "Whether the batch holds a NaN", how_to_get: "printing `a.isnan().any()` before the loss" }],
};

const curve = (value: (step: number) => number | "NaN", until = 4120): [number, number | "NaN"][] =>
  Array.from({ length: 120 }, (_, index) => {
    const step = Math.round((index / 119) * (until + 12));
    return [step, step > until ? "NaN" : value(step)];
  });

export const failure: Diagnosis = {
  schema: 1,
  engine: { version: "0.1.0", rulebook: { version: "2026.12", hash: "b1946ac92492d234", entries: 142 } },
  verdict: "failure",
  failure: {
    exception: "RuntimeError",
    message: "Function 'SqrtBackward0' returned nan values in its 0th output.",
    rank: 5,
    frame: sqrt.place,
    log_line: 8812,
  },
  diagnoses: [sqrt],
  missing_facts: [],
  next_steps: [],
  suppressed: [],
  ranks: {
    status: "named",
    total: 8,
    initiating: 5,
    initiating_host: "gpu-17",
    clock_skew_s: { "gpu-18": -1.4 },
    collateral: [0, 1, 2, 3, 4, 6, 7],
    silent: [],
    why: "Rank 5 raised before any other rank lost its connection; the others report a closed peer 0.4 s later.",
    details: [
      {
        rank: 5,
        host: "gpu-17",
        role: "initiating",
        time: "2026-11-30 10:02:11,301",
        file: "/data/runs/train.log",
        line: 8812,
        text: "RuntimeError: Function 'SqrtBackward0' returned nan values",
      },
      {
        rank: 0,
        host: "gpu-16",
        role: "collateral",
        time: "2026-11-30 10:02:11,733",
        file: "/data/runs/train.log",
        line: 8840,
        text: "RuntimeError: Connection closed by peer",
      },
    ],
    attempts: 1,
  },
  timeline: [
    {
      time: "2026-11-30 10:02:11,301",
      rank: 5,
      what: "`SqrtBackward0` returned nan",
      file: "/data/runs/train.log",
      line: 8812,
    },
    {
      time: "2026-11-30 10:02:11,733",
      rank: 0,
      what: "connection closed by peer",
      file: "/data/runs/train.log",
      line: 8840,
    },
    {
      time: "2026-11-30 10:33:02,010",
      rank: null,
      what: "the launcher ended the job",
      file: "/data/runs/train.log",
      line: 9120,
    },
  ],
  metrics: {
    series: [
      {
        name: "loss",
        rank: null,
        sampled: true,
        points: curve((step) => 4.2 * Math.exp(-step / 1500) + 0.6 + 0.09 * Math.sin(step / 37)),
      },
      {
        name: "grad_norm",
        rank: null,
        sampled: true,
        points: curve(
          (step) => 1.1 + 0.5 * Math.sin(step / 53) * Math.cos(step / 17) + (step > 4000 ? (step - 4000) / 90 : 0),
        ),
      },
    ],
    onset: { step: 4120, name: "loss", kind: "nan" },
  },
  environment: { torch: "2.13.0" },
  cost: { stalled_from: "10:02:11", ended: "10:33:02", gpu_hours: 33.1 },
  input: { files: ["/data/runs/train.log"], bytes: 1_204_331, lines: 8931, seconds: 0.021, complete: true },
};

const none: Diagnosis = { ...failure, diagnoses: [], metrics: { series: [], onset: null }, timeline: [], cost: null };

export const several: Diagnosis = {
  ...failure,
  diagnoses: [
    { ...sqrt, confidence: "likely" },
    rival,
    {
      ...rival,
      rule: "precision/fp16-overflow",
      title: "Overflow in half precision",
      root_cause:
        "An activation above 65504 becomes infinite in fp16; no loss-scale drop was seen, which speaks against it.",
    },
  ],
};

export const unexplained: Diagnosis = {
  ...none,
  failure: {
    exception: "dataloom.errors.ShardMismatch",
    message: "expected 128 shards, manifest lists 127 (epoch 3)",
    rank: 2,
    frame: {
      file: "/home/kim/ranker/data/shards.py",
      line: 88,
      function: "open_epoch",
      text: "        reader = loom.open(manifest, epoch=epoch)",
    },
    log_line: 412,
  },
  ranks: {
    ...failure.ranks,
    total: 256,
    initiating: 2,
    collateral: Array.from({ length: 250 }, (_, i) => i + 6),
    silent: [0, 4],
    initiating_host: null,
    clock_skew_s: {},
    details: [],
    why: "Rank 2 raised first; the watchdogs of the others name it.",
  },
  missing_facts: [
    {
      fact: "Whether the manifest was rewritten while the run read it",
      how_to_get: "`stat --format %y manifest.json`",
    },
  ],
  next_steps: [
    "Read data/shards.py:88: it is the last line of yours before the failure.",
    "Run it once with one rank and the same epoch: `python train.py --epoch 3 --ranks 1`.",
    "If it comes back, add an entry: docs/RULES.md tells how, in one screen.",
  ],
};

export const healthy: Diagnosis = {
  ...none,
  verdict: "healthy",
  failure: null,
  ranks: {
    ...failure.ranks,
    status: "none",
    initiating: null,
    initiating_host: null,
    collateral: [],
    clock_skew_s: {},
    details: [],
    why: "",
  },
  suppressed: [{ rule: "io/slow-checkpoint", reason: "known, ticket 118", until: "2026-12-31" }],
};

export const undecided: Diagnosis = {
  ...healthy,
  verdict: "unknown",
  ranks: { ...healthy.ranks, status: "single-process", total: null },
  suppressed: [],
  next_steps: [
    "Select from the first line of the traceback to its last.",
    "Or diagnose the whole file: it is read in place, whatever its size.",
  ],
  input: { ...failure.input, lines: 3, seconds: 0.001, complete: false },
};

export function answer(document: Diagnosis, more: Partial<AnswerState> = {}): AnswerState {
  return {
    kind: "answer",
    document,
    message: null,
    source: "/data/runs/train.log",
    selected: 0,
    trusted: true,
    folders: ["/home/kim/ranker"],
    fixes: {
      "0.0": {
        diff: "--- a/model/loss.py\n+++ b/model/loss.py\n@@ -40,1 +40,1 @@\n-    dist = torch.sqrt(((a - b) ** 2).sum(-1))\n+    dist = torch.sqrt(((a - b) ** 2).sum(-1) + 1e-8)\n",
        refused: null,
        applied: false,
        unsaved: false,
      },
    },
    verifications: {},
    ...more,
  };
}

const verification = (
  state: "running" | "verified" | "still_failing" | "failed_differently" | "inconclusive",
  message: string,
  shown = false,
): AnswerState =>
  answer(failure, {
    fixes: { "0.0": { ...answer(failure).fixes["0.0"]!, applied: true } },
    verifications: { 0: { state, message, saved: ["model/loss.py"], shown } },
  });

/** Every state that the panel draws, by name. */
/** A failure of one rank among many, of which a few say nothing and the others lost their peer. */
function among(total: number, initiating: number): Diagnosis {
  const others = Array.from({ length: total }, (_, rank) => rank).filter((rank) => rank !== initiating);
  const silent = others.filter((rank) => rank % 61 === 7);
  const collateral = others.filter((rank) => !silent.includes(rank));
  const detail = (rank: number): Diagnosis["ranks"]["details"][number] => ({
    rank,
    host: `gpu-${Math.floor(rank / 8)}`,
    role: rank === initiating ? "initiating" : "collateral",
    time: rank === initiating ? "2026-11-30 10:02:11" : "2026-11-30 10:02:12",
    file: "/data/runs/train.log",
    line: 8812 + rank,
    text: rank === initiating ? "RuntimeError: Function 'SqrtBackward0' returned nan" : "Connection closed by peer",
  });
  const details = [initiating, ...collateral].sort((a, b) => a - b).map(detail);
  return {
    ...failure,
    ranks: {
      ...failure.ranks,
      total,
      initiating,
      collateral,
      silent,
      details,
      why: `Rank ${initiating} raised before any other rank lost its connection.`,
    },
  };
}

export const states: Record<string, PanelState> = {
  empty: { kind: "empty" },
  working: { kind: "working", what: "runs/2026-11-30/train.log" },
  one: answer(failure),
  "ranks-64": answer(among(64, 21)),
  "ranks-1024": answer(among(1024, 389)),
  several: answer(several, { source: "Terminal: torchrun --nproc-per-node 8 train.py --config conf/base.yaml" }),
  unexplained: answer(unexplained, { source: "Clipboard" }),
  unknown: answer(undecided, { source: "Terminal selection" }),
  healthy: answer(healthy),
  error: {
    kind: "error",
    message: "No Python 3.10 or newer was found that can run Rootrank's server.",
    actions: ["selectInterpreter", "showLog"],
  },
  untrusted: answer(failure, { trusted: false }),
  running: verification("running", 'Running in the terminal "Rootrank: verify".'),
  verified: verification("verified", "20 steps ended with exit code 0, and nothing it printed is a failure."),
  "still-failing": verification("still_failing", "`SqrtBackward0` returned nan again, at step 3.", true),
  "failed-differently": verification(
    "failed_differently",
    "The NaN is gone; a CUDA out-of-memory error ended it.",
    true,
  ),
  inconclusive: verification("inconclusive", "The terminal was closed before the command ended."),
};
