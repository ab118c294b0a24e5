"""A folder of per-rank files: which of them are logs, and which rank, host and attempt each belongs to.

``layouts`` says what one path tells; here the folder is walked, and files are compared with their neighbours, which
tells more: ``0.log`` to ``7.log`` side by side are ranks, ``3.log`` alone is not.
"""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePath

from attrs import evolve, frozen

from rootrank.reading.layouts import TORCHRUN_NAMES, Kind, Named, Stream, named, task_of_job, without_compression
from rootrank.scanning import looks_binary

MOST_FILES = 20_000
"""Logs of one folder. A job of 8,192 ranks has two for each; more is a folder above many runs."""
MOST_ENTRIES = 200_000
"""Files that are looked at by name; a data set next to the logs has as many."""
_SNIFFED = 4096
_SKIPPED_FOLDERS = re.compile(
    r"\..*|__pycache__|node_modules|site-packages|venv|env|checkpoints?(?:[-_]?\d+)?|ckpts?|global_step\d+|weights|tensorboard"
    r"|.*\.(?:dist|egg)-info"
)


class FolderError(Exception):
    """A folder can't be taken as one of logs; the message says what to do."""


@frozen
class LogFile:
    """One file of a folder of logs."""

    path: Path
    """Under the folder as it was given."""
    rank: int | None = None
    """Rank of the process that wrote it; None when its path doesn't say."""
    local: bool = False
    """Whether ``rank`` counts within one node: with several nodes it is no global rank without more knowledge, such as
    the rank that the lines themselves name or torchrun's summary, which has both."""
    host: str | None = None
    """Node or pod, as the layout calls it."""
    attempt: int | None = None
    """How many restarts came before; None when the layout doesn't count them."""
    stream: Stream | None = None
    """Which stream it holds; None for both, or when unknown."""
    kind: Kind = "log"
    """``error_file``: see ``error_files``; ``recorder``: a dump of the flight recorder, which is no text."""
    agent: str | None = None
    """torchrun's own folder, one per node and start: equal local ranks of two are two nodes', or two runs'."""


def log_files(folder: Path) -> list[LogFile]:
    """Returns the logs under a folder, in the order of their paths with numbers taken as numbers.

    Hidden files, links to folders, checkpoints, code, data and whatever is no text are left out; empty logs stay, for
    they name a rank that printed nothing.

    Raises:
        FolderError: it is no folder, can't be read, or holds too many files.
    """
    if not folder.is_dir():
        raise FolderError(f"{folder} is not a folder")
    found = {path: what for path in _walk(folder) if (what := named(path)) is not None}
    if len(found) > MOST_FILES:
        raise FolderError(
            f"{folder} holds {len(found):,} logs, and one run has at most {MOST_FILES:,}: give the folder of one run"
        )
    readable = {path: what for path, what in found.items() if what.kind != "log" or _is_text(folder / path)}
    compared = _with_streams(_with_hosts(_with_numbers(readable)))
    return [_log_file(folder / path, compared[path]) for path in sorted(compared, key=_order)]


def together(paths: Sequence[Path]) -> list[LogFile]:
    """Returns what the names of files that are given together tell when they are compared, in the order given."""
    folder = Path(os.path.commonpath([path.absolute().parent for path in paths]))
    names = {path: PurePath(path.absolute().relative_to(folder)) for path in paths}
    known = {name: named(name) or Named() for name in names.values()}
    compared = _with_streams(_with_hosts(_with_numbers(known)))
    return [_log_file(path, compared[name]) for path, name in names.items()]


def _log_file(path: Path, what: Named) -> LogFile:
    return LogFile(path, what.rank, what.local, what.host, what.attempt, what.stream, what.kind, what.agent)


def _order(path: PurePath) -> list[list[tuple[int, str]]]:
    """Numbers by their value, so that rank 10 comes after rank 9."""
    return [[(int(n or -1), text) for text, n in re.findall(r"(\D+)|(\d+)", part)] for part in path.parts]


def _walk(folder: Path) -> Iterator[PurePath]:
    """Yields the files under a folder, each once, relative to it; links to folders are not followed."""
    waiting, entries = [folder], 0
    inodes: set[tuple[int, int]] = set()
    while waiting:
        here = waiting.pop()
        try:
            with os.scandir(here) as listing:
                members = sorted(listing, key=lambda entry: (entry.is_symlink(), entry.name))
        except OSError as error:
            if here == folder:
                raise FolderError(f"{folder} can't be read: {error.strerror}") from error
            continue  # another user's subfolder says nothing about the rest
        for entry in members:
            entries += 1
            if entries > MOST_ENTRIES:
                raise FolderError(
                    f"{folder} holds more than {MOST_ENTRIES:,} files: give the folder of the run's logs, or the logs"
                )
            if entry.is_dir(follow_symlinks=False):
                if not _SKIPPED_FOLDERS.fullmatch(entry.name):
                    waiting.append(here / entry.name)
            elif not entry.name.startswith(".") and _is_new(entry, inodes):
                yield (here / entry.name).relative_to(folder)


def _is_new(entry: os.DirEntry[str], inodes: set[tuple[int, int]]) -> bool:
    """Whether it is an ordinary file that wasn't met under another name."""
    try:
        status = entry.stat()
        ordinary = entry.is_file()
    except OSError:
        return False  # a link to nothing, or one to itself
    identity = (status.st_dev, status.st_ino)
    if not ordinary or (status.st_ino and identity in inodes):
        return False
    inodes.add(identity)
    return True


