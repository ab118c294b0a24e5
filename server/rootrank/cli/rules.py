"""``rootrank rules``: read the rulebook that ships, or check a folder of rules."""

from __future__ import annotations

import argparse
import difflib
import sys
from collections import Counter
from pathlib import Path

from rootrank.cli.terminal import UsageError, answer, say, width_of
from rootrank.rulebook.entry import Entry
from rootrank.rulebook.store import SHIPPED, Rulebook, RulebookMissing, open_rulebook

FINE, WRONG = 0, 1
OVERLAPS_HEAD = """\
# Entries that are found together in a case, out of every entry on every case. Renewed by:
#   rootrank rules overlaps > rules/overlaps.yaml
"""


def main(arguments: argparse.Namespace) -> int:
    """Does the action that was asked for."""
    return _ACTIONS[arguments.action](arguments)


def _list(_: argparse.Namespace) -> int:
    book = _shipped()
    titles = {name: book.entry(name).title for name in book.ids}
    width = max(map(len, titles), default=0)
    answer("".join(f"{name:<{width}}  {title}\n" for name, title in titles.items()))
    return FINE


def _show(arguments: argparse.Namespace) -> int:
    from rootrank.presenting.entry import WIDTH, entry_text  # noqa: PLC0415  (only this action needs it)

    book = _shipped()
    if arguments.id not in book:
        near = difflib.get_close_matches(arguments.id, book.ids, 3, 0.4)
        hint = f"did you mean {' or '.join(near)}?" if near else "see `rootrank rules list`"
        raise UsageError(f"the rulebook has no entry {arguments.id}; {hint}")
    answer(entry_text(book.entry(arguments.id), min(width_of(sys.stdout), WIDTH)))
    return FINE


def _search(arguments: argparse.Namespace) -> int:
    wanted = [word.lower() for word in arguments.words]
    book = _shipped()
    ranked = sorted((-score, name) for name in book.ids if (score := _score(book.entry(name), wanted)))
    answer("".join(f"{name}  {book.entry(name).title}\n" for _, name in ranked))
    if not ranked:
        say("no entry speaks of that; `rootrank rules new` begins one from a log")
    return FINE if ranked else WRONG


def _score(entry: Entry, words: list[str]) -> int:
    """How well an entry fits the words: all must occur; its name and signatures count more than its prose."""
    signatures = [s.exception.message or "" if s.exception else s.line or "" for s in entry.signals.values()]
    anchors = [a for s in entry.signals.values() for a in s.anchors]
    near = " ".join([entry.id, entry.title, *entry.tags, *signatures, *anchors]).lower()
    prose = " ".join([entry.summary, entry.mechanism, *(w.text for w in entry.root_cause)]).lower()
    if not all(word in near or word in prose for word in words):
        return 0
    return sum(3 if word in near else 1 for word in words)


def _stats(_: argparse.Namespace) -> int:
    book = _shipped()
    entries = [book.entry(name) for name in book.ids]
    areas = Counter(entry.area for entry in entries)
    answer("".join(f"{area:<14} {count}\n" for area, count in sorted(areas.items())))
    edits = sum(any(fix.kind == "edit" for fix in entry.fixes) for entry in entries)
    stable = sum(entry.status == "stable" for entry in entries)
    say(f"{len(entries)} entries, {stable} stable, {edits} with an edit; rulebook {book.version} ({book.hash})")
    return FINE


def _new(arguments: argparse.Namespace) -> int:
    from rootrank.rulebook.layers import user_rules  # noqa: PLC0415
    from rootrank.rulebook.scaffold import ScaffoldError, begin_entry  # noqa: PLC0415

    folder = Path(arguments.folder) if arguments.folder else user_rules()
    try:
        log = sys.stdin.read() if arguments.log == "-" else Path(arguments.log).read_text("utf-8", errors="replace")
        made = begin_entry(folder, arguments.id, log)
    except (ScaffoldError, OSError) as error:
        raise UsageError(str(error)) from error
    answer(f"{made}\n")
    say(f"fill in what says TODO, add a near-miss, then: rootrank rules lint {folder}")
    return FINE


def _schema(_: argparse.Namespace) -> int:
    from rootrank.rulebook.entry_schema import schema_text  # noqa: PLC0415  (only this action needs it)

    answer(schema_text())
    return FINE


