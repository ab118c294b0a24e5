"""TensorFlow's messages about a failure inside a traced function, which hold a whole stack before what went wrong.

Two kinds: AutoGraph's ``in user code:`` and ``Graph execution error:``. Both Python's and IPython's form have them.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from rootrank.model.log import Frame, Record
from rootrank.reading.later import later

_BEGINS = later(r"\s*(?:in user code:|Graph execution error:)")
_GOES_ON = later(
    r"Detected at node|Node: |\d+ root error\(s\) found|\s*\(\d+\) |Errors may have originated|Call arguments received"
    r"|Function call stack"
)
_FRAME = later(r'File "(?P<file>[^"]+)", line (?P<line>\d+), in (?P<function>.+?)(?:\s+\*+)?$')
_OLD_FRAME = later(r"(?P<file>[^\s:]+\.py|<[^<>]+>):(?P<line>\d+) (?P<function>\S+)(?:\s+\*+)?$")
_INNER = later(r"(?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:Error|Exception)?: (?P<message>.*)")
_NODE = later(r"Node: |\d+ root error\(s\) found")
_OPERATION = later(r"\[Op:\w+\]")


def begins(message: str) -> bool:
    """Whether a message is one of those."""
    return bool(_BEGINS.match(message))


def goes_on(before: Sequence[str], text: str) -> bool:
    """Whether a line, which a blank one may stand before, belongs to the message that has the lines before."""
    if text[:1].isspace() or _GOES_ON.match(text):
        return True
    node = next((n for n, line in enumerate(before) if _NODE.match(line)), None)
    return node is not None and len(before) - node <= 3 and not any(map(_OPERATION.search, before[node:]))


def unwrapped(said: str, rest: Sequence[Record]) -> tuple[tuple[Frame, ...], str]:
    """Returns the calls inside the traced function, and what went wrong there.

    Args:
        said: the message's first line.
        rest: the records of its further lines.
    """
    frames: list[Frame] = []
    inner: list[str] | None = None
    for record in rest:
        text = record.text.strip()
        if inner is not None:
            inner.append(text)
        elif _NODE.match(text):
            inner = []
        elif match := _FRAME.match(text) or _OLD_FRAME.match(text):
            frames.append(Frame(match["file"], int(match["line"]), match["function"], None, record.line))
        elif match := _INNER.match(text):
            inner = [match["message"]]
        elif frames and frames[-1].text is None:
            frames[-1] = evolve(frames[-1], text=text)
    words = "\n".join(line for line in inner or () if line)
    return (tuple(frames), words) if words else ((), "\n".join([said, *(record.text.strip() for record in rest)]))
