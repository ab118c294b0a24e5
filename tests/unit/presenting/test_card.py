from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from attrs import evolve
from rich.cells import cell_len
from rootrank.masking import mask_document
from rootrank.model.document import Document
from rootrank.presenting.card import card

from . import samples

Sample = Callable[[], Document]
Golden = Callable[[str, str], None]
COMMANDS = ("python train.py", "rootrank ")


@pytest.mark.parametrize("sample", samples.ALL)
def test_card_at_full_width(sample: Sample, golden: Golden) -> None:
    golden(f"{sample.__name__}.100.txt", card(sample()))


@pytest.mark.parametrize("width", [80, 50])
@pytest.mark.parametrize("sample", [samples.sqrt_at_zero, samples.thousand_ranks, samples.unknown_failure])
def test_card_in_a_narrower_terminal(sample: Sample, width: int, golden: Golden) -> None:
    golden(f"{sample.__name__}.{width}.txt", card(sample(), width=width))


def test_card_in_colour(golden: Golden) -> None:
    golden("sqrt_at_zero.colour.txt", card(samples.sqrt_at_zero(), colour=True))


@pytest.mark.parametrize("sample", samples.ALL)
@pytest.mark.parametrize("width", [10, 40, 59, 60, 80, 100, 300])
def test_no_line_is_wider_than_the_terminal_but_a_command(sample: Sample, width: int) -> None:
    for line in card(sample(), width=width).splitlines():
        is_command = "\\x1b" in line or any(command in line for command in COMMANDS)
        assert is_command or cell_len(line) <= max(40, min(width, 100)), line
        assert line == line.rstrip()


@pytest.mark.parametrize("width", [40, 50, 60, 80, 100])
def test_wide_characters_count_two_columns(width: int) -> None:
    document = samples.sqrt_at_zero()
    best = evolve(document.diagnoses[0], title="勾配が無限大になった " * 4, root_cause="平方根の勾配 " * 30)
    for line in card(evolve(document, diagnoses=[best]), width=width).splitlines():
        assert cell_len(line) <= width or "rootrank rules" in line


@pytest.mark.parametrize("colour", [False, True])
def test_nothing_in_a_log_steers_the_terminal(colour: bool) -> None:
    text = card(samples.hostile(), colour=colour)
    if colour:
        text = re.sub(r"\x1b\[[0-9;]*m", "", text)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e\ud800-\udfff]", text)
    assert "\\x1b[31m[red]x[/red]" in text


def test_colour_changes_nothing_but_colour() -> None:
    for sample in samples.ALL:
        assert re.sub(r"\x1b\[[0-9;]*m", "", card(sample(), colour=True)) == card(sample())


def test_the_environment_of_the_process_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    plain, coloured = card(samples.sqrt_at_zero()), card(samples.sqrt_at_zero(), colour=True)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "33")
    assert card(samples.sqrt_at_zero()) == plain
    monkeypatch.setenv("NO_COLOR", "1")
    assert card(samples.sqrt_at_zero(), colour=True) == coloured


def test_commands_stay_whole_at_any_width() -> None:
    document = samples.sqrt_at_zero()
    command = "torchrun --nproc-per-node 8 train.py --config configs/large.yaml " * 4
    best = document.diagnoses[0]
    best = evolve(best, verify=evolve(best.verify, command=command.strip()))
    assert command.strip() in card(evolve(document, diagnoses=[best]), width=40)


def test_paths_below_the_base_are_shown_relative_to_it() -> None:
    assert " train.py:212" in card(samples.unknown_failure(), base="/home/ada/run")
    assert "/home/ada/run/train.py:212" in card(samples.unknown_failure(), base="/home/ada/ru")


def test_offers_stand_below_the_card() -> None:
    lines = card(samples.sqrt_at_zero(), offers=[("Apply", "rootrank fix train.log --apply")]).splitlines()
    assert lines[-2:] == [
        "  Apply    rootrank fix train.log --apply",
        "  More     rootrank rules show numerics/sqrt-at-zero",
    ]


def test_what_was_hidden_is_the_last_line() -> None:
    text = card(samples.thousand_ranks(), hidden={"hosts": 3})
    assert "Hidden" not in text, "nothing is hidden in this document"
    masked, hidden = mask_document(samples.thousand_ranks())
    assert card(masked, hidden=hidden).splitlines()[-1] == "  Hidden: 1 host name"
