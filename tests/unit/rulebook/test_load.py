"""Reading rule files: what is wrong is named with file, line and key, and the other entries still work."""

import sys
from pathlib import Path

import pytest
import yaml

sys.path.insert(0, str(Path(__file__).parent))
from rootrank.rulebook.build import build_entry, plain_entry
from rootrank.rulebook.compile import RulebookError, compile_rulebook
from rootrank.rulebook.lint import CHECKS
from rootrank.rulebook.load import load_rules
from rootrank.rulebook.regex_safety import refuse_regex
from rootrank.rulebook.store import RulebookMissing, open_rulebook
from rulebook_samples import ENTRY, VOCABULARY, write_rules


def test_a_valid_entry_loads_without_problems(tmp_path: Path) -> None:
    loaded = load_rules(write_rules(tmp_path))
    assert loaded.problems == ()
    assert [e.id for e in loaded.entries] == ["numerics/sample"]


def test_a_typo_names_file_line_and_key_and_spares_the_others(tmp_path: Path) -> None:
    write_rules(tmp_path)
    write_rules(
        tmp_path, ENTRY.replace("numerics/sample", "numerics/other").replace("mechanism:", "mechanizm:"), "other"
    )
    loaded = load_rules(tmp_path)
    assert [e.id for e in loaded.entries] == ["numerics/sample"]
    texts = [str(p) for p in loaded.errors]
    line = 1 + ENTRY.split("\n").index("mechanism: Samples break.")
    assert any(f"other/entry.yaml:{line}:1: mechanizm: unknown key" in text for text in texts)
    assert any("key `mechanism` is missing" in text for text in texts)


BENT = [
    ("title: A sample failure", "title: " + "x" * 60, "title", "under 60"),
    ("severity: error", "severity: awful", "severity", "vocabulary"),
    ("area: numerics", "area: other", "area", "folder's"),
    ("weight: 2", "weight: heavy", "signals.broken.weight", "must be a number"),
    ("anchors: [sample broke]", "anchors: [abc]", "signals.broken.anchors", "shorter than"),
    ("any: [broken]", "any: [brokn]", "recognise", "no signal brokn"),
    ("excluded_by: [hint]", "excluded_by: [hnt]", "rivals[0].excluded_by", "no evidence or signal hnt"),
    ("(?P<step>\\\\d+)", "(?P<step>(\\\\d+)+)", "signals.broken.line", "repeat inside a repeat"),
    ("(?P<step>\\\\d+)", "(?P<step>\\\\d+", "signals.broken.line", "not a valid regex"),
    ("near {fault.text|an unknown line}", "near {nothing}", "root_cause[1].text", "nothing captures {nothing}"),
    ("mechanism: Samples break.", "mechanism: TODO", "mechanism", "unfinished"),
    ('url: "https://pytorch.org"', 'url: "http://x"', "references[0].url", "https://"),
    ("kind: advice", "kind: edit", "fixes[0]", "kind edit needs it"),
    ("found: false, origin: synthetic, of: another sample", "found: true, origin: synthetic", "cases", "near-miss"),
    ("log: quiet.log", "log: gone.log", "cases", "gone.log is missing"),
    ("status: experimental", "status: stable", "status", "real log"),
    ("layer: code", "layer: codes", "layer", "none of"),
    ("fixes:\n  - title", "fixes: []\nx:\n  - title", "x", "unknown key"),
    ("phase: training\n", "phase: training\nphase: training\n", "phase", "twice"),
    ("does_not_mean: That anything really failed.\n", "", "", "key `does_not_mean` is missing"),
    ("    weight: 2\n", "    weight: 2\n    role: guilty\n", "signals.broken.role", "none of"),
    ('url: "https://pytorch.org"}', 'url: "https://pytorch.org"}\nx: {y: 1}', "x", "unknown key"),
    ('references:\n  - {title: Sample, url: "https://pytorch.org"}', "references: []", "references", "at least one"),
    ("    says: a hint stands in the line\n", "    says: a hint\n    weight: 0\n", "evidence.hint.weight", "above 0"),
    ("rivals:\n", "unrivalled: there is no other\nrivals:\n", "rivals", "not both"),
    ("title: A sample failure\narea: numerics\n", "area: numerics\ntitle: A\n", "title", "the order is that"),
]


