import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { before, test } from "node:test";
import { answer, failure, several, sqrt, states } from "../../extension/gallery/samples";
import { walk } from "../../extension/panel/ranks";
import { render } from "../../extension/panel/render";
import type { View } from "../../extension/panel/view";
import { page, policy } from "../../extension/src/panel/html";
import type { PanelMessage, PanelState } from "../../extension/src/panel/state";

before(async () => {
  const { parseHTML } = await import("linkedom");
  globalThis.document = parseHTML("<html><body></body></html>").document;
});

function drawn(
  state: PanelState,
  folding = { toggled: {}, tab: "on-call" },
): { root: HTMLElement; sent: PanelMessage[]; view: View } {
  const sent: PanelMessage[] = [];
  const view: View = { folding, send: (message) => sent.push(message), keep: (next) => (view.folding = next) };
  return { root: render(state, view), sent, view };
}

function click(root: HTMLElement, key: string): void {
  const target = root.querySelector<HTMLElement>(`[data-key="${key}"]`);
  assert.ok(target, `nothing has the key ${key}`);
  target.click();
}

/** What each state must say. */
const says: Record<string, RegExp[]> = {
  empty: [/Nothing diagnosed yet/, /Diagnose clipboard/],
  working: [/Reading/, /train\.log/],
  one: [
    /Gradient of sqrt/,
    /confirmed/,
    /rank 5 of 8 failed first \(10:02:11, gpu-17\); ranks 0-4, 6, 7 only lost their peer/,
  ],
  "ranks-64": [/rank 21 of 64 failed first/, /told of no error: 7/],
  "ranks-1024": [/rank 389 of 1024 failed first/, /\(1,006 in all\)/],
  several: [/likely/, /Not excludedNaN in the input batch, possible/, /Rivals \(2\)/],
  unexplained: [
    /No entry explains/,
    /ShardMismatch: expected 128/,
    /data\/shards\.py:88/,
    /142 entries/,
    /told of no error/,
  ],
  unknown: [/can't tell/, /Reading was interrupted/, /first line of the traceback/],
  healthy: [/Nothing wrong found/, /8 ranks, none of them failed/, /Muted \(1\)/],
  error: [/No Python 3\.10/, /Select interpreter/, /Show log/],
  untrusted: [/not trusted/, /Manage trust/],
  running: [/Running/, /Applied/, /Saved before the run: model\/loss\.py/],
  verified: [/Verified\. 20 steps/],
  "still-failing": [/Still failing/, /Show its diagnosis/],
  "failed-differently": [/Failed differently/],
  inconclusive: [/Inconclusive/],
};

test("each state is drawn and says what it must", () => {
  assert.deepEqual(Object.keys(says).sort(), Object.keys(states).sort());
  for (const [name, patterns] of Object.entries(says)) {
    const text = drawn(states[name]!).root.textContent;
    for (const pattern of patterns) assert.match(text, pattern, name);
    assert.doesNotMatch(text, /undefined|\[object|null/, name);
  }
});

test("the card keeps its order", () => {
  const text = drawn(answer(failure)).root.textContent;
  const parts = [
    sqrt.title,
    "failed first",
    "dist = torch.sqrt",
    "In this run",
    "Do now",
    "Prove it",
    "Why we think so",
    "Not excluded",
    "Checklist",
    "On-call",
    "Ranks",
    "Mechanism",
    "Prevent",
    "References",
  ];
  const places = parts.map((part) => text.indexOf(part));
  assert.ok(places.every((place) => place >= 0));
  assert.deepEqual(
    places,
    [...places].sort((a, b) => a - b),
  );
});

test("hostile text stays text", () => {
  const hostile = '<img src=x onerror="alert(1)"><script>alert(2)</script>';
  const poisoned = JSON.parse(
    JSON.stringify(failure, (_, value: unknown) =>
      typeof value === "string" &&
      !/^(failure|confirmed|named|log|code|edit|command|advice|safe|review|seen|not_seen|open|nan)$/.test(value)
        ? hostile
        : value,
    ),
  ) as typeof failure;
  const states: PanelState[] = [
    answer(poisoned, {
      source: hostile,
      message: hostile,
      fixes: {
        "0.0": { diff: `@@ -1 +1 @@\n-${hostile}\n+${hostile}\n`, refused: hostile, applied: false, unsaved: false },
      },
    }),
    answer({ ...poisoned, diagnoses: [] }, { source: hostile, message: hostile }),
    answer({ ...poisoned, diagnoses: [], verdict: "healthy" }, { message: hostile }),
    { kind: "error", message: hostile, actions: [] },
    { kind: "working", what: hostile },
  ];
  for (const state of states) {
    const { root } = drawn(state);
    assert.equal(root.querySelectorAll("img, script, iframe, object, style").length, 0);
    assert.ok(root.textContent.includes("onerror"));
    for (const element of root.querySelectorAll("*")) {
      for (const { name, value } of element.attributes) {
        assert.doesNotMatch(name, /^on|^style$/);
        if (name === "href") assert.match(value, /^https?:/);
      }
    }
  }
});

test("references lead to the web only", () => {
  const bad = {
    ...failure,
    diagnoses: [
      {
        ...sqrt,
        references: [
          { title: "x", url: "command:workbench.action.quit" },
          { title: "y", url: "javascript:alert(1)" },
        ],
      },
    ],
  };
  assert.equal(drawn(answer(bad)).root.querySelectorAll("a").length, 0);
});

test("clicks name positions and nothing else", () => {
  const { root, sent } = drawn(answer(failure));
  for (const key of ["apply-0", "diff-0", "run", "again", "copyReport", "mute", "dismiss"]) click(root, key);
  assert.deepEqual(sent, [
    { type: "apply", diagnosis: 0, fix: 0 },
    { type: "diff", diagnosis: 0, fix: 0 },
    { type: "run", diagnosis: 0 },
    { type: "command", name: "again" },
    { type: "command", name: "copyReport" },
    { type: "mute" },
    { type: "command", name: "dismiss" },
  ]);
});

test("a failure whose entry is muted says so, and not that none fits", () => {
  const suppressed = [{ rule: "numerics/nan-loss", reason: "known", until: null }];
  const { root } = drawn(answer({ ...failure, diagnoses: [], suppressed }));
  assert.match(root.textContent, /What fits this failure is muted.*Muted \(1\).*numerics\/nan-loss known/);
  assert.doesNotMatch(root.textContent, /No entry explains|none fits/);
});

test("what is muted can be shown again, unless the workspace is not trusted", () => {
  const suppressed = [{ rule: "numerics/nan-loss", reason: "known", until: null }];
  const muted = { ...failure, diagnoses: [], suppressed };
  const { root, sent } = drawn(answer(muted));
  click(root, "unmute-0");
  assert.deepEqual(sent, [{ type: "unmute", rule: "numerics/nan-loss" }]);
  const untrusted = drawn(answer(muted, { trusted: false }));
  click(untrusted.root, "unmute-0");
  assert.deepEqual(untrusted.sent, []);
});

test("places and copies carry what they show", () => {
  const { root, sent } = drawn(answer(failure));
  click(root, "place-/home/kim/ranker/model/loss.py-40");
  click(root, "copy-fix-0");
  click(root, "copy-verify");
  click(root, "fact-0");
  assert.deepEqual(sent, [
    { type: "open", file: "/home/kim/ranker/model/loss.py", line: 40 },
    { type: "copy", text: "    dist = torch.sqrt(((a - b) ** 2).sum(-1) + 1e-8)" },
    { type: "copy", text: sqrt.verify.command },
    { type: "copy", text: "a.isnan().any()" },
  ]);
});

test("a rival can be shown instead", () => {
  const { root, sent } = drawn(answer(several));
  click(root, "rival-1");
  click(root, "not-excluded-2");
  assert.deepEqual(sent, [
    { type: "select", diagnosis: 1 },
    { type: "select", diagnosis: 2 },
  ]);
  assert.match(drawn(answer(several, { selected: 1 })).root.querySelector("h1")?.textContent ?? "", /NaN in the input/);
});

test("in an untrusted workspace Run and Apply are off and say why", () => {
  const { root, sent } = drawn(answer(failure, { trusted: false }));
  for (const key of ["apply-0", "run"]) {
    const off = root.querySelector(`[data-key="${key}"]`);
    assert.equal(off?.getAttribute("aria-disabled"), "true");
    assert.match(off.getAttribute("title") ?? "", /not trusted/);
    click(root, key);
  }
  assert.deepEqual(sent, []);
});

test("a refused fix stays, with its reason, and the next one that can be applied comes first", () => {
  const [first, second] = sqrt.fixes;
  const refused = { ...failure, diagnoses: [{ ...sqrt, fixes: [{ ...first!, refused: "line 40 changed" }, second!] }] };
  const { root } = drawn(answer(refused));
  assert.match(root.querySelector(".fix-title")?.textContent ?? "", /vector_norm/);
  assert.match(root.textContent, /Can't be applied: line 40 changed/);
});

test("a command that the log does not tell whole shows what is missing", () => {
  const open = {
    ...failure,
    diagnoses: [
      { ...sqrt, verify: { ...sqrt.verify, command: null, template: "{launcher} train.py", needs: ["the launcher"] } },
    ],
  };
  const { root } = drawn(answer(open));
  assert.match(root.textContent, /the log does not tell: the launcher/);
  assert.equal(root.querySelector('[data-key="run"]'), null);
});

test("everything to click has a name and can be reached by keyboard", () => {
  for (const state of Object.values(states)) {
    const { root } = drawn(state);
    for (const element of root.querySelectorAll("button, a, summary")) {
      const name = `${element.getAttribute("aria-label") ?? ""}${element.textContent}`.trim();
      assert.notEqual(name, "", element.outerHTML);
    }
    for (const image of root.querySelectorAll('[role="img"]')) assert.ok(image.getAttribute("aria-label"));
    for (const named of root.querySelectorAll("[aria-labelledby]"))
      assert.ok(root.querySelector(`#${named.getAttribute("aria-labelledby") ?? ""}`));
    for (const glyph of root.querySelectorAll(".codicon")) assert.equal(glyph.getAttribute("aria-hidden"), "true");
  }
});

test("evidence: for and against are told by words too", () => {
  const list = drawn(answer(failure)).root.querySelector(".evidence")?.textContent ?? "";
  assert.equal(list.split("speaks for it").length, 3);
  assert.equal(list.split("speaks against it").length, 2);
});

test("tabs: one is selected, and another click selects another", () => {
  const { root, view } = drawn(answer(failure));
  assert.match(root.querySelector('[role="tabpanel"]')?.textContent ?? "", /Stop the job/);
  click(root, "tab-executive");
  assert.equal(view.folding.tab, "executive");
  assert.match(
    drawn(answer(failure), view.folding).root.querySelector('[role="tabpanel"]')?.textContent ?? "",
    /33GPU-hours/,
  );
});

test("a thousand ranks are a grid, and a million are a sentence", () => {
  const many = (total: number) => answer({ ...failure, ranks: { ...failure.ranks, total } });
  assert.equal(drawn(many(1024)).root.querySelectorAll(".grid .square").length, 1024);
  assert.equal(drawn(many(1_000_000)).root.querySelectorAll(".grid").length, 0);
});

test("ranks that said something lead to their words; arrow keys go from one to the next", () => {
  const { root, sent } = drawn(answer(failure));
  const grid = root.querySelector<HTMLElement>(".grid");
  assert.ok(grid);
  const buttons = [...grid.querySelectorAll("button")];
  const known = failure.ranks.details.map(({ rank }) => `rank-${rank}`);
  assert.deepEqual(buttons.map((each) => each.getAttribute("data-key")).sort(), known.sort());
  const tabStop = (): (string | null)[] =>
    buttons.filter((each) => each.getAttribute("tabindex") === "0").map((each) => each.getAttribute("data-key"));
  assert.deepEqual(tabStop(), [`rank-${failure.ranks.initiating}`]);

  assert.ok(walk(grid, buttons.at(0) ?? null, "End"));
  assert.deepEqual(tabStop(), [buttons.at(-1)?.getAttribute("data-key")]);
  assert.ok(!walk(grid, buttons.at(-1) ?? null, "ArrowRight"));
  assert.ok(walk(grid, buttons.at(-1) ?? null, "ArrowLeft"));
  assert.ok(!walk(grid, buttons.at(0) ?? null, "x"));

  const detail = failure.ranks.details.find(({ rank }) => rank === failure.ranks.initiating);
  click(root, `rank-${failure.ranks.initiating}`);
  assert.deepEqual(sent, [{ type: "open", file: detail?.file, line: detail?.line }]);
});

test("a long timeline says how much it leaves out; one without times has no column for them", () => {
  const event = { time: null, rank: 3, what: "lost its peer", file: "/data/train.log", line: 7 };
  const many = drawn(answer({ ...failure, timeline: Array.from({ length: 1_204 }, () => event) })).root;
  assert.equal(many.querySelectorAll(".timeline.untimed li .place").length, 200);
  assert.equal(many.querySelectorAll(".timeline time").length, 0);
  assert.match(many.textContent, /and 1,004 more events/);
});

test("curves: a value that is no number is a gap with a mark", () => {
  const points: [number, number | "NaN"][] = [
    [0, 3],
    [1, 2],
    [2, "NaN"],
    [3, 2],
    [4, 1],
  ];
  const metrics = {
    series: [{ name: "loss", rank: null, sampled: false, points }],
    onset: { step: 2, name: "loss", kind: "nan" as const },
  };
  const { root } = drawn(answer({ ...failure, metrics }));
  assert.equal(root.querySelectorAll(".curve .line").length, 2);
  assert.equal(root.querySelectorAll(".curve .broken").length, 1);
  assert.match(root.querySelector(".curve svg")?.getAttribute("aria-label") ?? "", /not a number from step 2/);
});

test("the codicons drawn and those in the style are the same", () => {
  const folder = "extension/panel";
  const style = readFileSync(`${folder}/codicons.css`, "utf8");
  const known = [...style.matchAll(/\.codicon-([\w-]+)::before/g)].map((match) => match[1] ?? "");
  const code = readdirSync(folder)
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(`${folder}/${name}`, "utf8"))
    .join("\n");
  for (const name of known) assert.ok(code.includes(`"${name}"`), `${name} is not used`);
  for (const state of Object.values(states)) {
    for (const glyph of drawn(state).root.querySelectorAll(".codicon")) {
      const name = /codicon-([\w-]+)/.exec(glyph.className)?.[1] ?? "";
      assert.ok(known.includes(name), `${name} has no glyph`);
    }
  }
});

test("the page: nothing but our own script, style and font, and no request anywhere", () => {
  assert.equal(
    policy("abc", "https://source.test"),
    "default-src 'none'; script-src 'nonce-abc'; style-src https://source.test; font-src https://source.test; base-uri 'none'; form-action 'none'",
  );
  const html = page({ nonce: "abc", source: "s", script: "panel.js", style: "panel.css" });
  assert.doesNotMatch(html, /unsafe|<script(?! nonce="abc")|https?:/);
});
