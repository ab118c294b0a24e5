"""Chooses the engine for a set of anchors. Imports this package only."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from rootrank.scanning.anchor import Anchor, Scanner
from rootrank.scanning.cache import DatabaseCache, default_cache_dir
from rootrank.scanning.compiled import HyperscanScanner, UnavailableError
from rootrank.scanning.fallback import FallbackScanner

Engine = Literal["auto", "hyperscan", "fallback"]


def open_scanner(anchors: Sequence[Anchor], *, engine: Engine = "auto", cache_dir: Path | None = None) -> Scanner:
    """Return a scanner for these anchors.

    ``auto`` takes Hyperscan where it is installed and accepts the anchors, else the fallback; ``hyperscan`` raises
    RuntimeError instead. The compiled database is cached under ``cache_dir``, by default ``default_cache_dir()``.
    """
    distinct = list(dict.fromkeys(anchors))
    places: dict[Anchor, list[int]] = {anchor: [] for anchor in distinct}
    for index, anchor in enumerate(anchors):
        places[anchor].append(index)
    indices = [tuple(places[anchor]) for anchor in distinct]
    # Hyperscan can't compile an empty set.
    if engine == "fallback" or not distinct:
        return FallbackScanner(distinct, indices)
    try:
        return HyperscanScanner(distinct, indices, DatabaseCache(cache_dir or default_cache_dir()))
    except UnavailableError:
        if engine == "hyperscan":
            raise
        return FallbackScanner(distinct, indices)
