"""Scans one log block by block: jumps from hit to hit, reads on where a traceback is open, collects findings.

The only place where the scanner's hits, the readers and the rulebook's predicates meet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rootrank.matching.predicates import chain, exception_signal, line_signal
from rootrank.matching.sampling import MetricSampler
from rootrank.model.finding import Findings, Signal
from rootrank.model.log import Record, Traceback
from rootrank.reading import endings, metrics, tracebacks
from rootrank.reading.tracebacks import TracebackReader
from rootrank.reading.undress import NEEDS_UNDRESSING, undress, undress_block
from rootrank.rulebook.store import Rulebook
from rootrank.scanning import (
    Anchor,
    Engine,
    LineHit,
    Readable,
    Scanner,
    default_cache_dir,
    looks_binary,
    open_scanner,
    read_blocks,
)

PATIENCE = 2000
"""Lines of other ranks that an open traceback waits for its own; NCCL's watchdogs were seen to put 400 in between."""
KEPT = 5000
"""Findings of one kind kept per log: a log that repeats one error a million times says it once."""
LAST_LINES = 3


class SignalTable:
    """The scan's anchors, and what each one announces."""

    def __init__(self, rulebook: Rulebook, engine: Engine = "auto") -> None:
        self.rulebook = rulebook
        literals = dict(rulebook.anchors)
        for literal in (*tracebacks.ANCHORS, *endings.ANCHORS):
            literals.setdefault(literal, ())
        self._announced = [literals[text] for text in literals] + [()]
        self.trouble = len(literals)
        self._endings = {n for n, text in enumerate(literals) if text in endings.ANCHORS}
        anchors = [Anchor(literal=text.encode()) for text in literals]
        anchors.append(Anchor(pattern=metrics.TROUBLE, caseless=True))
        self.scanner: Scanner = open_scanner(anchors, engine=engine, cache_dir=default_cache_dir())

    def announced(self, anchors: tuple[int, ...]) -> Iterable[tuple[str, str]]:
        """Yields the (entry, signal) pairs that a line's anchors announce, each once."""
        return dict.fromkeys(pair for anchor in anchors for pair in self._announced[anchor])

    def is_ending(self, anchors: tuple[int, ...]) -> bool:
        """Whether one of a line's anchors may tell of a process's end."""
        return not self._endings.isdisjoint(anchors)


class LogScan:
    """The scan of one log."""

    def __init__(self, table: SignalTable, name: str) -> None:
        self._table = table
        self._name = name
        self._readers: dict[int | None, TracebackReader] = {}
        self._awaited: dict[int | None, int] = {}
        self._pending: dict[int | None, list[tuple[int, str, str]]] = {}
        self._signals: list[Signal] = []
        self._tracebacks: list[Traceback] = []
        self._failures: list[Record] = []
        self._sampler = MetricSampler(lambda raw, line: undress(raw, name, line))
        self._ending: list[Record] = []
        self._lines = 0
        self._bytes = 0
        self._binary = False

    def block(self, data: bytes, first_line: int) -> None:
        """Takes the next block, which ends at a line's end."""
        if self._bytes == 0 and looks_binary(data):
            self._binary = True
        self._bytes += len(data)
        if self._binary:
            return
        if any(mark in data for mark in NEEDS_UNDRESSING):
            data = undress_block(data)
        if not data.endswith(b"\n"):
            data += b"\n"
        hits = self._table.scanner.scan(data)
        self._walk(data, first_line, hits)
        trouble = self._table.trouble
        self._sampler.block(data, first_line, [(h.start, h.number) for h in hits if trouble in h.anchors])
        self._lines = first_line - 1 + data.count(b"\n")
        self._remember_end(data)

    def _walk(self, data: bytes, first_line: int, hits: list[LineHit]) -> None:
        """Visits every hit, and every line while a traceback is open."""
        index, start, number = 0, 0, 0
        while start < len(data):
            if not self._awaited:
                if index == len(hits):
                    return
                start, number = hits[index].start, hits[index].number
            hit = hits[index] if index < len(hits) and hits[index].start == start else None
            end = hit.end if hit else data.index(b"\n", start)
            self._record(undress(data[start:end], self._name, first_line + number), hit.anchors if hit else ())
            index += hit is not None
            start, number = end + 1, number + 1

    def _record(self, record: Record, anchors: tuple[int, ...]) -> None:
        for entry, name in self._table.announced(anchors):
            spec = self._table.rulebook.signal(entry, name)
            if spec.exception is not None:
                self._pending.setdefault(record.rank, []).append((record.line, entry, name))
            elif (found := line_signal(entry, name, spec, record)) and len(self._signals) < KEPT:
                self._signals.append(found)
        if self._table.is_ending(anchors) and endings.tells_of_failure(record) and len(self._failures) < KEPT:
            self._failures.append(record)
        reader = self._readers.setdefault(record.rank, TracebackReader())
        for traceback in reader.feed(record):
            self._complete(traceback)
        self._note_hunger(record.rank, reader)

    def _note_hunger(self, rank: int | None, reader: TracebackReader) -> None:
        """Keeps count of the lines that each open traceback waits, and gives up on those whose rank fell silent."""
        self._awaited.pop(rank, None)
        for other in list(self._awaited):
            self._awaited[other] += 1
            if self._awaited[other] > PATIENCE:
                del self._awaited[other]
                for traceback in self._readers[other].finish():
                    self._complete(traceback)
        if reader.hungry:
            self._awaited[rank] = 0

    def _complete(self, traceback: Traceback) -> None:
        if len(self._tracebacks) < KEPT:
            self._tracebacks.append(traceback)
        parts = list(chain(traceback))
        first, last = min(p.line for p in parts), max(p.end_line for p in parts)
        pending = self._pending.get(traceback.rank, [])
        for entry, name in dict.fromkeys((e, n) for line, e, n in pending if first <= line <= last):
            spec = self._table.rulebook.signal(entry, name)
            found = next((s for p in parts if (s := exception_signal(entry, name, spec, p))), None)
            if found is not None and len(self._signals) < KEPT:
                self._signals.append(found)
        self._pending[traceback.rank] = [item for item in pending if item[0] > last]

    def _remember_end(self, data: bytes) -> None:
        tail = data[-4096:].rstrip(b"\n").split(b"\n")[-LAST_LINES:]
        first = self._lines - len(tail) + 1
        self._ending = [undress(raw, self._name, first + n) for n, raw in enumerate(tail)]

    def finish(self, *, complete: bool = True) -> Findings:
        """Ends the log and returns what was found."""
        for reader in self._readers.values():
            for traceback in reader.finish():
                self._complete(traceback)
        return Findings(
            signals=tuple(self._signals),
            tracebacks=tuple(sorted(self._tracebacks, key=lambda t: t.line)),
            series=self._sampler.series(),
            failures=tuple(self._failures),
            ending=tuple(self._ending),
            files=(self._name,),
            bytes=self._bytes,
            lines=self._lines,
            binary=self._binary,
            complete=complete,
        )


def scan_log(
    stream: Readable,
    name: str,
    table: SignalTable,
    *,
    first_line: int = 1,
    cancelled: Callable[[], bool] = lambda: False,
) -> Findings:
    """Scans one log to its end, or until ``cancelled`` says so between two blocks; lines count from ``first_line``."""
    scan = LogScan(table, name)
    try:
        for block in read_blocks(stream):
            if cancelled():
                return scan.finish(complete=False)
            scan.block(block.data, block.first_line + first_line - 1)
    except KeyboardInterrupt:
        return scan.finish(complete=False)
    return scan.finish()
