"""Time stamps of logs: where one stands on a line, and which moment it names.

A form of stamp is one pattern in ``_FORMS``; recognising (``leading``, ``anywhere``) and understanding (``moment``)
are made from the same patterns. Imports nothing of ours.

Numeric dates that read both ways are taken as their tools write them: ``11/02/2024`` month first (Python's and
PowerShell's usual order), ``02.11.2024`` and ``02-11-2024`` day first, ``24/11/02`` year first (Spark), unless that
gives no date.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from datetime import date
from typing import Literal

from attrs import frozen

DAY = 86_400.0
YEAR = 366 * DAY
LEAP_YEAR = 1972
"""Stands in where a stamp has no year, so that its 29 February is a date."""

Clock = Literal["date", "year", "day", "boot"]


@frozen(slots=True)
class Moment:
    """What a time stamp names."""

    seconds: float
    """Since the epoch for ``date`` and ``year`` (then as if in 1972), since midnight for ``day``, since the machine
    started for ``boot``. In UTC when ``zoned``, else as if the local time were UTC."""
    clock: Clock
    """``date``: a full date; ``year``: a date without its year (glog, syslog), which starts over each year; ``day``: a
    time of day, which starts over at midnight; ``boot``: the kernel's seconds since it started."""
    zoned: bool
    """Whether the stamp says its time zone, so that stamps of two hosts compare."""
    resolution: float
    """Seconds that the last digit stands for; below 1e-6 more than ``seconds`` can hold since the epoch."""

    @property
    def dated(self) -> bool:
        """Whether ``seconds`` counts from the epoch."""
        return self.clock in ("date", "year")

    @property
    def period(self) -> float | None:
        """Seconds after which the clock starts over; None when it doesn't."""
        return {"day": DAY, "year": YEAR}.get(self.clock)


def gap(earlier: Moment, later: Moment) -> float | None:
    """Returns the seconds from one moment to another, negative when they stand the other way round.

    Of a clock that starts over the shorter way round counts: 23:59:59 to 00:00:01 is 2. A year is taken as a leap
    year, so a gap over the end of February without a year can be a day too long. None when the two don't compare: of
    different clocks, or only one with a zone.
    """
    if earlier.clock != later.clock or earlier.zoned != later.zoned:
        return None
    seconds = later.seconds - earlier.seconds
    period = earlier.period
    return seconds if period is None else (seconds + period / 2) % period - period / 2


_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_WEEKDAY = r"(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),?[ ]+)?"
_NAMED_MONTH = rf"(?P<month>{'|'.join(_MONTHS)})"
_YEAR = r"(?P<year>(?:19[7-9]|20\d)\d)"
_MONTH = r"(?P<month>0[1-9]|1[0-2])"
_DAY = r"(?P<day>0[1-9]|[12]\d|3[01])"
_LOOSE_DAY = r"(?P<day>[12]\d|3[01]|[ 0]?[1-9])"
_HOUR = r"(?P<hour>[01]\d|2[0-3])"
_LOOSE_HOUR = r"(?P<hour>[01]?\d|2[0-3])"
_MINUTES = r":(?P<minute>[0-5]\d):(?P<second>[0-5]\d|60)"
_FRACTION = r"(?:[.,](?P<fraction>\d{1,9}))?"
_HALF = r"(?:[ ]?(?P<half>[AaPp][Mm]))?"
_OFFSET = r"[+-](?:0\d|1[0-4]):?[0-5]\d"
_ZONE = rf"(?P<zone>Z|[ ]?UTC|[ ]?GMT|[ ]?{_OFFSET}|[+-](?:0\d|1[0-4]))?"
_TIME = _HOUR + _MINUTES + _FRACTION
_LOOSE_TIME = _LOOSE_HOUR + _MINUTES + _FRACTION
_END = r"(?![\w%]|[.,]\d)"
_NO_DURATION = r"(?!\s*(?:[</%]|-->|(?i:elapsed|remaining|left|total|ago)\b))"

