"""A small valid entry to bend in tests."""

from pathlib import Path

ENTRY = """\
id: numerics/sample
title: A sample failure
area: numerics
severity: error
status: experimental
tags: [nan]
systems: [pytorch]
layer: code
phase: training
summary: A failure made for tests.
does_not_mean: That anything really failed.
signals:
  broken:
    anchors: [sample broke]
    line: "sample broke at step (?P<step>\\\\d+)"
    weight: 2
    says: the sample broke at step {step}
recognise:
  any: [broken]
evidence:
  hint:
    says: a hint stands in the line
    frame: "hint\\\\("
rivals:
  - what: another sample
    fact: which sample it was
    how_to_get: look at it
    excluded_by: [hint]
root_cause:
  - {text: the hint says so, when: hint}
  - text: "It broke at {step}, near {fault.text|an unknown line}."
mechanism: Samples break.
symptoms:
  - {text: it breaks, why: it is a sample}
fixes:
  - title: Mend it
    summary: A sample is mended by hand.
    kind: advice
    safety: advice
verify:
  expect: it doesn't break
prevent: [Make no samples.]
perspectives:
  on_call: [Wait.]
  engineer: It is a sample.
  executive: Nothing was lost.
references:
  - {title: Sample, url: "https://pytorch.org"}
cases:
  - {log: found.log, found: true, origin: synthetic, captures: {step: "7"}}
  - {log: quiet.log, found: false, origin: synthetic, of: another sample}
"""
VOCABULARY = """\
areas: {numerics: Numbers.}
severities: {error: Bad.}
systems: {pytorch: PyTorch.}
tags: {nan: NaN.}
"""


def write_rules(root: Path, entry: str = ENTRY, slug: str = "sample", vocabulary: str = VOCABULARY) -> Path:
    """Writes a rules folder with one entry and returns its root."""
    folder = root / "numerics" / slug
    (folder / "cases").mkdir(parents=True, exist_ok=True)
    (folder / "entry.yaml").write_text(entry, encoding="utf-8")
    (folder / "cases" / "found.log").write_text("sample broke at step 7\n", encoding="utf-8")
    (folder / "cases" / "quiet.log").write_text("sample broke, it seems\n", encoding="utf-8")
    (root / "vocabulary.yaml").write_text(vocabulary, encoding="utf-8")
    return root
