"""Reads the plain data in a pickle without Python's pickle: no instruction of it can name, call or build anything.

A pickle is a program for a stack machine. This is that machine with the instructions for None, booleans, numbers,
text, bytes, lists, tuples and dictionaries only; every other instruction ends the reading. Tuples hold no
containers and keys are text or numbers, so nothing here or later recurses into what a file made deep.
The instructions are those of CPython's ``Lib/pickletools.py``, protocols 2 to 5.
"""

from __future__ import annotations

import struct
from typing import Any

from rootrank.reading.recorder.model import DumpError
from rootrank.reading.recorder.skimming import Skimmer

MAX_BYTES = 64 << 20
"""A dump of 2,000 operations with stacks takes 0.2-2 MB."""
MAX_INSTRUCTIONS = 4_000_000
"""2,000 operations with stacks of 20 frames take about 500,000; an instruction costs at most about 64 bytes."""
MAX_MEMO = 500_000
MAX_OPEN = 64
"""Marks that are open at once; a dump has 6."""
MAX_TEXT = 1 << 20
ENTRIES_DEPTH = 2
"""Marks open where a dump's operations stand one after the other: its dictionary's and their list's."""

_INT4 = struct.Struct("<i").unpack_from
_SIZE4 = struct.Struct("<I").unpack_from
_FLOAT = struct.Struct(">d").unpack_from

_REFUSED = {
    **dict.fromkeys(b"ci\x93", "names code to import"),
    **dict.fromkeys(b"Rob\x81\x92", "calls or builds an object"),
    **dict.fromkeys(b"PQ", "refers to an object outside the file"),
    **dict.fromkeys(b"\x82\x83\x84", "refers to the extension registry"),
}


def plain_data(data: bytes, skimmer: Skimmer | None = None) -> Any:
    """Return the value that the pickle describes, made of plain containers, text, bytes, numbers, None and booleans.

    With a skimmer, the operations that it finds dispensable are left out of the list that they stand in.

    Raises:
        DumpError: The pickle holds anything else, is cut off or damaged, or is beyond a limit.
    """
    if len(data) > MAX_BYTES:
        raise DumpError(f"it has {len(data) >> 20} MB, more than the {MAX_BYTES >> 20} MB that are read")
    memo: dict[int, Any] = {}
    value = _run(data, memo, skimmer)
    if skimmer:
        skimmer.settle(value, lambda start, end: _run(data[start:end] + b".", memo, None))
    return value