# Dated forms may stand behind a level or another prefix; a bare number or time there is more often no stamp.
_DATED_FORMS: Mapping[str, str] = {
    # 2024-11-02T10:02:11.123456789Z, 2024-11-02 10:02:11,123 +0000; torchrun's summary has "_" between
    "iso": rf"{_YEAR}-{_MONTH}-{_DAY}(?:[T_-]|[ ]{{1,2}}){_TIME}{_HALF}{_ZONE}{_END}",
    "slashed": rf"{_YEAR}/{_MONTH}/{_DAY}(?:[T_-]|[ ]{{1,2}}){_TIME}{_HALF}{_ZONE}{_END}",
    "dotted": rf"{_YEAR}\.{_MONTH}\.{_DAY}[T ]{_TIME}{_HALF}{_ZONE}{_END}",
    # 11/02/2024 10:02:11, 11/2/2024, 9:02:11 AM, 02.11.2024 10:02:11
    "mdy": rf"(?P<month>\d{{1,2}})/(?P<day>\d{{1,2}})/{_YEAR},?[T ]{_LOOSE_TIME}{_HALF}{_ZONE}{_END}",
    "dmy": rf"(?P<day>\d{{1,2}})\.(?P<month>\d{{1,2}})\.{_YEAR},?[T ]{_LOOSE_TIME}{_HALF}{_END}",
    "dashed": rf"(?P<day>\d\d)-(?P<month>\d\d)-{_YEAR}[T ]{_TIME}{_HALF}{_ZONE}{_END}",
    # 24/11/02 10:02:11 (Spark), 11/02/24 10:02:11 (strftime's %x %X)
    "short": rf"(?P<first>\d\d)/(?P<middle>\d\d)/(?P<last>\d\d)[ ]{_TIME}{_HALF}{_END}",
    # 02/Nov/2024:10:02:11 +0000 (web servers), Sat, 02 Nov 2024 10:02:11 GMT, 02-Nov-2024 10:02:11
    "named": rf"{_WEEKDAY}{_LOOSE_DAY}[-/ ]{_NAMED_MONTH}[-/ ]{_YEAR}[: ]{_TIME}{_HALF}{_ZONE}{_END}",
    # Nov  2 10:02:11, Sat Nov  2 10:02:11 2024, Sat Nov  2 10:02:11 UTC 2024, Nov 02, 2024 10:02:11
    "syslog": rf"{_WEEKDAY}{_NAMED_MONTH}[ ]{_LOOSE_DAY}(?:,?[ ]{_YEAR},?)?[ ]{_TIME}{_HALF}"
    rf"(?:(?:[ ](?P<zone>[A-Z]{{3,4}}|{_OFFSET}))?[ ](?P<late_year>20\d\d))?{_END}",
    # I1102 10:02:11.123456 (glog, klog, torch's own logs), I20241102 10:02:11.123456, W825 13:09:39.093963714 (c10)
    "glog": rf"[IWEFDVC](?:{_YEAR}(?=\d{{4}}))?(?P<month>0?[1-9]|1[0-2]){_DAY}[ ]{{1,2}}{_TIME}{_END}",
    # E0000 00:00:1730541731.123456: absl before it was initialised
    "absl": r"[IWEF]0000[ ]00:00:(?P<epoch>1\d{9})\.(?P<fraction>\d{6})(?!\d)",
}
_YEARLESS_FORMS: Mapping[str, str] = {
    "yearless": rf"{_MONTH}[-/]{_DAY}[ ]{_TIME}{_END}",  # [05/27 16:30:02 d2.engine], INFO 05-27 16:30:02 (vLLM)
}
_BARE_FORMS: Mapping[str, str] = {
    "clock": rf"{_HOUR}{_MINUTES}{_FRACTION}{_HALF}{_END}(?![-</]|:[0-9A-Fa-f]{{1,4}}(?!\w)|::){_NO_DURATION}",
    "halved": rf"(?P<hour>[1-9]){_MINUTES}{_FRACTION}[ ]?(?P<half>[AaPp][Mm]){_END}",
    # Since 2014 and until 2036; as a whole number only where it can't be a count of something.
    "epoch": r"(?P<epoch>1[4-9]\d{8}|20\d{8})\.(?P<fraction>\d{3,9})(?![\w%]|[.,]\d)",
    "whole": r"(?P<epoch>1[4-9]\d{8}|20\d{8})(?P<fraction>(?:\d{3}){0,3})(?=[ ]?[|\]]|:[ ]|\t)",
    # the kernel pads to five digits, which a list of one number doesn't
    "boot": r"\[(?P<boot>\d{5,9}|[ ]\d{4}|[ ]{2}\d{3}|[ ]{3}\d{2}|[ ]{4}\d)\.(?P<fraction>\d{6})\](?=[ ]\S)",
}
_FIELD_FORMS: Mapping[str, str] = {  # where a field's name says that it is a time, and in ``moment``
    "long": r"(?P<epoch>[1-3]\d{9})(?P<fraction>(?:\d{3}){1,3})(?:\.\d+)?",
    "number": r"(?P<epoch>[1-3]\d{9})(?:\.(?P<fraction>\d{1,9})\d*)?",
}
_ALONE_FORMS: Mapping[str, str] = {"kernel": r"\[(?P<boot>[ ]{0,4}\d{1,9})\.(?P<fraction>\d{6})\]"}
_FORMS = {**_DATED_FORMS, **_YEARLESS_FORMS, **_BARE_FORMS, **_FIELD_FORMS, **_ALONE_FORMS}


