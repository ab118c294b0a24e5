"""``rootrank fix``: the edit that repairs the cause, shown as a diff and written when asked to."""

from __future__ import annotations

import argparse
import sys

from rootrank.api import Answer
from rootrank.cli.inputs import diagnosed
from rootrank.cli.terminal import UsageError, answer, ask, can_ask, say, wants_colour
from rootrank.fixing import FixRefused, apply_fix, fix_diff
from rootrank.model.document import Fix
from rootrank.presenting.clean import clean, one_line

DONE, NONE = 0, 1
_COLOURS = {"-": "\x1b[31m", "+": "\x1b[32m", "@": "\x1b[36m"}


def main(arguments: argparse.Namespace) -> int:
    """Shows a fix of the best diagnosis, and applies it with ``--apply``."""
    found = diagnosed([arguments.file], arguments.workspace, workspace_rules=arguments.workspace_rules)
    if not found.document.diagnoses:
        say(f"no entry of the rulebook explains {arguments.file}, so there is no fix; see `rootrank diagnose`")
        return NONE
    fixes = found.document.diagnoses[0].fixes
    if not fixes:
        say("this failure has no fix that could be shown; `rootrank diagnose` says what to do")
        return NONE
    fix = _chosen(fixes, arguments.fix)
    _introduce(fix, fixes)
    if fix.refused or not fix.edits:
        return _show_without_edit(fix, arguments)
    return _show_edit(fix, found, arguments)


def _chosen(fixes: list[Fix], number: int | None) -> Fix:
    if number is None:
        return next((fix for fix in fixes if fix.edits and not fix.refused), fixes[0])
    if number > len(fixes):
        raise UsageError(f"--fix {number}: there {'is 1 fix' if len(fixes) == 1 else f'are {len(fixes)} fixes'} only")
    return fixes[number - 1]


def _introduce(fix: Fix, fixes: list[Fix]) -> None:
    say(f"fix {fixes.index(fix) + 1} of {len(fixes)} ({fix.safety}): {one_line(fix.title)}")
    if fix.wrong_when:
        say(f"wrong when: {one_line(fix.wrong_when)}")


def _show_without_edit(fix: Fix, arguments: argparse.Namespace) -> int:
    """A command, a setting or advice: nothing here to write, but something to read."""
    texts = [text for text in (fix.summary, fix.command, fix.snippet) if text]
    answer("".join(f"{clean(text)}\n" for text in texts))
    if fix.kind == "edit" and not arguments.workspace:
        say("no edit without the code: give its folder with --workspace DIR")
        return NONE
    if fix.refused:
        say(f"can't be applied: {one_line(fix.refused)}")
        return NONE
    if arguments.apply:
        say(f"this fix is {_article(fix.kind)} and has to be done by hand")
        return NONE
    return DONE


def _article(kind: str) -> str:
    return {"command": "a command", "config": "a setting", "advice": "advice"}.get(kind, "no edit")


def _show_edit(fix: Fix, found: Answer, arguments: argparse.Namespace) -> int:
    try:
        _print_diff(fix_diff(fix, found.workspace))
        if not arguments.apply:
            return DONE
        if not _agreed(fix, arguments):
            return NONE
        changed = apply_fix(fix, found.workspace)
    except FixRefused as error:
        say(f"refused, nothing was changed: {error}")
        return NONE
    say(f"changed {', '.join(map(str, changed))}")
    return DONE


def _agreed(fix: Fix, arguments: argparse.Namespace) -> bool:
    if fix.safety == "safe" or arguments.yes:
        return True
    if not can_ask():
        say("not applied: this fix needs a look first; apply it with --yes")
        return False
    if ask("Apply this change?"):
        return True
    say("not applied")
    return False


def _print_diff(diff: str) -> None:
    """A pipe gets the diff as it is, for ``patch``; a terminal gets it neutralised and in colour."""
    if not sys.stdout.isatty():
        answer(diff)
        return
    lines = clean(diff).splitlines()
    if wants_colour(sys.stdout):
        lines = [f"{_COLOURS[line[0]]}{line}\x1b[0m" if line[:1] in _COLOURS else line for line in lines]
    answer("".join(f"{line}\n" for line in lines))
