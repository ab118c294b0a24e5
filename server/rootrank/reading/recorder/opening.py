"""Recognises a flight-recorder dump by its first bytes and reads it, from pickle or JSON.

PyTorch writes one file per rank, ``<prefix><rank>``: the prefix is ``TORCH_FR_DUMP_TEMP_FILE`` or, in older releases,
``TORCH_NCCL_DEBUG_INFO_TEMP_FILE``, by default ``…/comm_lib_trace_rank_`` or ``…/nccl_trace_rank_``
(torch/csrc/distributed/c10d/FlightRecorder.cpp). The rank stands nowhere else.
"""

from __future__ import annotations

import json
import re
from typing import Any, BinaryIO

from rootrank.reading.recorder.building import build
from rootrank.reading.recorder.model import DumpError, RankDump
from rootrank.reading.recorder.skimming import Skimmer
from rootrank.reading.recorder.unpickling import MAX_BYTES, plain_data

FIRST_BYTES = 4096
"""How many first bytes of a file ``is_dump`` wants to see."""

_PICKLE = re.compile(rb"\x80[\x02-\x05]")
_NAME = re.compile(r"(\d{1,7})(?:\.(?:json|pkl|pickle|bin|trace))?$")
_KEYS = (b"pg_config", b"pg_status", b"record_id", b"profiling_name", b"collective_seq_id")
_MAX_JSON_VALUES = 4_000_000
"""As many as the instructions of a pickle; 2,000 operations have about 150,000."""


def rank_of(name: str) -> int | None:
    """Return the rank that a dump's file name ends with."""
    found = _NAME.search(re.split(r"[/\\]", name)[-1])
    return int(found[1]) if found else None


def is_dump(first_bytes: bytes, name: str) -> bool:
    """Tell whether a file with these first bytes (``FIRST_BYTES`` of them, or all) is a flight-recorder dump."""
    if rank_of(name) is None:
        return False
    if not _PICKLE.match(first_bytes) and not first_bytes.lstrip().startswith(b"{"):
        return False
    return any(key in first_bytes for key in _KEYS)


def read_dump(data: bytes | BinaryIO, name: str) -> RankDump:
    """Read one rank's dump.

    Args:
        data: The file's bytes, or a stream of them.
        name: The file's name or path; its last digits are the rank.

    Raises:
        DumpError: It isn't a dump, is damaged or cut off, holds something that a dump never holds, or is too large.
    """
    rank = rank_of(name)
    if rank is None:
        raise DumpError(f"{name}: the file's name doesn't end with a rank, e.g. nccl_trace_rank_3")
    content = data if isinstance(data, bytes) else data.read(MAX_BYTES + 1)
    try:
        return _read(content, name, rank)
    except DumpError as error:
        raise DumpError(f"{name}: {error}") from error


def _read(content: bytes, name: str, rank: int) -> RankDump:
    if not content:
        raise DumpError("it is empty: the rank ended before it wrote its dump")
    if _PICKLE.match(content):
        skimmer = Skimmer()
        value = plain_data(content, skimmer)
        return build(value, name, rank, skimmer.total)
    if content.lstrip().startswith(b"{"):
        return build(_json(content), name, rank)
    raise DumpError("it is neither a pickle nor JSON")


def _json(content: bytes) -> Any:
    if len(content) > MAX_BYTES:
        raise DumpError(f"it has more than the {MAX_BYTES >> 20} MB that are read")
    if sum(map(content.count, (b",", b"[", b"{"))) > _MAX_JSON_VALUES:
        raise DumpError(f"it has more than {_MAX_JSON_VALUES:,} values")
    try:
        return json.loads(content)
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise DumpError("its JSON is cut off or damaged; copy it again from the host that wrote it") from error
    except ValueError as error:  # an integer of more than 4,300 digits
        raise DumpError("it holds a number that no dump has") from error
