"""Rows of a terminal page: text at the left that wraps, a short text at the right edge, labels in a column.

Knows widths, not what the texts mean.
"""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

STACKED_BELOW = 60
"""Columns below which labels and right-hand texts get lines of their own."""
LEAST_LEFT = 0.45
"""Share of the room that the left text keeps beside a right-hand one."""


class Page:
    """Prints rows to a console of a fixed width."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._label: Text | None = None
        self._stacked = console.width < STACKED_BELOW

    def blank(self) -> None:
        """An empty line."""
        self._console.print()

    def label(self, label: Text, width: int) -> int:
        """Puts a label before the next row; gives the indent of the rows that belong to it."""
        if self._stacked:
            self._console.print(Text("  ") + label)
            return 4
        label.truncate(width, pad=True)
        self._label = Text("  ") + label
        return 2 + width

    def row(self, left: Text, right: Text | None = None, *, indent: int = 0, hang: int = 0) -> None:
        """A text that wraps within its indent, and one at the right edge of its first line."""
        room = self._console.width - indent
        beside = right is not None and not self._stacked and self._fits(left, right, room)
        if beside and right is not None:
            room -= right.cell_len + 2
        lines = self._wrapped(left, room, hang)
        for number, line in enumerate(lines):
            head = self._lead(indent) + line
            if number == 0 and beside and right is not None:
                head.pad_right(self._console.width - right.cell_len - head.cell_len)
                head += right
            self._print(head)
        if right is not None and not beside:
            self._below(right, indent + hang)

    def unwrapped(self, text: Text, indent: int) -> None:
        """A text that is never broken: the terminal folds it, and it stays whole when copied."""
        self._print(self._lead(indent) + text)

    def _fits(self, left: Text, right: Text, room: int) -> bool:
        rest = room - right.cell_len - 2
        return left.cell_len <= rest or rest >= room * LEAST_LEFT

    def _wrapped(self, left: Text, room: int, hang: int) -> list[Text]:
        first = list(left.wrap(self._console, room))
        if len(first) <= 1 or not hang:
            return first or [Text()]
        rest = left[len(first[0].plain) :]
        rest = rest[len(rest.plain) - len(rest.plain.lstrip()) :]
        return [first[0], *(Text(" " * hang) + line for line in rest.wrap(self._console, room - hang))]

    def _below(self, right: Text, indent: int) -> None:
        right.rstrip()
        if right.plain.strip():
            for line in right.wrap(self._console, self._console.width - indent):
                self._print(Text(" " * indent) + line)

    def _lead(self, indent: int) -> Text:
        lead, self._label = self._label, None
        return lead or Text(" " * indent)

    def _print(self, line: Text) -> None:
        line.rstrip()
        self._console.print(line, soft_wrap=True)
