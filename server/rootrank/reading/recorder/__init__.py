"""PyTorch's flight-recorder dumps: what each rank issued to the communication library and what it saw finish.

A dump is data from a machine that failed, so nothing in it is trusted: pickles are read by a machine of our own that
knows plain data only. Knows the format; what the dumps of several ranks mean together is ``diagnosis``' business.
"""

from rootrank.reading.recorder.model import (
    DumpError,
    DumpFrame,
    DumpGroup,
    Entry,
    RankDump,
    Sizes,
    State,
    UnreadDump,
)
from rootrank.reading.recorder.opening import FIRST_BYTES, is_dump, rank_of, read_dump

__all__ = [
    "FIRST_BYTES",
    "DumpError",
    "DumpFrame",
    "DumpGroup",
    "Entry",
    "RankDump",
    "Sizes",
    "State",
    "UnreadDump",
    "is_dump",
    "rank_of",
    "read_dump",
]
