"""docs/CONVENTIONS.md: every row is there once, and every test that it names exists."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "CONVENTIONS.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
    for line in PAGE.splitlines()
    if re.match(r"\| [a-d]\d", line)
]
NAMED = sorted({name for row in ROWS for name in re.findall(r"`([^`]*)`", row[3])})
WITHOUT = ("not testable here: ", "decided otherwise: ", "not built: ")
PARTS = {"a": 38, "b": 16, "c": 14, "d": 19}


def test_every_row_is_there_once_and_in_order() -> None:
    expected = [f"{part}{number}" for part, last in PARTS.items() for number in range(1, last + 1)]
    assert [row[0] for row in ROWS] == expected


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_row_names_its_test_or_says_why_there_is_none(row: list[str]) -> None:
    name, convention, how, test = row
    assert convention, name
    assert how, name
    assert re.fullmatch(r"`[^`]+`( `[^`]+`)*", test) or test.startswith(WITHOUT), name


@pytest.mark.parametrize("name", NAMED)
def test_a_named_test_exists(name: str) -> None:
    file, _, title = name.partition("::")
    text = (ROOT / file).read_text(encoding="utf-8")
    if file.endswith(".py"):
        assert re.search(rf"^(async )?def {re.escape(title)}\(", text, re.MULTILINE), name
    else:
        # The title may stand on a line of its own, and holds a value where it is written with backquotes.
        assert re.search(rf"(?:test|story)\(\s*[\"'`]{re.escape(title)}[\"'`]", text), name


def test_a_name_that_does_not_exist_would_be_noticed() -> None:
    with pytest.raises((AssertionError, FileNotFoundError)):
        test_a_named_test_exists("tests/unit/test_conventions.py::test_gone")
    with pytest.raises(AssertionError):
        test_a_named_test_exists("tests/extension/manifest.test.ts::no such title")
