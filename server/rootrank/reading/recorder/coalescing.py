"""Gives the operations of a coalesced call the state of the call.

Operations of one batch (``batch_isend_irecv``, a coalescing manager) carry no events of their own: they stay
"scheduled" for ever, and only the entry ``coalesced`` that closes the batch, under the same number, tells whether they
finished (torch/distributed/flight_recorder/components/utils.py, ``find_coalesced_group``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from typing import Any

CLOSING = "coalesced"


def closes_batch(item: Any) -> bool:
    """Tell whether this is the entry that closes a batch."""
    return isinstance(item, dict) and str(item.get("profiling_name")).split(":", 1)[-1] == CLOSING


def settle_batches(raw: list[Any]) -> list[Any]:
    """Return the entries with the states of their batches, without what closes batches of sends and receives.

    A dump of unfinished operations alone leaves out what closes a finished batch: several sends and receives under
    one number that nothing closes, with later ones after them, belong to one.
    """
    open_numbers = _shared_numbers(raw)
    if not open_numbers and not any(map(closes_batch, raw)):
        return raw
    states: dict[Hashable, Any] = {}
    last: dict[Hashable, int] = {}
    settled = []
    for item in reversed(raw):
        key = _batch(item)
        if key is None:
            settled.append(item)
            continue
        group, p2p, seq = key
        if closes_batch(item):
            states[key] = item.get("state")
            if not p2p:
                settled.append(item)
        elif key in states:
            settled.append({**item, "state": states[key]})
        elif p2p and open_numbers[key] > 1 and last.get(group, seq) > seq:
            settled.append({**item, "state": "completed"})
        else:
            settled.append(item)
        if p2p:
            last[group] = max(seq, last.get(group, seq))
    return settled[::-1]


def _shared_numbers(raw: list[Any]) -> Counter[Hashable]:
    numbers = Counter(key for item in raw if (key := _batch(item)) and key[1] and not closes_batch(item))
    return Counter({key: count for key, count in numbers.items() if count > 1})


def _batch(item: Any) -> tuple[str, bool, int] | None:
    if not isinstance(item, dict):
        return None
    p2p = item.get("is_p2p") is True
    seq = item.get("p2p_seq_id" if p2p else "collective_seq_id")
    return (str(item.get("process_group", item.get("pg_id"))), p2p, seq) if type(seq) is int else None
