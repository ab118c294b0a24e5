"""HTML from nested calls, with every text escaped: only what these functions made is markup."""

from __future__ import annotations

from html import escape

from rootrank.presenting.clean import clean, code_parts


class Markup(str):
    """HTML that is right as it is."""

    __slots__ = ()


EMPTY = Markup("")


def tag(name: str, *content: str, **attributes: str | None) -> Markup:
    """An element; ``class_`` is the attribute ``class``. Content that isn't markup is text."""
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(clean(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return Markup(f"<{name}{given}>{joined(*content)}</{name}>")


def joined(*content: str) -> Markup:
    """Pieces after one another."""
    return Markup("".join(piece if isinstance(piece, Markup) else escape(clean(piece)) for piece in content))


def prose(text: str) -> Markup:
    """A sentence whose pairs of backticks are code."""
    return joined(*(tag("code", part) if is_code else part for part, is_code in code_parts(text)))


def paragraphs(text: str) -> Markup:
    """A text with a paragraph for each line that isn't blank."""
    return joined(*(tag("p", prose(line)) for line in text.splitlines() if line.strip()))
