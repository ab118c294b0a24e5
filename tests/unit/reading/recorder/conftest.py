"""Dumps as PyTorch's own pickler writes them: protocol 2, text remembered at first use, containers never."""

from __future__ import annotations

import itertools
import struct
from typing import Any

import pytest


class TorchPickler:
    def __init__(self) -> None:
        self.written = bytearray(b"\x80\x02")
        self.memo: dict[str, int] = {}

    def add(self, value: Any) -> None:
        out = self.written
        if value is None:
            out += b"N"
        elif isinstance(value, bool):
            out += b"\x88" if value else b"\x89"
        elif isinstance(value, int):
            self.integer(value)
        elif isinstance(value, float):
            out += b"G" + struct.pack(">d", value)
        elif isinstance(value, str):
            self.text(value)
        else:
            self.container(value)

    def container(self, value: Any) -> None:
        if isinstance(value, dict):
            begin, items, end = b"}(", itertools.chain(*value.items()), b"u"
        elif isinstance(value, list):
            begin, items, end = b"](", iter(value), b"e"
        else:
            begin, items, end = b"", iter(value), b"\x86"
        self.written += begin
        for item in items:
            self.add(item)
        self.written += end

    def integer(self, value: int) -> None:
        if 0 <= value < 1 << 8:
            self.written += b"K" + value.to_bytes(1, "little")
        elif 0 <= value < 1 << 16:
            self.written += b"M" + value.to_bytes(2, "little")
        elif -(1 << 31) <= value < 1 << 31:
            self.written += b"J" + value.to_bytes(4, "little", signed=True)
        else:
            self.written += b"\x8a\x08" + value.to_bytes(8, "little", signed=True)

    def text(self, value: str) -> None:
        known = value in self.memo
        index = self.memo.setdefault(value, len(self.memo))
        if not known:
            encoded = value.encode()
            self.written += b"X" + len(encoded).to_bytes(4, "little") + encoded
        short, long = (b"h", b"j") if known else (b"q", b"r")
        self.written += short + bytes([index]) if index < 256 else long + index.to_bytes(4, "little")


@pytest.fixture(scope="session")
def torch_pickle():
    def pickled(value: Any) -> bytes:
        pickler = TorchPickler()
        pickler.add(value)
        return bytes(pickler.written + b".")

    return pickled


@pytest.fixture(scope="session")
def entry():
    def made(record: int, **other: Any) -> dict[str, Any]:
        return {
            "frames": [
                {"name": "all_reduce", "filename": "/x/torch/c10d.py", "line": 9},
                {"name": "step", "filename": "train.py", "line": 70_000},
            ],
            "record_id": record,
            "pg_id": 0,
            "process_group": ("0", "default_pg"),
            "thread_name": "python",
            "thread_id": "17",
            "collective_seq_id": record + 1,
            "p2p_seq_id": 0,
            "op_id": record + 1,
            "profiling_name": "nccl:all_reduce",
            "time_created_ns": 1_758_610_505_880_883_597 + record,
            "input_sizes": [[4, 300]],
            "input_dtypes": ["BFloat16"],
            "output_sizes": [[4, 300]],
            "output_dtypes": ["BFloat16"],
            "state": "completed",
            "time_discovered_started_ns": None,
            "time_discovered_completed_ns": 1_758_610_505_980_883_597,
            "retired": True,
            "timeout_ms": 600_000,
            "is_p2p": False,
            **other,
        }

    return made


@pytest.fixture(scope="session")
def dump():
    def made(entries: list[dict[str, Any]], **other: Any) -> dict[str, Any]:
        return {
            "version": "2.10",
            "pg_config": {"0": {"name": "0", "desc": "default_pg", "ranks": "[0, 1]"}},
            "comm_lib_version": "2.27.3",
            "pg_status": {
                "0": {
                    "last_enqueued_collective": len(entries),
                    "last_started_collective": -1,
                    "last_completed_collective": len(entries),
                }
            },
            "entries": entries,
            **other,
        }

    return made
