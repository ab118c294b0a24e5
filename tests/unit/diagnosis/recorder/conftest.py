"""Runs of several ranks, written as their dumps' plain data and read by the real reader."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from rootrank.reading.recorder import RankDump
from rootrank.reading.recorder.building import build


class Run:
    """Ranks that issue operations. What isn't told to finish is unfinished."""

    def __init__(self, ranks: int, **groups: list[int]) -> None:
        self.groups = {"0": list(range(ranks)), **groups}
        self.entries: dict[int, list[dict[str, Any]]] = {rank: [] for rank in range(ranks)}
        self.numbers: dict[tuple[int, str], int] = Counter()
        self.clock = 10**18

    def issue(self, ranks, op: str = "all_reduce", group: str = "0", *, done: bool = False, **other: Any) -> None:
        """Each of these ranks issues the operation; ``done`` when it finished there."""
        p2p = op.startswith(("send", "recv"))
        for rank in ranks:
            self.clock += 1
            self.numbers[rank, group + p2p * "p2p"] += 1
            number = self.numbers[rank, group + p2p * "p2p"]
            self.entries[rank].append(
                {
                    "record_id": len(self.entries[rank]),
                    "pg_id": list(self.groups).index(group),
                    "process_group": (group, "default_pg" if group == "0" else group.upper()),
                    "collective_seq_id": 0 if p2p else number,
                    "p2p_seq_id": number if p2p else 0,
                    "profiling_name": f"nccl:{op}",
                    "input_sizes": [[8]],
                    "output_sizes": [[8]],
                    "input_dtypes": ["Float"],
                    "output_dtypes": ["Float"],
                    "state": "completed" if done else "scheduled",
                    "time_created_ns": self.clock,
                    "time_discovered_started_ns": None,
                    "is_p2p": p2p,
                    **other,
                }
            )

    def dump(self, rank: int, *, active: bool = False) -> RankDump:
        entries = [e for e in self.entries[rank] if not active or e["state"] != "completed"]
        own = {name: ranks for name, ranks in self.groups.items() if rank in ranks}
        config = {
            name: {"name": name, "desc": "default_pg" if name == "0" else name.upper(), "ranks": str(ranks)}
            for name, ranks in own.items()
        }
        value = {"version": "2.9", "pg_config": config, "entries": entries}
        return build(value, f"_dump_{rank}", rank)

    def dumps(self, *ranks: int, active: bool = False) -> list[RankDump]:
        return [self.dump(rank, active=active) for rank in ranks or self.entries]


@pytest.fixture
def run():
    return Run
