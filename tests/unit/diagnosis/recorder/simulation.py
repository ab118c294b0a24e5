"""Ranks of a model that is split by tensors, experts and pipeline stages, of which some stop in the middle of a run.

Each rank issues its program ahead of its device; a collective finishes once it heads the queues of all members, a
send once its receive does. Runs end when nothing moves any more; what each rank then knows is its dump.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, Literal

from rootrank.reading.recorder import RankDump
from rootrank.reading.recorder.building import build

Fault = Literal["process", "device error", "device hang"]
TENSOR, EXPERT, STAGES = 2, 4, 4
RANKS = EXPERT * STAGES
AHEAD = 40
"""Operations that a rank issues ahead at most."""


def groups_of(rank: int) -> dict[str, list[int]]:
    stage = rank // EXPERT * EXPERT
    return {
        "world": list(range(RANKS)),
        "tp": [rank // TENSOR * TENSOR + i for i in range(TENSOR)],
        "ep": [stage + i for i in range(EXPERT)],
        "pp": [s * EXPERT + rank % EXPERT for s in range(STAGES)],
    }


def program(rank: int, *, synchronous: bool) -> list[tuple[str, Any]]:
    """Three micro-batches forward, three backward, then all ranks together. ``wait`` holds the process."""
    stage, steps = rank // EXPERT, []
    layer = [("tp", "_all_gather_base"), ("ep", "all_to_all"), *([("wait", None)] if synchronous else [])]
    layer += [("ep", "all_to_all"), ("tp", "_reduce_scatter_base")]
    for source, target in ((stage - 1, stage + 1), (stage + 1, stage - 1)):
        for _ in range(3):
            steps += [("recv", source * EXPERT + rank % EXPERT)] if 0 <= source < STAGES else []
            steps += layer * 2
            steps += [("send", target * EXPERT + rank % EXPERT)] if 0 <= target < STAGES else []
    return [*steps, ("world", "all_reduce"), ("wait", None)]


class Rank:
    def __init__(self, number: int, *, synchronous: bool) -> None:
        self.number = number
        self.steps = iter(program(number, synchronous=synchronous) * 3)
        self.next: tuple[str, Any] | None = next(self.steps)
        self.issued: list[dict[str, Any]] = []
        self.queue: list[dict[str, Any]] = []
        self.numbers: Counter[str] = Counter()
        self.stopped = self.broken = False
        self.seen: int | None = None
        """How many finished operations a record that stopped early knows."""

    def issue(self, clock: int) -> bool:
        if self.stopped or self.next is None or len(self.queue) >= AHEAD:
            return False
        where, what = self.next
        if where == "wait":
            if self.queue or self.broken:
                return False
        else:
            self.add(where, what, clock)
        self.next = next(self.steps, None)
        return True

    def add(self, where: str, what: Any, clock: int) -> None:
        group = "pp" if where in ("send", "recv") else where
        self.numbers[group] += 1
        members = groups_of(self.number)[group]
        op = what
        if group == "pp":
            arrow = "->" if where == "send" else "<-"
            op = f"{where} {members.index(self.number)}{arrow}{members.index(what)}"
        entry = {
            "record": len(self.issued),
            "key": (where, what) if group == "pp" else (group, tuple(members), self.numbers[group]),
            "group": group,
            "op": op,
            "number": self.numbers[group],
            "created": clock,
            "finished": None,
        }
        self.issued.append(entry)
        self.queue.append(entry)

    def reached(self, key: Any) -> dict[str, Any] | None:
        """The operation, when nothing but sends stands before it on the device."""
        if self.broken:
            return None
        for entry in self.queue:
            if entry["key"] == key:
                return entry
            if entry["key"][0] != "send":
                return None
        return None


class Simulation:
    def __init__(self, seed: int, fault: Fault, *, hits: int, synchronous: bool) -> None:
        self.random = random.Random(seed)
        self.fault = fault
        self.ranks = [Rank(number, synchronous=synchronous) for number in range(RANKS)]
        self.hit = sorted(self.random.sample(range(RANKS), hits))
        start = self.random.randrange(10, 60)
        self.times = {rank: start + self.random.randrange(4) for rank in self.hit}
        self.clock = 0

    def run(self) -> None:
        still = 0
        while still < 12:
            self.clock += 1
            moved = self.strike()
            order = self.random.sample(self.ranks, RANKS)
            for rank in order:
                for _ in range(self.random.randrange(4)):
                    moved |= rank.issue(self.clock)
            for rank in order:
                moved |= self.advance(rank)
            still = 0 if moved else still + 1

    def strike(self) -> bool:
        struck = [rank for rank, time in self.times.items() if time == self.clock]
        for number in struck:
            rank = self.ranks[number]
            if self.fault == "process":
                rank.stopped = True
                continue
            rank.broken = True
            if self.fault == "device error":
                rank.stopped = self.random.random() < 0.5
                late = self.random.choice([0, 3, 8])
                rank.seen = sum(e["finished"] is not None and e["finished"] <= self.clock - late for e in rank.issued)
        return bool(struck) or any(time > self.clock for time in self.times.values())

    def advance(self, rank: Rank) -> bool:
        moved = False
        for entry in list(rank.queue):
            if rank.reached(entry["key"]) is not entry:
                break
            parts = self.parts(rank, entry)
            if all(part for _, part in parts):
                moved = True
                for other, part in parts:
                    other.queue.remove(part)
                    part["finished"] = self.clock
        return moved

    def parts(self, rank: Rank, entry: dict[str, Any]) -> list[tuple[Rank, Any]]:
        where, who = entry["key"][:2]
        if where in ("send", "recv"):
            back = "recv" if where == "send" else "send"
            return [(rank, entry), (self.ranks[who], self.ranks[who].reached((back, rank.number)))]
        return [(self.ranks[member], self.ranks[member].reached(entry["key"])) for member in who]

    def dump(self, rank: Rank) -> RankDump:
        finished = sorted((e for e in rank.issued if e["finished"] is not None), key=lambda e: e["finished"])
        known = {id(entry) for entry in (finished if rank.seen is None else finished[: rank.seen])}
        names = {group: f"{group}{members[0]}" for group, members in groups_of(rank.number).items()}
        entries = [
            {
                "record_id": e["record"],
                "process_group": (names[e["group"]], e["group"]),
                "profiling_name": f"nccl:{e['op']}",
                "collective_seq_id": 0 if e["group"] == "pp" else e["number"],
                "p2p_seq_id": e["number"] if e["group"] == "pp" else 0,
                "is_p2p": e["group"] == "pp",
                "time_created_ns": e["created"],
                "state": "completed" if id(e) in known else "scheduled",
            }
            for e in rank.issued
        ]
        config = {
            names[group]: {"name": names[group], "desc": group, "ranks": str(members)}
            for group, members in groups_of(rank.number).items()
        }
        return build({"version": "2.9", "pg_config": config, "entries": entries}, f"_dump_{rank.number}", rank.number)
