"""``rootrank suppress``: mute an entry in a workspace, list what is muted, take it back."""

from __future__ import annotations

import argparse
import difflib
from datetime import date
from pathlib import Path

from rootrank.api import shipped_rulebook
from rootrank.cli.terminal import UsageError, answer, say
from rootrank.suppressing import Suppression, SuppressionsError, add, read, remove

DONE, NOTHING = 0, 1


def main(arguments: argparse.Namespace) -> int:
    """Does what was asked for in the given workspace."""
    root = Path(arguments.workspace)
    if not root.is_dir():
        raise UsageError(f"--workspace {root}: there is no such folder")
    try:
        if arguments.list:
            return _list(root)
        if arguments.rule is None:
            raise UsageError("name an entry, as in `rootrank suppress numerics/nan-loss --reason …`, or give --list")
        return _undo(root, arguments.rule) if arguments.undo else _mute(root, arguments)
    except SuppressionsError as error:
        raise UsageError(str(error)) from error


def _list(root: Path) -> int:
    for one in read(root):
        until = f", until {one.until}" if one.until else ""
        where = "" if one.folder == "." else f" in {one.folder}"
        what = " (one finding)" if one.finding else ""
        answer(f"{one.rule}{what}{where}{until}: {one.reason}\n")
    return DONE


def _undo(root: Path, rule: str) -> int:
    count = remove(root, rule)
    say(f"{rule} is shown again" if count else f"{rule} was not muted here; see `rootrank suppress --list`")
    return DONE if count else NOTHING


def _mute(root: Path, arguments: argparse.Namespace) -> int:
    if not arguments.reason:
        raise UsageError("--reason is missing: say why, for those who wonder later")
    book = shipped_rulebook()
    if arguments.rule not in book:
        near = difflib.get_close_matches(arguments.rule, book.ids, 1, 0.4)
        hint = f"did you mean {near[0]}?" if near else "see `rootrank rules list`"
        raise UsageError(f"the rulebook has no entry {arguments.rule}; {hint}")
    if arguments.until is not None:
        _check_day(arguments.until)
    path = add(root, Suppression(arguments.rule, arguments.reason, folder=arguments.folder, until=arguments.until))
    say(f"{arguments.rule} is muted in {path}; `rootrank suppress --undo {arguments.rule}` takes it back")
    return DONE


def _check_day(text: str) -> None:
    try:
        day = date.fromisoformat(text)
    except ValueError as error:
        raise UsageError(f"--until {text}: must be a day like 2027-01-31") from error
    if day < date.today():  # noqa: DTZ011  (a person's own calendar day is meant)
        raise UsageError(f"--until {text}: that day has passed")