def _lint(arguments: argparse.Namespace) -> int:
    from rootrank.rulebook.load import load_rules  # noqa: PLC0415  (needs PyYAML)

    folder = _folder(arguments.folder)
    loaded = load_rules(folder, shipped=_below(folder))
    answer("".join(f"{problem}\n" for problem in loaded.problems))
    say(f"{len(loaded.entries)} entries are right, {len(loaded.errors)} errors")
    return WRONG if loaded.errors else FINE


def _test(arguments: argparse.Namespace) -> int:
    from rootrank.cases import run_cases  # noqa: PLC0415  (needs the whole engine)
    from rootrank.rulebook.load import load_rules  # noqa: PLC0415
    from rootrank.rulebook.store import rulebook_of  # noqa: PLC0415

    folder = _folder(arguments.folder)
    below = _below(folder)
    loaded = load_rules(folder, shipped=below)
    book = below.with_entries(loaded.entries) if below else rulebook_of(loaded.entries)
    answer("".join(f"{problem}\n" for problem in loaded.errors))
    wanted = set(arguments.entry or [entry.id for entry in loaded.entries])
    unknown = sorted(wanted - {entry.id for entry in loaded.entries})
    if unknown:
        raise UsageError(
            f"no entry {', '.join(unknown)} without errors in {arguments.folder}; see `rootrank rules lint`"
        )
    words: Counter[str] = Counter()
    wrong = len(loaded.errors)
    chosen = [entry for entry in loaded.entries if entry.id in wanted]
    for result in run_cases(chosen, loaded.folders, book):
        words[result.word] += 1
        if not result.right:
            wrong += 1
            answer(f"{result.entry}/cases/{result.log}: {'; '.join([result.word, *result.complaints])}\n")
    if not words and not loaded.errors:
        raise UsageError(f"no case was found in {arguments.folder}; is it a folder of rules?")
    counts = ", ".join(f"{words[word]} {word}" for word in ("found", "quiet", "missed", "noisy"))
    say(f"{sum(words.values())} cases: {counts}; {wrong} wrong, rule errors included")
    return WRONG if wrong else FINE


def _overlaps(arguments: argparse.Namespace) -> int:
    from rootrank.cases import overlaps, run_cases  # noqa: PLC0415  (needs the whole engine)
    from rootrank.rulebook.load import load_rules  # noqa: PLC0415  (needs PyYAML)
    from rootrank.rulebook.store import rulebook_of  # noqa: PLC0415

    folder = _folder(arguments.folder)
    below = _below(folder)
    loaded = load_rules(folder, shipped=below)
    book = below.with_entries(loaded.entries) if below else rulebook_of(loaded.entries)
    pairs = overlaps(run_cases(loaded.entries, loaded.folders, book))
    rows = "".join(f"{name}: [{', '.join(sorted(pairs[name]))}]\n" for name in sorted(pairs))
    answer(f"{OVERLAPS_HEAD}{rows or '{}' + chr(10)}")
    return FINE


def _compile(arguments: argparse.Namespace) -> int:
    from rootrank.rulebook.compile import RulebookError, compile_rulebook  # noqa: PLC0415  (needs PyYAML)

    out = Path(arguments.out) if arguments.out else SHIPPED
    try:
        answer(f"{compile_rulebook(_folder(arguments.folder), out)}\n")
    except RulebookError as error:
        say(f"nothing was written:\n{error}")
        return WRONG
    return FINE


def _folder(name: str) -> Path:
    path = Path(name)
    if not (path / "vocabulary.yaml").is_file() and not any(path.glob("*/*/entry.yaml")):
        raise UsageError(f"{name} is no folder of rules: it has neither vocabulary.yaml nor area/slug/entry.yaml")
    return path


def _below(folder: Path) -> Rulebook | None:
    """The rulebook that a folder without words of its own lies on top of."""
    return None if (folder / "vocabulary.yaml").is_file() else _shipped()


def _shipped() -> Rulebook:
    try:
        return open_rulebook()
    except RulebookMissing as error:
        raise UsageError(str(error)) from error


_ACTIONS = {
    "list": _list,
    "show": _show,
    "search": _search,
    "stats": _stats,
    "new": _new,
    "schema": _schema,
    "lint": _lint,
    "test": _test,
    "overlaps": _overlaps,
    "compile": _compile,
}
