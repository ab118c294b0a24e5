"""Which rank did otherwise than the others where all waited: another operation, place, size or count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from attrs import frozen

from rootrank.diagnosis.attribution.events import RankEvent
from rootrank.model.finding import Count, Report
from rootrank.model.log import Record
from rootrank.reading.frames import is_user_frame

How = Literal[
    "host",  # the host or its scheduler ended it
    "own",  # a failure of its own
    "alike",  # every rank failed in the same way
    "check",  # a check that compares ranks names it
    "collective",  # it waited in another collective than the others
    "absent",  # it never came to where the others waited
    "place",  # it waited at another line of the code than the others
    "count",  # it counted otherwise than the others
    "communication",  # its collective library failed
    "recorder",  # flight-recorder dumps show that the others waited for it
    "launcher",  # only the launcher's word is known
    "waiting",  # all waited, and nothing tells for whom
    "unknown",
]


@frozen
class Odd:
    """Ranks that did otherwise."""

    ranks: tuple[int, ...]
    how: How
    why: str
    record: Record | None = None
    """A line that shows it."""


def odd_by_report(reports: Sequence[Report], world: frozenset[int]) -> Odd | None:
    """Returns the ranks that others name, or that differ from the reference in a check of DDP's or c10d's."""
    absent = [report for report in reports if report.kind == "absent"]
    if absent:
        ranks = tuple(sorted({int(n) for r in absent for n in r.values["ranks"].split(",") if n.strip()}))
        why = f"{_ranks(ranks)} never reached the barrier that the others waited in, or died"
        return Odd(ranks, "absent", why, absent[0].record)
    sizes = _odd_size([r for r in reports if r.kind == "mismatch" and "other" not in r.values], world)
    if sizes is not None:
        return sizes
    mismatches = [r for r in reports if r.kind == "mismatch" and r.rank is not None and "other" in r.values]
    said: dict[int, str] = {}
    for report in mismatches:
        assert report.rank is not None
        if "mine" in report.values:
            said[report.rank] = report.values["mine"]
        if "theirs" in report.values:
            said.setdefault(int(report.values["other"]), report.values["theirs"])
    odd = _minority(said)
    if odd and set(odd) <= {r.rank for r in mismatches}:
        here = next(r for r in mismatches if r.rank in odd)
        return Odd(odd, "check", f"{_ranks(odd)} had {said[odd[0]]}, the others {_others(said, odd)}", here.record)
    if mismatches and all("theirs" not in r.values for r in mismatches):
        # Each rank is compared with process 0: if all others differ from it, it is the odd one.
        complaining = tuple(sorted({r.rank for r in mismatches if r.rank is not None}))
        reference = tuple(sorted({int(r.values["other"]) for r in mismatches}))
        shown = mismatches[0].record
        if world.difference(reference) and world.difference(reference) <= set(complaining):
            return Odd(reference, "check", f"every other rank differs from {_ranks(reference)}", shown)
        differ = "differs" if len(complaining) == 1 else "differ"
        return Odd(complaining, "check", f"{_ranks(complaining)} {differ} from {_ranks(reference)}", shown)
    return None


def _odd_size(reports: Sequence[Report], world: frozenset[int]) -> Odd | None:
    """Returns the rank with a tensor of another size, from who complains of a message too long for its buffer.

    The one with the smaller buffer complains of all the others; all others complain of the one with the larger.
    """
    complaining = frozenset(r.rank for r in reports if r.rank is not None)
    if not complaining or len(world) < 3:
        return None
    first = next(r for r in reports if r.rank is not None)
    what = f"{first.values['mine']} bytes came where {first.values['theirs']} were expected"
    if len(complaining) < len(world) - len(complaining):
        odd = tuple(sorted(complaining))
        return Odd(
            odd,
            "check",
            f"{_ranks(odd)} had a smaller tensor than the others in the same collective: {what}",
            first.record,
        )
    odd = tuple(sorted(world - complaining))
    if len(odd) == 1:
        return Odd(
            odd,
            "check",
            f"{_ranks(odd)} had a larger tensor than the others in the same collective: {what}",
            first.record,
        )
    return None


def _others(said: Mapping[int, str], odd: Iterable[int]) -> str:
    rest = Counter(value for rank, value in said.items() if rank not in odd)
    return rest.most_common(1)[0][0]


def _minority(said: Mapping[int, object]) -> tuple[int, ...]:
    """Returns the ranks with the rarer of exactly two values; none when there is no rarer one."""
    groups: dict[object, list[int]] = {}
    for rank, value in said.items():
        groups.setdefault(value, []).append(rank)
    if len(groups) != 2 or len(said) < 3:
        return ()
    small, large = sorted(groups.values(), key=len)
    return tuple(sorted(small)) if len(small) < len(large) else ()


def odd_by_collective(waiting: Sequence[RankEvent]) -> Odd | None:
    """Returns the ranks that waited in another collective than the others: another number, operation or size."""
    seen: dict[int, tuple[str, ...]] = {}
    records: dict[int, Record] = {}
    for event in waiting:
        if event.rank is None or event.report is None or event.rank in seen:
            continue
        values = event.report.values
        if "op" in values:
            names = ("seq", "op", "numel_in", "numel_out", "shape")
            seen[event.rank] = tuple(values.get(name, "") for name in names)
            records[event.rank] = event.report.record
    odd = _minority(seen)
    if not odd:
        return None
    mine, rest = seen[odd[0]], next(value for rank, value in seen.items() if rank not in odd)
    return Odd(
        odd,
        "collective",
        f"{_ranks(odd)} waited in {_collective(mine)}, the others in {_collective(rest)}",
        records[odd[0]],
    )


def _collective(parts: tuple[str, ...]) -> str:
    seq, op, numel, _, _ = parts
    size = f" of {numel} element{'' if numel == '1' else 's'}" if numel else ""
    return f"{op}{size}{f' (number {seq})' if seq else ''}"


def odd_by_place(waiting: Sequence[RankEvent]) -> Odd | None:
    """Returns the ranks that waited at another line of the user's code than the others."""
    places: dict[int, tuple[str, int | None, str]] = {}
    shown: dict[int, RankEvent] = {}
    for event in waiting:
        traceback = event.traceback
        if event.rank is None or traceback is None or event.rank in places:
            continue
        own = [frame for frame in traceback.frames if is_user_frame(frame)]
        if own:
            places[event.rank] = (own[-1].file, own[-1].line, own[-1].text or "")
            shown[event.rank] = event
    odd = _minority(places)
    if not odd:
        return None
    rest = next(place for rank, place in places.items() if rank not in odd)
    return Odd(odd, "place", f"{_ranks(odd)} waited at {_place(places[odd[0]])}, the others at {_place(rest)}")


