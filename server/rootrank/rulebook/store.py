"""The compiled rulebook at run time: what the scan needs at once, whole entries only when a log calls for them.

Measured: 361 entries load in 8 ms as JSON; building their objects would cost a hundred times that, so an entry is
built when it is first asked for.
"""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from rootrank.rulebook.build import build_entry, build_recognise, build_signal, plain_entry
from rootrank.rulebook.entry import Entry, Recognise, SignalSpec

SHIPPED = Path(__file__).parent / "data"
REMEDY = "run `rootrank rules compile` in a checkout, else install again"


class RulebookMissing(Exception):  # noqa: N818  (it is a state of the installation, not an error of a caller)
    """No compiled rulebook is where it should be."""


class Rulebook:
    """Compiled entries. Equal hashes give equal answers."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.version: str = data["version"]
        self.hash: str = data["hash"]
        self.vocabulary: dict[str, dict[str, str]] = data.get("vocabulary", {})
        self._plain: dict[str, dict[str, Any]] = {entry["id"]: entry for entry in data["entries"]}
        self._entries: dict[str, Entry] = {}
        self._signals: dict[tuple[str, str], SignalSpec] = {}

    def __len__(self) -> int:
        """The number of entries."""
        return len(self._plain)

    def __contains__(self, entry: str) -> bool:
        """Whether there is an entry of this id."""
        return entry in self._plain

    def with_entries(self, entries: Iterable[Entry]) -> Rulebook:
        """Returns this rulebook with entries added; one of the same id takes the other's place."""
        plain = {**self._plain, **{entry.id: {**plain_entry(entry), "cases": []} for entry in entries}}
        text = json.dumps([plain[name] for name in sorted(plain)], sort_keys=True, ensure_ascii=False)
        digest = hashlib.sha256(text.encode()).hexdigest()[:16]
        data = {"version": self.version, "hash": digest, "vocabulary": self.vocabulary}
        return Rulebook({**data, "entries": list(plain.values())})

    @property
    def ids(self) -> tuple[str, ...]:
        """All ids, sorted."""
        return tuple(sorted(self._plain))

    def entry(self, name: str) -> Entry:
        """Returns an entry whole.

        Raises:
            KeyError: there is none of this id.
        """
        if name not in self._entries:
            self._entries[name] = build_entry(self._plain[name])
        return self._entries[name]

    def signal(self, entry: str, name: str) -> SignalSpec:
        """Returns one signal of an entry without building the entry."""
        key = (entry, name)
        if key not in self._signals:
            self._signals[key] = build_signal(self._plain[entry]["signals"][name])
        return self._signals[key]

    def recognise(self, entry: str) -> Recognise:
        """Returns an entry's recognition without building the entry."""
        return build_recognise(self._plain[entry]["recognise"])

    @functools.cached_property
    def anchors(self) -> dict[str, tuple[tuple[str, str], ...]]:
        """Literal → the signals, as (entry, signal), that it may announce; sorted."""
        table: dict[str, set[tuple[str, str]]] = {}
        for entry, plain in self._plain.items():
            for name, signal in plain["signals"].items():
                for anchor in signal.get("anchors", ()):
                    table.setdefault(anchor, set()).add((entry, name))
        return {anchor: tuple(sorted(table[anchor])) for anchor in sorted(table)}

    @functools.cached_property
    def metric_signals(self) -> tuple[tuple[str, str], ...]:
        """The signals on metrics, as (entry, signal); sorted."""
        return tuple(
            sorted((e, n) for e, plain in self._plain.items() for n, s in plain["signals"].items() if s.get("metric"))
        )

    @functools.cached_property
    def rank_signals(self) -> tuple[tuple[str, str], ...]:
        """The signals on the ranks compared, as (entry, signal); sorted."""
        return tuple(
            sorted((e, n) for e, plain in self._plain.items() for n, s in plain["signals"].items() if s.get("ranks"))
        )


def open_rulebook(folder: Path = SHIPPED) -> Rulebook:
    """Opens the compiled rulebook of a folder.

    Raises:
        RulebookMissing: there is none, or it can't be read; the message says how to make one.
    """
    files = sorted(folder.glob("rulebook-*.json"))
    if not files:
        raise RulebookMissing(f"there is no compiled rulebook in {folder}; {REMEDY}")
    try:
        return Rulebook(json.loads(files[0].read_text(encoding="utf-8")))
    except (OSError, ValueError, KeyError) as error:
        raise RulebookMissing(f"{files[0]} can't be read ({error}); {REMEDY}") from error


def rulebook_of(entries: Iterable[Entry]) -> Rulebook:
    """Makes a rulebook of entries at hand, for tests and the rulebook's tools."""
    from rootrank.rulebook.compile import compiled  # noqa: PLC0415  (only tools and tests come here)

    return Rulebook(compiled(tuple(entries)))