def _run(data: bytes, memo: dict[int, Any], skimmer: Skimmer | None) -> Any:  # noqa: C901, PLR0915  one flat loop: a call per instruction doubles the time
    stack: list[Any] = []
    marks: list[list[Any]] = []
    push = stack.append
    position = 0
    left = MAX_INSTRUCTIONS
    try:
        while True:
            left -= 1
            if left < 0:
                raise DumpError(f"it has more than {MAX_INSTRUCTIONS:,} instructions")
            code = data[position]
            position += 1
            if code == 0x68:  # h: get
                push(memo[data[position]])
                position += 1
            elif code == 0x4B:  # K
                push(data[position])
                position += 1
            elif code == 0x28:  # (: mark
                if len(marks) >= MAX_OPEN:
                    raise DumpError("it is nested too deeply")
                marks.append(stack)
                stack = []
                push = stack.append
            elif code == 0x65:  # e: append what follows the mark
                items = stack
                stack = marks.pop()
                push = stack.append
                _last(stack, list).extend(items)
            elif code == 0x5D:  # ]
                push([])
            elif code == 0x75:  # u: set what follows the mark
                items = stack
                stack = marks.pop()
                push = stack.append
                _set(_last(stack, dict), items)
                if skimmer and len(marks) == ENTRIES_DEPTH:
                    position = skimmer.skim(data, position, stack, memo)
            elif code == 0x7D:  # }
                push({})
            elif code == 0x6A:  # j: get
                push(memo[_SIZE4(data, position)[0]])
                position += 4
            elif code == 0x4D:  # M
                push(data[position] | data[position + 1] << 8)
                position += 2
            elif code == 0x4A:  # J
                push(_INT4(data, position)[0])
                position += 4
            elif code == 0x4E:
                push(None)
            elif code == 0x89:
                push(False)
            elif code == 0x88:
                push(True)
            elif code == 0x8A:  # long of up to 255 bytes
                size = data[position]
                push(int.from_bytes(_bytes(data, position + 1, size), "little", signed=True))
                position += 1 + size
            elif code == 0x86:
                second, first = stack.pop(), stack.pop()
                push(_tuple([first, second]))
            elif code == 0x58:  # X: text
                size = _SIZE4(data, position)[0]
                push(_bytes(data, position + 4, size).decode("utf-8", "replace"))
                position += 4 + size
            elif code == 0x8C:
                size = data[position]
                push(_bytes(data, position + 1, size).decode("utf-8", "replace"))
                position += 1 + size
            elif code in (0x71, 0x72, 0x94):  # q, r, memoize: put
                if code == 0x94:
                    index = len(memo)
                elif code == 0x71:
                    index = data[position]
                    position += 1
                else:
                    index = _SIZE4(data, position)[0]
                    position += 4
                if len(memo) >= MAX_MEMO:
                    raise DumpError(f"it remembers more than {MAX_MEMO:,} values")
                memo[index] = stack[-1]
            elif code == 0x47:  # G
                push(_FLOAT(data, position)[0])
                position += 8
            elif code == 0x74:  # t: tuple of what follows the mark
                items = stack
                stack = marks.pop()
                push = stack.append
                push(_tuple(items))
            elif code == 0x85:
                push(_tuple([stack.pop()]))
            elif code == 0x87:
                third, second, first = stack.pop(), stack.pop(), stack.pop()
                push(_tuple([first, second, third]))
            elif code == 0x29:
                push(())
            elif code == 0x61:  # a: append one
                item = stack.pop()
                _last(stack, list).append(item)
            elif code == 0x73:  # s: set one
                value, key = stack.pop(), stack.pop()
                _set(_last(stack, dict), [key, value])
            elif code == 0x43:  # C: bytes
                size = data[position]
                push(_bytes(data, position + 1, size))
                position += 1 + size
            elif code == 0x42:  # B: bytes
                size = _SIZE4(data, position)[0]
                push(_bytes(data, position + 4, size))
                position += 4 + size
            elif code == 0x80:  # protocol
                if not 2 <= data[position] <= 5:
                    raise DumpError(f"it is written in pickle protocol {data[position]}; 2 to 5 are read")
                position += 1
            elif code == 0x95:  # frame: a length that only a stream needs
                position += 8
            elif code == 0x2E:  # stop
                if marks or len(stack) != 1:
                    raise DumpError(_DAMAGED)
                return stack[0]
            else:
                raise DumpError(_refusal(code, position - 1))
    except (LookupError, struct.error, TypeError) as error:
        cut = position >= len(data) - 8
        raise DumpError(_CUT if cut else _DAMAGED) from error


_CUT = "it is cut off: the rank was still writing it, or the copy is not complete; copy it again"
_DAMAGED = "it is damaged or not a dump; copy it again from the host that wrote it"


def _refusal(code: int, position: int) -> str:
    what = _REFUSED.get(code)
    if what:
        return f"it {what} (byte {position}), which no dump does; nothing of it was run, don't open it with pickle"
    return f"it has an instruction that no dump has (0x{code:02x} at byte {position})"


def _bytes(data: bytes, position: int, size: int) -> bytes:
    if size > MAX_TEXT:
        raise DumpError(f"it has a text of {size:,} bytes")
    part = data[position : position + size]
    if len(part) != size:
        raise DumpError(_CUT)
    return part


def _tuple(items: list[Any]) -> tuple[Any, ...]:
    if any(isinstance(item, (list, dict, tuple)) for item in items):
        raise DumpError("it has a container within a tuple, which no dump has")
    return tuple(items)


def _last(stack: list[Any], kind: type) -> Any:
    value = stack[-1]
    if type(value) is not kind:
        raise DumpError(_DAMAGED)
    return value


def _set(target: dict[Any, Any], items: list[Any]) -> None:
    keys = items[::2]
    if len(items) % 2 or not {str, int}.issuperset(map(type, keys)):
        raise DumpError(_DAMAGED)
    target.update(zip(keys, items[1::2], strict=True))
