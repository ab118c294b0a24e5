from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from attrs import evolve
from rootrank.model.document import Document, Place
from rootrank.presenting.github import LONGEST, command, github

from . import samples

COMMAND = re.compile(r"::(error|warning|notice) ([^:]*)::(.*)")


@pytest.mark.parametrize("sample", samples.ALL)
def test_every_line_is_a_command_but_the_last_that_says_what_was_hidden(sample: Callable[[], Document]) -> None:
    lines = github(sample()).split("\n")
    assert lines.pop() == ""
    if lines[-1].startswith("Hidden: "):
        lines.pop()
    for line in lines:
        found = COMMAND.fullmatch(line)
        assert found, line
        for one in re.split(r",(?=(?:file|line|title)=)", found[2]):
            assert re.match(r"(file|line|title)=[^,:\r\n]+\Z", one), one


def test_github(golden: Callable[[str, str], None]) -> None:
    golden("sqrt_at_zero.github.txt", github(samples.sqrt_at_zero()))


def test_what_ends_a_command_or_a_property_is_written_out() -> None:
    assert command("error", "100%\r\n::error::x", title="a:b, c%\nd") == (
        "::error title=a%3Ab%2C c%25 d::100%25%0A::error::x"
    )


def test_the_file_is_relative_to_the_repository() -> None:
    assert "::error file=model/loss.py,line=40," in github(samples.sqrt_at_zero())
    assert "::error file=src/model/loss.py,line=40," in github(samples.sqrt_at_zero(), folder="src")


def test_a_file_outside_the_repository_stands_in_the_message() -> None:
    line = github(samples.unknown_failure()).splitlines()[0]
    assert line.startswith("::error title=FrobnicationError%3A")
    assert line.endswith("%0A~/run/train.py:212")
    inside = github(samples.unknown_failure(), roots=["/home/ada/run"])
    assert inside.startswith("::error file=train.py,line=212,title=")


def test_a_place_without_a_line_has_none() -> None:
    best = evolve(samples.sqrt_hypothesis(), place=Place("x.py", None, None, None))
    assert github(evolve(samples.sqrt_at_zero(), diagnoses=[best])).startswith("::error file=x.py,title=")


def test_other_causes_are_short_and_milder() -> None:
    lines = github(samples.several_possible()).splitlines()
    assert [line.split(" ")[0] for line in lines[:3]] == ["::warning"] * 3
    assert "Do now" in lines[0]
    assert "Do now" not in lines[1]


def test_a_long_message_is_cut() -> None:
    best = evolve(samples.sqrt_hypothesis(), root_cause="x" * 2 * LONGEST)
    line = github(evolve(samples.sqrt_at_zero(), diagnoses=[best])).splitlines()[0]
    assert line.endswith("x…")
    assert len(line) < LONGEST + 200
