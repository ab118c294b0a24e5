"""Named byte patterns against blocks of bytes: the only hot loop.

``read_blocks`` cuts a stream at line ends, ``open_scanner`` finds the lines on which an anchor stands. Imports
``rootrank.model`` at most; knows no log format and no entry.
"""

from rootrank.scanning.anchor import Anchor, LineHit, Scanner
from rootrank.scanning.blocks import BLOCK_SIZE, LINE_CAP, Block, read_blocks
from rootrank.scanning.cache import default_cache_dir
from rootrank.scanning.encoding import Readable, as_utf8, looks_binary
from rootrank.scanning.lines import count_lines
from rootrank.scanning.opening import Engine, open_scanner

__all__ = [
    "BLOCK_SIZE",
    "LINE_CAP",
    "Anchor",
    "Block",
    "Engine",
    "LineHit",
    "Readable",
    "Scanner",
    "as_utf8",
    "count_lines",
    "default_cache_dir",
    "looks_binary",
    "open_scanner",
    "read_blocks",
]
