"""Scans one log block by block: jumps from hit to hit, reads on where a traceback is open, collects findings.

The only place where the scanner's hits, the readers and the rulebook's predicates meet.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import TypeAlias

from attrs import evolve

from rootrank.matching.counting import Counter
from rootrank.matching.inputs import LogInput
from rootrank.matching.lines import Lines
from rootrank.matching.predicates import chain, exception_signal, line_signal
from rootrank.matching.sampling import APART, MetricSampler
from rootrank.matching.sharing import ALONE, Share
from rootrank.model.finding import Findings, Report, Signal
from rootrank.model.log import Record, Traceback
from rootrank.reading import endings, metrics, reports, sections, tracebacks
from rootrank.reading.compressed import CutStream
from rootrank.reading.plain import HEADER
from rootrank.reading.reports import read_reports
from rootrank.reading.structured import unpacked
from rootrank.reading.tracebacks import TracebackReader
from rootrank.reading.undress import ESCAPE, undress_block
from rootrank.rulebook.store import Rulebook
from rootrank.scanning import (
    Anchor,
    Engine,
    LineHit,
    Readable,
    Scanner,
    count_lines,
    default_cache_dir,
    looks_binary,
    open_scanner,
    read_blocks,
)

PATIENCE = 2000
"""Lines of other ranks that an open traceback waits for its own; NCCL's watchdogs were seen to put 400 in between."""
KEPT = 5000
"""Findings of one kind kept per log: a log that repeats one error a million times says it once."""
MOST_RANKS = 100_000
"""Reports and writers kept per log: of 16,384 ranks that time out, each reports a few things, and each writes."""
LAST_LINES = 3
LAST_BYTES = 4096
"""Bytes of a log's end in which its last lines are."""
Writer: TypeAlias = tuple[int | str | None, ...]
NOBODY = (None, None, None, None)
"""The writer of a line without any prefix."""


class SignalTable:
    """The scan's anchors, and what each one announces."""

    def __init__(self, rulebook: Rulebook, engine: Engine = "auto") -> None:
        self.rulebook = rulebook
        literals = dict(rulebook.anchors)
        for literal in (*tracebacks.ANCHORS, *endings.ANCHORS, *reports.ANCHORS, *sections.ANCHORS):
            literals.setdefault(literal, ())
        self._announced = [literals[text] for text in literals] + [()]
        self.trouble = len(literals)
        self._endings = {n for n, text in enumerate(literals) if text in endings.ANCHORS}
        self._reports = {n for n, text in enumerate(literals) if text in reports.ANCHORS}
        self._sections = {n for n, text in enumerate(literals) if text in sections.ANCHORS}
        anchors = [Anchor(literal=text.encode()) for text in literals]
        anchors.append(Anchor(pattern=metrics.TROUBLE, caseless=True))
        self.scanner: Scanner = open_scanner(anchors, engine=engine, cache_dir=default_cache_dir())

    def announced(self, anchors: tuple[int, ...]) -> Iterable[tuple[str, str]]:
        """Yields the (entry, signal) pairs that a line's anchors announce, each once."""
        return dict.fromkeys(pair for anchor in anchors for pair in self._announced[anchor])

    def is_ending(self, anchors: tuple[int, ...]) -> bool:
        """Whether one of a line's anchors may tell of a process's end."""
        return not self._endings.isdisjoint(anchors)

    def heads_section(self, anchors: tuple[int, ...]) -> bool:
        """Whether one of a line's anchors may head a rank's section."""
        return not self._sections.isdisjoint(anchors)

    def is_report(self, anchors: tuple[int, ...]) -> bool:
        """Whether one of a line's anchors may report on a rank."""
        return not self._reports.isdisjoint(anchors)