def _place(place: tuple[str, int | None, str]) -> str:
    path, line, text = place
    name = path.replace("\\", "/").rsplit("/", 1)[-1]
    return f"{name}:{line} (`{text[:60]}`)" if text else f"{name}:{line}"


def odd_by_count(counts: Sequence[Count], world: frozenset[int]) -> Odd | None:
    """Returns the ranks that counted fewer, or otherwise, in a line that all ranks printed in the same words.

    A number counts when it has exactly two values over the ranks: losses, seeds, devices and ports have more. The rarer
    value is the odd one; of two equally frequent ones the smaller: whoever has less to do comes out of step first.
    """
    by_wording: dict[str, dict[int, Count]] = {}
    for count in counts:
        by_wording.setdefault(count.wording, {})[count.rank] = count
    found: list[Odd] = []
    for lines in by_wording.values():
        if len(world) < 2 or set(lines) != world:
            continue
        length = min(len(c.numbers) for c in lines.values())
        for place in range(length):
            values = {rank: c.numbers[place] for rank, c in lines.items()}
            if len(set(values.values())) != 2 or not all(v.isdigit() for v in values.values()):
                continue
            odd = _minority(values) or _smaller(values)
            here = lines[odd[0]]
            rest = next(v for rank, v in values.items() if rank not in odd)
            said = here.record.text.strip()[:80]
            why = f"{_ranks(odd)} counted {values[odd[0]]} where the others counted {rest}: “{said}”"
            found.append(Odd(odd, "count", why, here.record))
    if found and len({odd.ranks for odd in found}) == 1:
        return found[-1]
    return None


def _smaller(values: Mapping[int, str]) -> tuple[int, ...]:
    least = min(int(value) for value in values.values())
    return tuple(sorted(rank for rank, value in values.items() if int(value) == least))


def _ranks(ranks: Sequence[int]) -> str:
    if len(ranks) == 1:
        return f"rank {ranks[0]}"
    return f"ranks {', '.join(map(str, ranks[:-1]))} and {ranks[-1]}"
