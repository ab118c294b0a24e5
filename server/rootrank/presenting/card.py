"""The card for a terminal: the outline laid out for a width, in colour or plain.

Everything becomes rich ``Text``, never markup, so a log that holds ``[red]`` shows it. Commands are not wrapped: the
terminal folds them itself and they stay whole when copied.
"""

from __future__ import annotations

import io
from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from rootrank.masking import Hidden, hidden_in, sentence, strings
from rootrank.model.document import Document
from rootrank.presenting.clean import code_line, first_line, one_line
from rootrank.presenting.layout import Page
from rootrank.presenting.outline import Outline, outline
from rootrank.presenting.sections import Line, Section

WIDEST = 100
"""Columns at most; longer lines are hard to read."""
NARROWEST = 40
"""Columns below which the card is laid out as for this many."""

LABEL = 9
LONG_LABEL = 18
"""Columns of the labels above and below the evidence."""

_STANDING = {"confirmed": "bold green", "likely": "bold yellow", "possible": "bold cyan", "healthy": "bold green"}
_MARK = {"failure": Text("✗", "bold red"), "healthy": Text("✓", "bold green"), "unknown": Text("?", "bold yellow")}
_DOT = {"for": Text("● ", "green"), "against": Text("○ ", "yellow")}
_LINE = {
    "text": "",
    "step": "",
    "note": "dim",
    "code": "bold",
    "command": "cyan",
    "removed": "red",
    "added": "green",
    "kept": "dim",
    "for": "",
    "against": "",
}
_CODE = {"code", "removed", "added", "kept"}
_SIGN = {"removed": "- ", "added": "+ ", "kept": "  "}


def card(
    document: Document,
    *,
    width: int = WIDEST,
    colour: bool = False,
    base: str | None = None,
    offers: Sequence[tuple[str, str]] = (),
    hidden: Hidden | None = None,
) -> str:
    """The card as text that ends with a newline.

    Args:
        document: The diagnosis.
        width: Columns of the terminal.
        colour: Whether to use terminal colours.
        base: Folder whose paths are shown relative to it.
        offers: What the front end can do next, as (words, command); they stand below the card.
        hidden: What was masked in the document; the last line says it.
    """
    buffer = io.StringIO()
    console = Console(
        file=buffer,
        width=max(NARROWEST, min(width, WIDEST)),
        force_terminal=colour,
        color_system="standard" if colour else None,
        no_color=not colour,
        highlight=False,
        markup=False,
        emoji=False,
        legacy_windows=False,
        _environ={},
    )
    content = outline(document)
    shown = _Card(Page(console), base)
    shown.show(content)
    shown.offer([*offers, *([("More", f"rootrank rules show {content.rule}")] if content.rule else [])])
    shown.end(sentence(hidden_in(strings(content), hidden or {})))
    return buffer.getvalue()


class _Card:
    """One card on its way to the page."""

    def __init__(self, page: Page, base: str | None) -> None:
        self._page = page
        self._base = base

    def show(self, content: Outline) -> None:
        self._head(content)
        for paragraph in content.cause:
            for text in paragraph.strip().split("\n"):
                self._page.row(Text(one_line(text, 2000)), indent=2)
        short = [section for section in content.sections if len(section.label) <= LABEL]
        for group in (short, [section for section in content.sections if section not in short]):
            if group:
                self._page.blank()
            for section in group:
                self._section(section, LABEL if group is short else LONG_LABEL)

    def offer(self, commands: Sequence[tuple[str, str]]) -> None:
        if commands:
            self._page.blank()
        for words, command in commands:
            indent = self._page.label(Text(words, "dim"), LABEL)
            self._page.unwrapped(Text(one_line(command, 2000), "dim"), indent)

    def end(self, said: str | None) -> None:
        """What was hidden, where something was."""
        if said:
            self._page.blank()
            self._page.row(Text(said, "dim"), indent=2)

    def _head(self, content: Outline) -> None:
        title = Text.assemble(_MARK[content.mark], " ", (first_line(content.title), "bold"))
        standing = Text(content.standing, _STANDING.get(content.standing, "bold yellow"))
        self._page.row(title, standing, hang=2)
        if content.notice:
            self._page.row(Text(one_line(content.notice), "bold yellow"), indent=2)
        if content.ranks:
            self._page.row(Text(one_line(content.ranks)), indent=2)
        self._page.blank()
        if content.code:
            self._page.row(Text(one_line(content.code.text), "bold"), self._place(content.code), indent=2)

    def _section(self, section: Section, label_width: int) -> None:
        indent = self._page.label(Text(section.label, "bold"), label_width)
        places = [self._place(line) or Text() for line in section.lines]
        ranks = [f"rank {line.rank}" if line.rank is not None else "" for line in section.lines]
        place_width = max(place.cell_len for place in places)
        rank_width = max(len(rank) for rank in ranks)
        for number, (line, place, rank) in enumerate(zip(section.lines, places, ranks, strict=True), 1):
            right = None
            if place or rank:
                place.truncate(place_width, pad=True)
                right = place + (Text("  " + rank.ljust(rank_width), "dim") if rank_width else Text())
            self._line(line, right, indent, number)

    def _line(self, line: Line, right: Text | None, indent: int, number: int) -> None:
        style = _LINE[line.kind]
        if line.kind == "command":
            self._page.unwrapped(Text(one_line(line.text, 2000), style), indent)
            return
        text = Text(code_line(line.text) if line.kind in _CODE else one_line(line.text, 2000), style)
        lead = _DOT.get(line.kind, Text(_SIGN.get(line.kind, f"{number}. " if line.kind == "step" else ""), style))
        self._page.row(Text.assemble(lead, text), right, indent=indent, hang=lead.cell_len)

    def _place(self, line: Line) -> Text | None:
        if line.place is None:
            return None
        place = one_line(line.place)
        if self._base and place.startswith(self._base.rstrip("/") + "/"):
            place = place[len(self._base.rstrip("/")) + 1 :]
        return Text(place, "dim")