def _without_fields(pattern: str) -> str:
    return re.sub(r"\(\?P<\w+>", "(?:", pattern)


def _any_of(*tables: Mapping[str, str]) -> str:
    return "|".join(_without_fields(pattern) for table in tables for pattern in table.values())


_FIRST = frozenset(" [(0123456789IWEFDVCJMASONT")
"""What a line with a stamp at its beginning can begin with, month and weekday names included."""

_LEADING = re.compile(
    rf"[ ]?(?P<boot>{_without_fields(_BARE_FORMS['boot'])})[ ]"
    rf"|[ ]?(?P<open>[\[(])?(?:(?<=\[)NeMo[ ][IWEDC][ ])?"
    rf"(?P<stamp>{_any_of(_DATED_FORMS, _BARE_FORMS)}|(?<=\[)(?:{_any_of(_YEARLESS_FORMS)}))"
    r"(?(open)[\])]?)"
    # One blank at most: what follows may be indented source.
    r"(?:[ \t]*(?:[-|>;,]{1,3}(?=\s|$)|:(?=\s|$|[A-Za-z])))?[ \t]?"
    r"(?:(?<=[ ])std(?:out|err)[ ][FP][ ])?"  # container runtimes: stream and whether the line is whole
)

_LEVEL = r"(?i:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|CRITICAL|FATAL)\b"
_PREFIX = (
    rf"(?:(?:\[[^\[\]]{{1,64}}\](?:<std(?:out|err)>)?|\([^()]{{1,64}}\)|DLL\b|LAUNCH\b|{_LEVEL}|\d{{1,6}}(?=:[ ]))"
    r"[ \t:|,-]{0,6}){1,3}"
)
_PREFIXED = rf"[ ]?{_PREFIX}[\[(]?(?P<stamp>{_any_of(_DATED_FORMS, _YEARLESS_FORMS)})"
_PLACES = (
    rf"(?:[ ]*time[ ]+:[ ]"  # torchrun's summary of what failed
    rf"|\S{{1,64}}[ ]\S{{1,64}}[ ]\S{{1,64}}[ ]\[)"  # web servers, behind address and user
    rf"(?P<stamp>{_any_of(_DATED_FORMS)})"
)
_TELLING = ("CANCELLED AT", "*** Aborted at", "time", "ts", "created")
"""One of these stands on every line that ``_INSIDE`` finds something on."""
_INSIDE = (
    rf"(?:\bCANCELLED AT[ ]"  # Slurm's daemon
    rf"|\*\*\* Aborted at[ ]"  # glog's signal handler
    rf"|(?<![\w.])@?(?:timestamp|ts|time|asctime|datetime|created)(?:[\"']?\s{{0,4}}:\s{{0,4}}|=)[\"']?)"
    rf"(?P<stamp>{_any_of(_DATED_FORMS)}|(?:{_any_of(_FIELD_FORMS)})(?![\w.]))"
)


@functools.cache
def _later(pattern: str) -> re.Pattern[str]:
    """Compiles a large pattern when a log first calls for it: all of them take 15 ms, a quarter of a start."""
    return re.compile(pattern)


def leading(text: str, start: int = 0) -> tuple[str, int] | None:
    """Returns the time stamp that stands at ``start``, also in brackets, and the offset of what follows it.

    The stamp is as the log has it, without brackets (the kernel's seconds keep theirs, which tell them from other
    numbers). The offset is behind the closing bracket, a separator and one blank, so the indentation of what follows
    is kept. Of a bracket that closes later (``[E1102 10:02:11.123456789 File.cpp:621] …``) the rest follows.
    """
    if text[start : start + 1] not in _FIRST:
        return None
    match = _LEADING.match(text, start)
    return (match["boot"] or match["stamp"], match.end()) if match else None


