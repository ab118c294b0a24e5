"""Turns the plain data of a dump, from pickle or JSON, into a ``RankDump``.

The format's versions differ: a field that is missing or has another type is unknown, never an error. Only what makes
it a dump at all (a version, a list of operations or a table of groups) must be there.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Hashable
from functools import lru_cache
from typing import Any, TypeVar, cast

from rootrank.reading.recorder.coalescing import settle_batches
from rootrank.reading.recorder.model import DumpError, DumpFrame, DumpGroup, Entry, RankDump, Sizes, State
from rootrank.reading.recorder.skimming import KEEP

_T = TypeVar("_T", bound=Hashable)
_STATES = ("scheduled", "started", "completed")
_P2P = ("send", "recv")
_MAX_FRAMES = 30
_MAX_TEXT = 500
"""Characters of a name or a path."""
_NO_TIME = (None, 0)


@lru_cache(maxsize=4096)
def _shared(value: _T) -> _T:
    """Return one object for equal ones: the dumps of a thousand ranks say the same thing a thousand times."""
    return value


def build(value: Any, file: str, rank: int, total: int | None = None) -> RankDump:
    """Return the dump; ``total`` is the number of operations in the file where some were already left out.

    Raises:
        DumpError: The data isn't a dump, or of a version that isn't known.
    """
    if not isinstance(value, dict) or not ({"entries", "pg_config", "pg_status"} & set(value)):
        raise DumpError("it is not a flight-recorder dump")
    version = value.get("version")
    if not isinstance(version, str) or not re.match(r"2(\.\d+)?$", version):
        raise DumpError(f"it is written in version {version!r} of the format; versions 2.x are read")
    raw = value.get("entries") or []
    if not isinstance(raw, list):
        raise DumpError("its list of operations is not a list")
    needed = _needed(settle_batches(raw))
    read = [entry for place, item in needed if (entry := _entry(item, place))]
    if len(read) < len(needed):
        raise DumpError(f"{len(needed) - len(read)} of its {len(raw)} operations have no name or group")
    groups = _groups(value, raw)
    world = next((g.ranks for g in groups.values() if g.ranks and g.description == "default_pg"), None)
    return RankDump(
        rank=rank,
        file=file,
        version=version,
        groups=groups,
        entries=tuple(read),
        total=len(raw) if total is None else total,
        world_size=len(world) if world else None,
        library=_text(value.get("comm_lib_version")) or _text(value.get("nccl_version")),
    )


def _needed(raw: list[Any]) -> list[tuple[int, Any]]:
    """Return the unfinished operations and the last finished ones of each group, with their place in the list."""
    seen: Counter[tuple[str | None, bool]] = Counter()
    needed = []
    for place in range(len(raw) - 1, -1, -1):
        item = raw[place]
        if isinstance(item, dict) and item.get("state") == "completed":
            key = (_group_name(item), item.get("is_p2p") is True)
            seen[key] += 1
            if seen[key] > KEEP:
                continue
        needed.append((place, item))
    return needed[::-1]


def _entry(item: Any, place: int) -> Entry | None:
    if not isinstance(item, dict):
        return None
    name, group = _text(item.get("profiling_name")), _group_name(item)
    if name is None or group is None:
        return None
    op = name.split(":", 1)[-1]
    p2p = item.get("is_p2p")
    record = _int(item.get("record_id"))
    seq = _int(item.get("collective_seq_id"))
    return Entry(
        record=place if record is None else record,
        group=sys.intern(group),
        op=sys.intern(op),
        state=_state(item, name),
        seq=_int(item.get("seq_id")) if seq is None else seq,
        p2p_seq=_int(item.get("p2p_seq_id")),
        p2p=p2p if isinstance(p2p, bool) else op.split(" ")[0] in _P2P,
        input_sizes=_sizes(item.get("input_sizes")),
        output_sizes=_sizes(item.get("output_sizes")),
        input_dtypes=_texts(item.get("input_dtypes")),
        output_dtypes=_texts(item.get("output_dtypes")),
        created=_int(item.get("time_created_ns")),
        started=_time(item.get("time_discovered_started_ns")),
        completed=_time(item.get("time_discovered_completed_ns")),
        timeout_ms=_int(item.get("timeout_ms")),
        retired=item["retired"] if isinstance(item.get("retired"), bool) else None,
        frames=_frames(item.get("frames")),
    )


def _state(item: dict[Any, Any], name: str) -> State:
    # Backends without device events, as Gloo, record nothing but that they let go of an operation.
    if item.get("retired") is True and (item.get("state") not in _STATES or not name.startswith("nccl:")):
        return "completed"
    if item.get("state") in _STATES:
        return cast("State", item["state"])
    if _time(item.get("time_discovered_completed_ns")):
        return "completed"
    return "started" if _time(item.get("time_discovered_started_ns")) else "scheduled"


def _group_name(item: dict[Any, Any]) -> str | None:
    named = item.get("process_group", item.get("pg_name"))
    if isinstance(named, (tuple, list)) and named:
        named = named[0]
    number = _int(item.get("pg_id"))
    return _text(named) or (None if number is None else str(number))


def _groups(value: dict[Any, Any], entries: list[Any]) -> dict[str, DumpGroup]:
    config = value.get("pg_config")
    described: dict[str, tuple[str, tuple[int, ...] | None]] = {}
    for key, about in (config if isinstance(config, dict) else {}).items():
        if isinstance(about, dict):
            name = _text(about.get("name")) or str(key)
            described[name] = (_text(about.get("desc")) or "", _ranks(about.get("ranks")))
    numbers: dict[int, str] = {}
    for item in entries:
        named, number = _group_name(item), _int(item.get("pg_id"))
        if named is not None:
            if number is not None:
                numbers[number] = named
            pair = item.get("process_group")
            description = pair[1] if isinstance(pair, (tuple, list)) and len(pair) > 1 else None
            described.setdefault(named, (_text(description) or "", None))
    # Gloo describes its group without the name that its operations give.
    if set(described) == {"", *numbers.values()} and len(described) == 2:
        _, ranks = described.pop("")
        described = {name: (description, known or ranks) for name, (description, known) in described.items()}
    status = _status(value.get("pg_status"))
    names = _names_of_numbers(status, numbers, list(described))
    of_group = {names[number]: progress for number, progress in status.items() if number in names}
    return {
        name: DumpGroup(name, description, ranks, *of_group.get(name, (None, None)))
        for name, (description, ranks) in described.items()
    }


def _names_of_numbers(
    status: dict[int, tuple[int | None, int | None]], known: dict[int, str], names: list[str]
) -> dict[int, str]:
    """Return the name of each group's local number.

    The status counts groups by a number that only operations tie to a name. Numbers and names are both given in the
    order of creation, so where there are as many of one as of the other, and no operation contradicts, the order
    ties the rest.
    """
    if len(status) == len(names) and all(name.isascii() and name.isdigit() for name in names):
        ordered = dict(zip(sorted(status), sorted(names, key=int), strict=True))
        if all(ordered.get(number) == name for number, name in known.items()):
            return ordered
    return known


def _status(value: Any) -> dict[int, tuple[int | None, int | None]]:
    found = {}
    for key, about in (value if isinstance(value, dict) else {}).items():
        number = _int(key)
        if number is not None and isinstance(about, dict):
            last = (about.get("last_enqueued_collective"), about.get("last_completed_collective"))
            enqueued, completed = (_int(count) for count in last)
            found[number] = (_not_negative(enqueued), _not_negative(completed))
    return found


def _not_negative(count: int | None) -> int | None:
    # -1: none yet.
    return None if count is None else max(count, 0)


def _ranks(value: Any) -> tuple[int, ...] | None:
    if isinstance(value, str):
        return _ranks_of_text(value)
    if isinstance(value, (list, tuple)) and value and all(isinstance(rank, int) for rank in value):
        return tuple(value)
    return None


@lru_cache(maxsize=1024)
def _ranks_of_text(value: str) -> tuple[int, ...] | None:
    return tuple(int(rank) for rank in re.findall(r"\d{1,7}", value)) or None


def _sizes(value: Any) -> Sizes | None:
    if not isinstance(value, (list, tuple)):
        return None
    if not all(isinstance(size, (list, tuple)) and all(type(n) is int for n in size) for size in value):
        return None
    sizes: Sizes = _shared(tuple(tuple(size) for size in value))
    return sizes


def _texts(value: Any) -> tuple[str, ...] | None:
    if isinstance(value, (list, tuple)) and all(isinstance(text, str) for text in value):
        texts: tuple[str, ...] = _shared(tuple(value))
        return texts
    return None


def _frames(value: Any) -> tuple[DumpFrame, ...]:
    if not isinstance(value, list):
        return ()
    return tuple(
        _shared(
            DumpFrame(_text(frame.get("name")) or "?", _text(frame.get("filename")) or "?", _int(frame.get("line")))
        )
        for frame in value[:_MAX_FRAMES]
        if isinstance(frame, dict)
    )


def _text(value: Any) -> str | None:
    return value[:_MAX_TEXT] if isinstance(value, str) and value else None


def _int(value: Any) -> int | None:
    """Return a number, which JSON writes as text in the groups' status."""
    if type(value) is int:
        return value
    if isinstance(value, str) and re.fullmatch(r"-?\d{1,18}", value):
        return int(value)
    return None


def _time(value: Any) -> int | None:
    number = _int(value)
    # JSON writes 0 where the pickle has None.
    return None if number in _NO_TIME else number