def _is_text(path: Path) -> bool:
    """Whether a file's beginning is text; of a compressed one the name alone decides."""
    if without_compression(path.name.lower()) != path.name.lower():
        return True
    try:
        with open(path, "rb", buffering=0) as stream:  # noqa: PTH123 - half the time of Path.open, a thousand times
            head = stream.read(_SNIFFED)
    except OSError:
        return True  # that it can't be read is said when it is
    return head.startswith((b"\xff\xfe", b"\xfe\xff")) or not looks_binary(head)


def _with_numbers(found: dict[PurePath, Named]) -> dict[PurePath, Named]:
    """Takes a bare number in a name as a rank where its neighbours run from 0 without a gap."""
    rows: dict[tuple[PurePath, str], dict[int, list[PurePath]]] = defaultdict(lambda: defaultdict(list))
    for path, what in found.items():
        if what.rank is None and what.attempt is None and (place := _place_in_row(path)):
            rows[place[0], place[1]][place[2]].append(path)
    ranked = dict(found)
    for row in rows.values():
        if len(row) > 1 and set(row) == set(range(len(row))):
            local = any(path.name in TORCHRUN_NAMES for paths in row.values() for path in paths)
            for number, paths in row.items():
                for path in paths:
                    ranked[path] = evolve(ranked[path], rank=number, local=local)
    return ranked


_NUMBERED = re.compile(r"(?:(?:std)?(?:log|out|err|output|console)[-_.]?)?(\d{1,5})(\.(?:log|out|err|txt))?")
_STREAM_NAME = re.compile(r"(?:std)?(?:out|err)(?:\.log|\.txt)?|log(?:\.txt)?|output(?:\.log|\.txt)?|error\.json")


def _place_in_row(path: PurePath) -> tuple[PurePath, str, int] | None:
    """Returns where a numbered file stands: the folder and name that its row shares, and its number.

    ``3.log``, ``out_3.txt`` and ``pretrain-814522-3.log`` are in a row with names that differ in the number only,
    ``3/stdout`` with all streams of such folders.
    """
    name = without_compression(path.name.lower())
    if found := _NUMBERED.fullmatch(name):
        return path.parent, f"{name[: found.start(1)]}#{name[found.end(1) :]}", int(found[1])
    if task := task_of_job(name):
        return path.parent, task[0], task[1]
    if _STREAM_NAME.fullmatch(name) and path.parent.name.isdigit():
        return path.parent.parent, "", int(path.parent.name)
    return None


_NO_HOST = re.compile(
    r"(?:.*[-_])?(?:logs?|out(?:put)?s?|runs?|exp(?:eriment)?s?|trials?|seeds?|folds?|versions?|attempts?|stages?|phases?|jobs?"
    r"|ranks?|retry|restarts?|tests?|v)[-_.]?\d*|[\d_T:-]+"
)


def _with_hosts(found: dict[PurePath, Named]) -> dict[PurePath, Named]:
    """Takes folders side by side that each hold ranks as nodes, and a rank that two nodes have as a local one."""
    beside: dict[PurePath, set[str]] = defaultdict(set)
    for path, what in found.items():
        parent = _above_rank(path)
        if (
            what.rank is not None
            and what.agent is None
            and len(parent.parts) > 0
            and not _NO_HOST.fullmatch(parent.name)
        ):
            beside[parent.parent].add(parent.name)
    hosted = {path: _with_host(path, what, beside) for path, what in found.items()}
    holders: dict[tuple[object, ...], set[str | None]] = defaultdict(set)
    for what in hosted.values():
        holders[what.kind, what.rank, what.stream, what.attempt].add(what.host)
    shared = {key for key, hosts in holders.items() if len(hosts - {None}) > 1}
    # One rank in two places makes the whole layout local: the node with the fewest processes must not decide.
    local_kinds = {key[0] for key in shared if key[1] is not None}
    return {
        path: evolve(what, local=True) if what.rank is not None and what.host and what.kind in local_kinds else what
        for path, what in hosted.items()
    }


def _above_rank(path: PurePath) -> PurePath:
    """The folder above that which, or in which the file, is named by the rank."""
    holder = path.parent
    bare = re.fullmatch(r"(?:.*rank.*|worker|proc|process|task)?[-_.]?\d+", holder.name.lower())
    return holder.parent if bare and holder.parts else holder


def _with_host(path: PurePath, what: Named, beside: dict[PurePath, set[str]]) -> Named:
    parent = _above_rank(path)
    if what.host or what.rank is None or what.agent or not parent.parts:
        return what
    names = beside[parent.parent]
    return evolve(what, host=parent.name) if parent.name in names and len(names) > 1 else what


def _with_streams(found: dict[PurePath, Named]) -> dict[PurePath, Named]:
    """Takes ``.out`` as standard output where ``.err`` stands beside it; alone it holds both."""
    errors = {_stem(path) for path, what in found.items() if what.stream == "stderr"}
    return {
        path: evolve(what, stream="stdout") if what.stream is None and _is_out(path) and _stem(path) in errors else what
        for path, what in found.items()
    }


def _is_out(path: PurePath) -> bool:
    name = without_compression(path.name.lower())
    return name.endswith(".out") or name == "out"


def _stem(path: PurePath) -> PurePath:
    return path.with_name(re.sub(r"\.(?:out|err)$|^(?:out|err)$", "", without_compression(path.name.lower())) or "-")
