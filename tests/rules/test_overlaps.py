"""Every entry on every case: two that are found together are known to be, and one of them says so."""

import sys
from pathlib import Path

import yaml

sys.path.insert(0, str(Path(__file__).parent))
from at_hand import CASES, LOADED, RULES, result
from rootrank.cases import overlaps

FILE = RULES / "overlaps.yaml"


def found_together() -> dict[str, list[str]]:
    pairs = overlaps(result(number) for number in range(len(CASES)))
    return {name: sorted(pairs[name]) for name in sorted(pairs)}


def test_the_committed_overlaps_are_current() -> None:
    committed = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    assert committed == found_together(), "an overlap came or went; run: rootrank rules overlaps > rules/overlaps.yaml"


def test_each_overlap_is_declared_by_one_of_the_two() -> None:
    named = {
        entry.id: {*(rival.entry for rival in entry.rivals), *entry.leads_to, *entry.related}
        for entry in LOADED.entries
    }
    pairs = [(one, other) for one, others in found_together().items() for other in others]
    assert len(pairs) > 5
    undeclared = [(one, other) for one, other in pairs if other not in named[one] and one not in named[other]]
    assert undeclared == [], "name the other entry in `rivals[].entry`, `leads_to` or `related`"


def test_overlaps_counts_each_pair_once_and_near_misses_too() -> None:
    from rootrank.cases import CaseResult

    case = CaseResult("b/b", "1.log", "found", (), ("a/a", "c/c"))
    near_miss = CaseResult("b/b", "2.log", "quiet", (), ("a/a", "d/d"))
    alone = CaseResult("e/e", "3.log", "found", (), ())
    assert overlaps([case, near_miss, alone, case]) == {"a/a": {"b/b", "c/c", "d/d"}, "b/b": {"c/c"}}