@pytest.mark.parametrize(("good", "bad", "key", "text"), BENT, ids=[b[1][:30] for b in BENT])
def test_each_check_refuses_its_bad_rule(tmp_path: Path, good: str, bad: str, key: str, text: str) -> None:
    assert good in ENTRY
    problems = load_rules(write_rules(tmp_path, ENTRY.replace(good, bad))).problems
    assert any(p.key == key and text in p.text for p in problems), [str(p) for p in problems]


def test_no_check_is_without_its_bad_rule(tmp_path: Path) -> None:
    refused = set()
    for number, (good, bad, _, _) in enumerate(BENT):
        problems = load_rules(write_rules(tmp_path / str(number), ENTRY.replace(good, bad))).problems
        refused |= {problem.check for problem in problems}
    assert {check.__name__.lstrip("_") for check in CHECKS} - refused == set()


def test_keys_out_of_order_unknown_ids_and_unused_words(tmp_path: Path) -> None:
    lines = ENTRY.split("\n")
    swapped = "\n".join([lines[1], lines[0], *lines[2:]])
    entry = swapped.replace("cases:\n", "related: [numerics/gone]\ncases:\n")
    found = load_rules(write_rules(tmp_path, entry, vocabulary=VOCABULARY + "# end\n")).problems
    assert {p.check for p in found} >= {"key_order", "known_ids"}
    words = load_rules(
        write_rules(tmp_path, vocabulary=VOCABULARY.replace("{nan: NaN.}", "{nan: NaN., idle: x}"))
    ).problems
    assert [p.check for p in words] == ["unused_word"]


@pytest.mark.parametrize("text", ["", "{", "a: [1", "- 1", "\tx: 1", "id: 5"])
def test_any_broken_file_is_a_problem_with_a_place(tmp_path: Path, text: str) -> None:
    loaded = load_rules(write_rules(tmp_path, text))
    assert loaded.entries == ()
    assert all(p.line >= 1 and p.column >= 1 and p.text for p in loaded.errors)
    assert loaded.errors


def test_bytes_that_are_not_text_are_a_problem(tmp_path: Path) -> None:
    root = write_rules(tmp_path)
    (root / "numerics/sample/entry.yaml").write_bytes(b"\xff\xfe\x00")
    assert "not UTF-8" in str(load_rules(root).errors[0])


def test_building_and_writing_are_inverse() -> None:
    entry = build_entry(yaml.safe_load(ENTRY))
    assert build_entry(plain_entry(entry)) == entry


def test_compiling_gives_a_file_named_by_its_content(tmp_path: Path) -> None:
    root, out = write_rules(tmp_path / "rules"), tmp_path / "out"
    first = compile_rulebook(root, out)
    book = open_rulebook(out)
    assert first.name == f"rulebook-{book.hash}.json"
    assert book.ids == ("numerics/sample",)
    assert dict(book.anchors) == {"sample broke": (("numerics/sample", "broken"),)}
    assert book.entry("numerics/sample").title == "A sample failure"
    assert compile_rulebook(root, out) == first


def test_a_broken_rulebook_does_not_compile_and_says_why(tmp_path: Path) -> None:
    root = write_rules(tmp_path / "rules", ENTRY.replace("severity: error", "severity: awful"))
    with pytest.raises(RulebookError, match=r"entry\.yaml:4:1: severity: 'awful'"):
        compile_rulebook(root, tmp_path / "out")
    with pytest.raises(RulebookMissing, match="rules compile"):
        open_rulebook(tmp_path / "out")


@pytest.mark.parametrize(
    "pattern", [r"(a+)+b", r"(\w+\s?)*x", r"(.*,)*y", r"((a|b)+c?)+", r"\w*\w*\w*\w*!", r"\s*a*\w*\d*$"]
)
def test_patterns_that_a_hostile_line_makes_slow_are_refused(pattern: str) -> None:
    assert refuse_regex(pattern) is not None


@pytest.mark.parametrize(
    "pattern", [r"loss (?P<x>\w+)", r"step (?:a|b)+c", r"Function '(?P<n>\w+?)' returned", r"(ab){2,4}"]
)
def test_plain_patterns_are_accepted(pattern: str) -> None:
    assert refuse_regex(pattern) is None
