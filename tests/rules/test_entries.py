"""The rulebook itself: it lints clean, every case of every entry comes out as it says, and it is compiled."""

import sys
from pathlib import Path

import pytest
from rootrank.rulebook.compile import compiled
from rootrank.rulebook.store import open_rulebook

sys.path.insert(0, str(Path(__file__).parent))
from at_hand import BOOK, CASES, LOADED, result


def test_there_are_entries_with_cases() -> None:
    assert LOADED.entries
    assert len(CASES) >= 4 * len(LOADED.entries) - 4


def test_the_rulebook_lints_clean() -> None:
    assert [str(p) for p in LOADED.problems] == []


def test_the_compiled_rulebook_is_current() -> None:
    assert open_rulebook().hash == compiled(LOADED.entries)["hash"], "run `rootrank rules compile`"


@pytest.mark.parametrize("number", range(len(CASES)), ids=[f"{e.id}:{c.log}" for e, c in CASES])
def test_case(number: int) -> None:
    came = result(number)
    assert came.word in ("found", "quiet"), came
    assert came.complaints == ()


BARE = [
    ("RuntimeError: Function 'SqrtBackward' returned nan values", "numerics/sqrt-at-zero"),
    ("RuntimeError: Function 'LogBackward' returned nan values in its ith output", "numerics/nan-loss"),
    ("RuntimeError: Function 'LogSoftmaxBackward' returned nan values in its 0th output", "numerics/nan-loss"),
    ("torch.autograd detects NaN", "numerics/nan-loss"),
    ("Loss goes to NaN", "numerics/nan-loss"),
]


@pytest.mark.parametrize(("line", "rule"), BARE)
def test_a_search_key_alone_leads_to_its_entry_with_the_facts_that_decide(line: str, rule: str) -> None:
    from rootrank.api import LogInput, diagnose

    document = diagnose([LogInput.from_text(line + "\n", "<selection>")], rulebook=BOOK).document
    found = {d.rule: d for d in document.diagnoses}
    assert rule in found
    assert all(d.confidence != "confirmed" for d in document.diagnoses)
    assert found[rule].missing_facts