def anywhere(text: str) -> str | None:
    """Returns the time stamp of a line: at its beginning, behind a level or bracketed prefix, or in a known place.

    Known places are JSON and ``key=value`` fields named as times, Slurm's ``CANCELLED AT …``, the ``time :`` line of
    torchrun's summary, a web server's request line and glog's ``*** Aborted at … (unix time)``. A date in the middle of
    a sentence is not the line's time.
    """
    found = leading(text)
    if found is not None:
        return found[0]
    match = _later(_PREFIXED).match(text) or _later(_PLACES).match(text)
    if match is None and any(word in text for word in _TELLING):
        match = _later(_INSIDE).search(text)
    return match["stamp"] if match else None


_WHOLE = "|".join(f"(?P<{name}>{_without_fields(pattern)})" for name, pattern in _FORMS.items())
_LONGEST = 100
"""Characters; the longest form with a field's name has 60."""
_FIELD_NAME = re.compile(r"[\"']?@?[A-Za-z_]+[\"']?(?:\s*:\s*|=)[\"']?(?=[\dA-Z])")


def moment(stamp: str) -> Moment | None:
    """Returns what a time stamp names; None when it is none, or names no date (31 February).

    Takes what ``leading`` and ``anywhere`` return, with or without brackets and quotes, also a JSON field with its name
    (``"ts": 1730541731.1``), and epoch times in seconds, milli-, micro- or nanoseconds.
    """
    if len(stamp) > _LONGEST:
        return None
    text = stamp.strip(" \t,;")
    field = _FIELD_NAME.match(text)
    text = text[field.end() if field else 0 :].strip("\"'")
    whole = _later(_WHOLE).fullmatch(text) or _later(_WHOLE).fullmatch(text.strip("[]() "))
    if whole is None or whole.lastgroup is None:
        return None
    fields = _later(_FORMS[whole.lastgroup]).fullmatch(whole.group())
    return _built(whole.lastgroup, fields.groupdict()) if fields else None


def _built(form: str, fields: Mapping[str, str | None]) -> Moment | None:
    fraction = fields.get("fraction") or ""
    resolution = 10.0 ** -len(fraction)
    below = int(fraction or 0) * resolution
    if epoch := fields.get("epoch"):
        return Moment(int(epoch) + below, "date", zoned=True, resolution=resolution)
    if boot := fields.get("boot"):
        return Moment(int(boot) + below, "boot", zoned=False, resolution=resolution)
    seconds = _hour(fields) * 3600 + int(fields["minute"] or 0) * 60 + int(fields["second"] or 0) + below
    if form in _OF_THE_DAY:
        return Moment(seconds, "day", zoned=False, resolution=resolution)
    year, month, day = _date(form, fields)
    try:
        days = date(year or LEAP_YEAR, month, day).toordinal() - _EPOCH_DAY
    except ValueError:
        return None
    offset = _offset(fields.get("zone"))
    seconds += days * DAY - (offset or 0)
    return Moment(seconds, "date" if year else "year", zoned=offset is not None, resolution=resolution)


_OF_THE_DAY = ("clock", "halved")
_EPOCH_DAY = date(1970, 1, 1).toordinal()


def _hour(fields: Mapping[str, str | None]) -> int:
    hour, half = int(fields["hour"] or 0), (fields.get("half") or "").upper()
    if half and hour <= 12:  # "13:02:11 PM" is written by a format that mixes both
        return hour % 12 + (12 if half == "PM" else 0)
    return hour


def _date(form: str, fields: Mapping[str, str | None]) -> tuple[int | None, int, int]:
    """Returns year, month and day; a year of None where there is none."""
    if form == "short":
        first, middle, last = (int(fields[name] or 0) for name in ("first", "middle", "last"))
        return (2000 + last, first, middle) if first <= 12 else (2000 + first, middle, last)
    named, day = fields["month"] or "", int(fields["day"] or 0)
    month = _MONTHS.index(named) + 1 if named in _MONTHS else int(named)
    if month > 12 and day <= 12:
        month, day = day, month
    year = fields.get("year") or fields.get("late_year")
    return int(year) if year else None, month, day


def _offset(zone: str | None) -> int | None:
    """Returns the seconds east of Greenwich; None without a zone, or with a name that several zones have (CST)."""
    zone = (zone or "").strip()
    if zone in ("Z", "UTC", "GMT"):
        return 0
    if zone[:1] not in ("+", "-"):
        return None
    digits = zone[1:].replace(":", "").ljust(4, "0")
    seconds = int(digits[:2]) * 3600 + int(digits[2:]) * 60
    return -seconds if zone[0] == "-" else seconds
