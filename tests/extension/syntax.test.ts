// The colours of logs: the manifest's part, and each pattern on lines of real shape. The patterns keep to what
// JavaScript and VS Code's own engine read alike.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

interface Rule {
  name?: string;
  match?: string;
  captures?: Record<string, { name: string }>;
  patterns?: Rule[];
  include?: string;
}
interface Grammar extends Rule {
  scopeName: string;
  injectionSelector: string;
  repository: Record<string, Rule>;
}

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as {
  contributes: {
    languages: { id: string; filenamePatterns: string[] }[];
    grammars: { scopeName: string; path: string; language?: string; injectTo: string[] }[];
  };
};
const [contributed] = manifest.contributes.grammars;
const grammar = JSON.parse(readFileSync(contributed!.path, "utf8")) as Grammar;

/** Each piece of a line with its colour's first scope, from the rules in their order, as VS Code takes them. */
function coloured(line: string): Record<string, string> {
  const rules = (list: Rule[]): Rule[] =>
    list.flatMap((rule) => {
      const inner = rule.include === undefined ? rule : grammar.repository[rule.include.slice(1)]!;
      return inner.match === undefined ? rules(inner.patterns!) : [inner];
    });
  const found: Record<string, string> = {};
  let at = 0;
  while (at < line.length) {
    let best: [RegExpExecArray, Rule] | undefined;
    for (const rule of rules(grammar.patterns!)) {
      const search = new RegExp(rule.match!, "g");
      search.lastIndex = at;
      const match = search.exec(line);
      if (match !== null && (best === undefined || match.index < best[0].index)) best = [match, rule];
    }
    if (best === undefined) break;
    const [match, rule] = best;
    if (rule.name !== undefined) found[match[0].trim()] = rule.name;
    for (const [group, { name }] of Object.entries(rule.captures ?? {})) {
      const text = match[Number(group)];
      if (text !== undefined) found[text] = name;
    }
    at = match.index + Math.max(match[0].length, 1);
  }
  return Object.fromEntries(Object.entries(found).map(([text, scope]) => [text, scope.replace(/\.log.*$/, "")]));
}

test("logs keep their language; only names that mean a log are added to it, and the colours are injected", () => {
  const [language] = manifest.contributes.languages;
  assert.equal(language?.id, "log");
  for (const pattern of language.filenamePatterns) assert.match(pattern, /\.(out|err)$|\.log\.\*$/);
  assert.ok(!language.filenamePatterns.includes("*.out"), "a program is called a.out");
  assert.equal(contributed?.language, undefined);
  assert.deepEqual(contributed?.injectTo, ["text.log"]);
  assert.equal(contributed.scopeName, grammar.scopeName);
  assert.match(grammar.injectionSelector, /^L:text\.log/);
});

test("ranks, frames and exceptions", () => {
  assert.deepEqual(coloured('[rank3]:   File "/job/train.py", line 40, in step'), {
    "[rank3]:": "entity.name.tag.rank",
    File: "keyword.control.frame",
    '"/job/train.py"': "string.quoted.path",
    line: "keyword.control.frame",
    "40": "constant.numeric.line",
    in: "keyword.control.frame",
    step: "entity.name.function",
  });
  assert.deepEqual(coloured("Traceback (most recent call last):"), {
    "Traceback (most recent call last):": "markup.deleted.traceback",
  });
  assert.deepEqual(coloured("[rank0]: torch.OutOfMemoryError: CUDA out of memory."), {
    "[rank0]:": "entity.name.tag.rank",
    "torch.OutOfMemoryError": "markup.deleted.exception",
  });
  assert.deepEqual(coloured("KeyboardInterrupt"), { KeyboardInterrupt: "markup.deleted.exception" });
});

test("metrics and their values; what is no number stands out", () => {
  assert.deepEqual(coloured("step 120 | loss: 2.31e-1 | grad_norm=nan | lr 3e-4"), {
    step: "variable.parameter.metric",
    "120": "constant.numeric.metric",
    loss: "variable.parameter.metric",
    "2.31e-1": "constant.numeric.metric",
    grad_norm: "variable.parameter.metric",
    nan: "markup.deleted.nonfinite",
    lr: "variable.parameter.metric",
    "3e-4": "constant.numeric.metric",
  });
  assert.deepEqual(coloured("{'train/loss': inf, 'epoch': 2}"), {
    "train/loss": "variable.parameter.metric",
    inf: "markup.deleted.nonfinite",
    epoch: "variable.parameter.metric",
    "2": "constant.numeric.metric",
  });
});

test("levels, also glog's letters", () => {
  assert.deepEqual(coloured("2026-01-02 10:00:00 ERROR nothing"), { ERROR: "markup.deleted.level" });
  assert.deepEqual(coloured("[W1202 10:00:00.1 socket.cpp:1] x"), { W: "markup.changed.level" });
});

test("words that only look like one stay plain", () => {
  for (const line of ["info about nanoseconds", "lossless 3", "an error inside", "banana: 3", "config/inf-1.yaml"])
    assert.deepEqual(coloured(line), {}, line);
});

test("a hostile line takes no time", () => {
  const started = performance.now();
  for (const line of ["a.".repeat(20_000), "loss ".repeat(20_000), "_".repeat(60_000), 'File "'.repeat(10_000)])
    coloured(line);
  assert.ok(performance.now() - started < 3_000);
});
