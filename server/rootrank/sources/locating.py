"""Finds the workspace's file behind a traceback's frame, whose path may be of a container or another node.

The path's end and the source line must agree: neither alone tells two checkouts, or two versions of a file, apart.
Where two files fit equally well nobody guesses. Imports the model only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from attrs import frozen

from rootrank.model.log import Frame

ELISION = re.compile(r"\.\.\.<\d+ lines?>\.\.\.")
"""What Python 3.13 prints for the middle of a long expression."""
INSTALLED = re.compile(r"site-packages|dist-packages|python\d[\d.]*")
"""Folders of libraries: a `trainer.py` in there is not the user's, though both may hold ``raise ValueError(``."""


@frozen
class Located:
    """Where a frame stands in the workspace."""

    path: Path
    line: int
    """1-based line of the file as it is now."""
    moved: bool
    """True when the source line stands on another line than the traceback says."""
    verified: bool
    """True when the source line equals the traceback's; False when the traceback shows none to compare."""


@frozen
class Ambiguous:
    """Several files, or several lines of one file, fit a frame equally well."""

    candidates: tuple[Path, ...]


@frozen
class _Fit:
    """How well one file fits."""

    place: Located
    suffix: int
    """Path components in common, from the end."""

    def beats(self, other: _Fit) -> bool:
        """At least as good in both respects, and better in one."""
        mine = (self.suffix, not self.place.moved)
        theirs = (other.suffix, not other.place.moved)
        return mine != theirs and all(a >= b for a, b in zip(mine, theirs, strict=True))


def locate(
    frame: Frame,
    files_named: Callable[[str], Sequence[Path]],
    lines_of: Callable[[Path], Sequence[str] | None],
) -> Located | Ambiguous | None:
    """Maps a frame to the file that shares the longest end of its path and the text of its line.

    A frame without a line and a text is a path alone; it is mapped to its file's first line.
    A file whose line moved stands back behind one where it didn't, unless its path fits better: then both are named.
    """
    parts = path_parts(frame.file)
    candidates = files_named(parts[-1]) if parts else ()
    wanted = _shown_lines(frame.text)
    installed = any(INSTALLED.fullmatch(part) for part in parts)
    fits = []
    for path in candidates:
        suffix = _common_suffix(parts, path.parts)
        if suffix < 2 and (installed or (not wanted and len(candidates) > 1)):
            continue
        places = _places(path, frame.line, wanted, lines_of(path) or ())
        if frame.line is not None:  # without a number to be near, all places count
            places = places[:1]
        fits += [_Fit(place, suffix) for place in places]
    best = [fit for fit in fits if not any(other.beats(fit) for other in fits)]
    if len(best) > 1:
        return Ambiguous(tuple(dict.fromkeys(fit.place.path for fit in best)))
    return best[0].place if best else None


def path_parts(path: str) -> tuple[str, ...]:
    """Components of a path of any system, without drive, root, ``.`` and ``..``; empty for ``<string>``."""
    if path.startswith("<"):
        return ()
    parts = re.split(r"[/\\]", path.removeprefix("file://"))
    return tuple(part for part in parts if part not in {"", ".", ".."} and not re.fullmatch(r"[A-Za-z]:", part))


def _common_suffix(left: Sequence[str], right: Sequence[str]) -> int:
    count = 0
    for a, b in zip(reversed(left), reversed(right), strict=False):
        if a != b:
            break
        count += 1
    return count


def _shown_lines(text: str | None) -> list[str]:
    """The source lines that the traceback shows, stripped, up to an elision."""
    shown: list[str] = []
    for line in (text or "").splitlines():
        stripped = line.strip()
        if ELISION.fullmatch(stripped):
            break
        if stripped or shown:
            shown.append(stripped)
    return shown


def _places(path: Path, line: int | None, wanted: list[str], lines: Sequence[str]) -> list[Located]:
    """Where the frame may stand in one file, nearest first."""
    if not wanted:
        number = 1 if line is None else line  # a path alone: the file is asked for
        return [Located(path, number, moved=False, verified=False)] if 1 <= number <= len(lines) else []
    found = [
        number
        for number in range(1, len(lines) + 1)
        if lines[number - 1].strip() == wanted[0]
        and [text.strip() for text in lines[number - 1 : number - 1 + len(wanted)]] == wanted
    ]
    if line is not None:
        found.sort(key=lambda number: (abs(number - line), number))
    return [Located(path, number, moved=line is not None and number != line, verified=True) for number in found]
