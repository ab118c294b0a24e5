"""Both engines on the same data: equal hits, and the hits that a line-by-line search gives."""

import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rootrank.scanning import Anchor, Engine, LineHit, count_lines, open_scanner
from rootrank.scanning.compiled import HyperscanScanner

ENGINES: list[Engine] = ["hyperscan", "fallback"]

# A small alphabet makes overlaps, repeats and hits at the edges of lines likely.
_ALPHABET = [b"a", b"b", b"A", b"B", b"_", b"0", b" ", b"\r", b"\t", b"\x00", b"\xff", b"\xc3\xa9", b"["]
_text = st.lists(st.sampled_from(_ALPHABET), min_size=1, max_size=4).map(b"".join)
_data = st.lists(st.sampled_from([*_ALPHABET, b"\n", b"\n"]), max_size=60).map(b"".join)
_PATTERNS = [
    rb"a+b",
    rb"[^a]b",
    rb"a\sb",
    rb"\ba",
    rb"a\B",
    rb".b.",
    rb"(?:ab|B)0?",
    rb"\W\w",
    rb"[a-z_]{2,3}\d*",
    rb"\S\D",
]
_anchor = st.one_of(
    st.builds(Anchor, literal=_text, caseless=st.booleans()),
    st.builds(Anchor, caseless=st.booleans(), pattern=st.sampled_from(_PATTERNS)),
)


def by_line(anchors: list[Anchor], data: bytes) -> list[LineHit]:
    """The plainest way: each anchor on each line."""
    hits, start = [], 0
    for number, line in enumerate(data.split(b"\n")):
        found = tuple(i for i, anchor in enumerate(anchors) if _on_line(anchor, line))
        if found:
            hits.append(LineHit(start, start + len(line), number, found))
        start += len(line) + 1
    return hits


def _on_line(anchor: Anchor, line: bytes) -> bool:
    pattern = re.escape(anchor.literal) if anchor.pattern is None else anchor.pattern
    return re.search(pattern, line, re.IGNORECASE if anchor.caseless else 0) is not None


@settings(max_examples=300, deadline=None)
@given(anchors=st.lists(_anchor, min_size=1, max_size=5), data=_data)
def test_both_engines_find_what_a_search_by_line_finds(
    anchors: list[Anchor], data: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    cache = tmp_path_factory.getbasetemp() / "cache"
    expected = by_line(anchors, data)
    assert open_scanner(anchors, engine="hyperscan", cache_dir=cache).scan(data) == expected
    assert open_scanner(anchors, engine="fallback").scan(data) == expected


@pytest.mark.parametrize("engine", ENGINES)
def test_hits_are_per_line_and_name_every_anchor(engine: Engine, tmp_path: Path) -> None:
    anchors = [Anchor(b"CUDA error"), Anchor(b"oom", caseless=True), Anchor(b"CUDA error"), Anchor(b"absent")]
    data = b"fine\nCUDA error, CUDA error, OOM\n\nlast line: oom"
    scanner = open_scanner(anchors, engine=engine, cache_dir=tmp_path)
    assert scanner.engine == engine
    assert scanner.scan(data) == [LineHit(5, 32, 1, (0, 1, 2)), LineHit(34, 48, 3, (1,))]
    assert scanner.scan(b"") == []


@pytest.mark.parametrize("engine", ENGINES)
def test_a_flood_of_matches_is_one_hit_per_line(engine: Engine, tmp_path: Path) -> None:
    data = b"loss=" + b"1" * 100_000 + b"\n" + b"quiet\n" * 2000 + b"loss=2"
    hits = open_scanner([Anchor(pattern=rb"loss=[0-9.]+")], engine=engine, cache_dir=tmp_path).scan(data)
    assert [(hit.number, hit.anchors) for hit in hits] == [(0, (0,)), (2001, (0,))]


@pytest.mark.parametrize("engine", ["auto", "hyperscan", "fallback"])
def test_no_anchors_find_nothing(engine: Engine) -> None:
    assert open_scanner([], engine=engine).scan(b"anything\n") == []


def test_threads_share_a_scanner(tmp_path: Path) -> None:
    anchors = [Anchor(b"word%02d" % i) for i in range(50)]
    scanner = open_scanner(anchors, engine="hyperscan", cache_dir=tmp_path)
    blocks = [b"noise\n" * 5000 + b"word%02d\n" % (i % 50) for i in range(60)]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(scanner.scan, blocks))
    assert [[hit.anchors for hit in hits] for hits in found] == [[(i % 50,)] for i in range(60)]


def test_without_the_library_auto_falls_back(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "hyperscan", None)
    assert open_scanner([Anchor(b"x")], cache_dir=tmp_path).engine == "fallback"
    with pytest.raises(RuntimeError, match="can't be imported"):
        open_scanner([Anchor(b"x")], engine="hyperscan", cache_dir=tmp_path)


def test_with_the_library_auto_uses_it(tmp_path: Path) -> None:
    assert open_scanner([Anchor(b"x")], cache_dir=tmp_path).engine == "hyperscan"


def test_a_block_beyond_32_bits_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    scanner = open_scanner([Anchor(b"x")], engine="hyperscan", cache_dir=tmp_path)
    assert isinstance(scanner, HyperscanScanner)
    monkeypatch.setattr("rootrank.scanning.compiled.MOST_BYTES", 3)
    with pytest.raises(ValueError, match="read_blocks"):
        scanner.scan(b"1234")


@given(data=_data, repeats=st.sampled_from([1, 300]), start=st.integers(0, 50))
def test_lines_are_counted_as_bytes_count_does(data: bytes, repeats: int, start: int) -> None:
    data = data * repeats
    assert count_lines(data) == data.count(b"\n")
    assert count_lines(data, start, len(data) - 1) == data.count(b"\n", start, max(len(data) - 1, 0))
