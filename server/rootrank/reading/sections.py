"""Lines that head the output of one rank among several: ``tail -n 50 */stderr.log``, Composer's excerpts."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from attrs import frozen

from rootrank.reading.layouts import named

ANCHORS = ("==> ", "---Begin global rank ", "---End global rank ")
_TAIL = re.compile(r"^==> (?P<path>\S.*?) <==$")
_BEGIN = re.compile(r"^-+Begin global rank (?P<rank>\d+) STD\w+-+$")
_END = re.compile(r"^-+End global rank \d+ STD\w+-+$")


@frozen
class Section:
    """Who wrote the lines that follow."""

    rank: int | None = None
    host: str | None = None


def section_of(text: str) -> Section | None:
    """Returns the section that a line heads; one without a rank where a section ends; None for any other line."""
    begin = _BEGIN.match(text)
    if begin:
        return Section(int(begin["rank"]))
    if _END.match(text):
        return Section()
    tail = _TAIL.match(text)
    if tail is None:
        return None
    what = named(PurePosixPath(tail["path"]))
    return Section(what.rank, what.host) if what else Section()