class LogScan:
    """The scan of one log."""

    def __init__(self, table: SignalTable, log: LogInput, share: Share = ALONE) -> None:
        self._table = table
        self._log = log
        self._share = share
        self._name = log.name
        self._of = Lines(log)
        self._readers: dict[Writer, TracebackReader] = {}
        self._awaited: dict[Writer, int] = {}
        self._pending: dict[Writer, list[tuple[int, str, str]]] = {}
        self._signals: list[Signal] = []
        self._tracebacks: list[Traceback] = []
        self._failures: list[Record] = []
        self._reports: list[Report] = []
        self._timed_out: dict[int | None, dict[str, str]] = {}
        self._counter = Counter()
        self._writers: set[tuple[int | None, str | None, str | None, int | None]] = set()
        if log.rank is not None:  # it is known also when its own file is empty
            self._writers.add((log.rank, log.host, None, None))
        self._sampler = MetricSampler(self._sampled, share)
        self._last = b""
        self._latest: deque[tuple[bytes, Record]] = deque(maxlen=2 * LAST_LINES)
        self._lines = 0
        self._bytes = 0
        self._binary = False

    def block(self, data: bytes, first_line: int, lines: int | None = None) -> None:
        """Takes the next block, which ends at a line's end; its lines are counted where nobody has."""
        lines = count_lines(data) + (not data.endswith(b"\n")) if lines is None else lines
        if self._bytes == 0:
            self._binary = looks_binary(data)
            self._of.learn(data, self._share.learnt)
        self._bytes += len(data)
        if self._binary:
            return
        if ESCAPE in data:
            data = undress_block(data)
        if not data.endswith(b"\n"):
            data += b"\n"
        hits = self._table.scanner.scan(data)
        trouble = self._table.trouble
        # A value that isn't finite is a metric's matter; a thousand ranks print it on every line.
        self._walk(data, first_line, [hit for hit in hits if hit.anchors != (trouble,)])
        bad = [hit.start for hit in hits if trouble in hit.anchors]
        self._lines = first_line - 1 + lines
        self._sampler.block(data, first_line, self._lines, bad, _calm(hits, len(data)))
        self._last = data[-LAST_BYTES:]

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
            line = first_line + number
            record = self._of.record(data[start:end], line)
            if HEADER in record.text and record.time is None:
                # Loggers put their stamp before the message; the traceback follows without one.
                above = self._of.before(data, start, line)
                if above is not None and above.writer == record.writer:
                    record = evolve(record, time=above.time)
            self._take(record, hit.anchors if hit else ())
            index += hit is not None
            start, number = end + 1, number + 1

    def _sampled(self, raw: bytes, line: int) -> Record:
        record = self._of.record(raw, line)
        self._latest.append((raw, record))
        self._counter.take(record)
        self._note_writer(record)
        return record

    def _note_writer(self, record: Record) -> None:
        who = (record.rank, record.host, record.source, record.pid)
        if who != NOBODY and len(self._writers) < MOST_RANKS:
            self._writers.add(who)

    def _take(self, record: Record, anchors: tuple[int, ...]) -> None:
        """Takes one line, which in a log of JSON objects holds several."""
        if self._table.heads_section(anchors):
            self._of.note_section(record)
        parts = unpacked(record)
        for part in parts:
            self._record(part, anchors)
        if len(parts) > 1:
            reader = self._readers[self._writer(parts[-1])]
            for traceback in reader.finish():
                self._complete(parts[-1].writer, traceback)
            self._awaited.pop(parts[-1].writer, None)

    def _record(self, record: Record, anchors: tuple[int, ...]) -> None:
        writer = self._writer(record)
        self._note_writer(record)
        for entry, name in self._table.announced(anchors):
            spec = self._table.rulebook.signal(entry, name)
            if spec.exception is not None:
                self._pending.setdefault(writer, []).append((record.line, entry, name))
            elif (found := line_signal(entry, name, spec, record)) and len(self._signals) < KEPT:
                self._signals.append(found)
        if self._table.is_ending(anchors) and endings.tells_of_failure(record) and len(self._failures) < KEPT:
            self._failures.append(record)
        if self._table.is_report(anchors) and len(self._reports) < MOST_RANKS:
            self._reports += [report for report in read_reports(record) if not self._is_repeated(report)]
        reader = self._readers.setdefault(writer, TracebackReader())
        for traceback in reader.feed(record):
            self._complete(writer, traceback)
        self._note_hunger(writer, reader)

    def _is_repeated(self, report: Report) -> bool:
        """Whether a rank's time-out was told already: c10d says it up to three times, the last as the process ends."""
        if report.kind != "timeout":
            return False
        told = self._timed_out.get(report.rank)
        self._timed_out[report.rank] = report.values
        return told == report.values

    def _writer(self, record: Record) -> Writer:
        """Returns who wrote a line; one without a prefix goes on with what another writer left open, where it fits.

        Runtimes put their prefix before the first line of a message only, and some tools lose it on a few lines.
        """
        own = record.writer
        if own != NOBODY or own in self._awaited:
            return own
        for writer in reversed(self._awaited):
            if self._readers[writer].goes_on_with(record):
                return writer
        return own

    def _note_hunger(self, writer: Writer, reader: TracebackReader) -> None:
        """Keeps count of the lines that each open traceback waits, and gives up on those whose rank fell silent."""
        self._awaited.pop(writer, None)
        for other in list(self._awaited):
            self._awaited[other] += 1
            if self._awaited[other] > PATIENCE:
                del self._awaited[other]
                for traceback in self._readers[other].finish():
                    self._complete(other, traceback)
        if reader.hungry:
            self._awaited[writer] = 0

    def _complete(self, writer: Writer, traceback: Traceback) -> None:
        if len(self._tracebacks) < KEPT:
            self._tracebacks.append(traceback)
        parts = list(chain(traceback))
        first, last = min(p.line for p in parts), max(p.end_line for p in parts)
        pending = self._pending.get(writer, [])
        for entry, name in dict.fromkeys((e, n) for line, e, n in pending if first <= line <= last):
            spec = self._table.rulebook.signal(entry, name)
            found = next((s for p in parts if (s := exception_signal(entry, name, spec, p))), None)
            if found is not None and len(self._signals) < KEPT:
                self._signals.append(found)
        self._pending[writer] = [item for item in pending if item[0] > last]

    def _ending(self) -> tuple[Record, ...]:
        if not self._last:
            return ()
        tail = self._last.rstrip(b"\n").split(b"\n")[-LAST_LINES:]
        first = self._lines - len(tail) + 1
        read = {(raw, record.line): record for raw, record in self._latest}  # as a log's last rows they were read last
        return tuple(read.get((raw, line)) or self._of.record(raw, line) for line, raw in enumerate(tail, start=first))

    def finish(self, *, complete: bool = True) -> Findings:
        """Ends the log and returns what was found."""
        for writer, reader in self._readers.items():
            for traceback in reader.finish():
                self._complete(writer, traceback)
        series = self._sampler.series()
        return Findings(
            signals=tuple(self._signals),
            tracebacks=tuple(sorted(self._tracebacks, key=lambda t: t.line)),
            series=series,
            failures=tuple(self._failures),
            reports=tuple(self._reports),
            writers=frozenset(self._writers),
            counts=self._counter.counts(),
            ending=self._ending(),
            files=(self._name,),
            attempts=() if self._log.attempt is None else ((self._name, self._log.attempt),),
            bytes=self._bytes,
            lines=self._lines,
            binary=self._binary,
            complete=complete,
        )


def _calm(hits: list[LineHit], size: int) -> int:
    """Returns where the trouble begins that a block ends with: hits close to one another and to its end."""
    begin = size
    for hit in reversed(hits):
        if begin - hit.end > APART:
            break
        begin = hit.start
    return begin


def scan_log(
    stream: Readable,
    log: LogInput,
    table: SignalTable,
    *,
    cancelled: Callable[[], bool] = lambda: False,
    share: Share = ALONE,
) -> Findings:
    """Scans one log to its end, or until ``cancelled`` says so between two blocks."""
    scan = LogScan(table, log, share)
    try:
        for block in read_blocks(stream):
            if cancelled():
                return scan.finish(complete=False)
            scan.block(block.data, block.first_line + log.first_line - 1, block.lines)
    except KeyboardInterrupt:
        return scan.finish(complete=False)
    return scan.finish(complete=not (isinstance(stream, CutStream) and stream.cut))
