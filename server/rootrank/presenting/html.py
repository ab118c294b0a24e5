"""The diagnosis as one HTML page to send or to keep: the card in its order, and what lies behind it folded below.

The page holds all that it needs, runs no script and asks for nothing, which its own policy enforces too. Masked unless
told otherwise.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby, pairwise

from rootrank.masking import ALL, Kind, hidden_in, mask_document, sentence
from rootrank.model.document import Document
from rootrank.presenting.clean import clean, code_line, first_line
from rootrank.presenting.html_details import details
from rootrank.presenting.html_style import POLICY, STYLE
from rootrank.presenting.html_tags import EMPTY, Markup, joined, paragraphs, prose, tag
from rootrank.presenting.outline import Outline, outline
from rootrank.presenting.sections import Line, Section
from rootrank.presenting.sentences import what_was_read

_MARK = {"failure": "✗", "healthy": "✓", "unknown": "?"}
_GROUP = {"removed": "diff", "added": "diff", "kept": "diff", "for": "evidence", "against": "evidence"}
_SIGN = {"removed": "- ", "added": "+ ", "kept": "  "}
_DO = {"Do now", "Then"}


def html(document: Document, *, kinds: Collection[Kind] = ALL, roots: Sequence[str] = ()) -> str:
    """The page, as text that ends with a newline; its last line says what was hidden.

    Args:
        document: The diagnosis.
        kinds: What to hide; nothing when empty.
        roots: The workspace's folders, whose paths become relative.
    """
    masked, hidden = mask_document(document, kinds, roots=roots)
    content = outline(masked)
    card = tag("main", *_card(content), details(masked))
    said = sentence(hidden_in([_plain(card)], hidden))
    return _page(first_line(content.title), joined(card, _footer(masked, said)))


def _page(title: str, body: Markup) -> str:
    head = joined(
        Markup('<meta charset="utf-8">'),
        Markup(f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'),
        Markup('<meta name="viewport" content="width=device-width, initial-scale=1">'),
        Markup('<meta name="referrer" content="no-referrer">'),
        tag("title", f"{title} — Rootrank"),
        Markup(f"<style>{STYLE}</style>"),
    )
    page = tag("html", tag("head", head), tag("body", body), lang="en")
    return f"<!doctype html>\n{page}\n".encode("utf-8", errors="replace").decode("utf-8")


def _plain(markup: Markup) -> str:
    """Markup with the brackets of its texts, to count what they hide."""
    return markup.replace("&lt;", "<").replace("&gt;", ">")


def _footer(document: Document, hidden: str | None) -> Markup:
    book = document.engine.rulebook
    made = f"Rootrank {document.engine.version}, rulebook {book.version} ({book.hash})"
    made += f"; {what_was_read(document.input)} read"
    return tag("footer", tag("span", made), tag("span", hidden) if hidden else EMPTY)


def _card(content: Outline) -> list[Markup]:
    standing = tag("span", content.standing, class_=f"standing {content.standing}", title=content.standing_means)
    return [
        tag(
            "header",
            tag("h1", tag("span", _MARK[content.mark], class_=f"mark {content.mark}"), " ", first_line(content.title)),
            standing,
        ),
        tag("p", content.standing_means, class_="means"),
        tag("p", content.notice, class_="notice") if content.notice else EMPTY,
        tag("p", prose(content.ranks), class_="ranks") if content.ranks else EMPTY,
        _code(content.code) if content.code else EMPTY,
        tag("div", *map(paragraphs, content.cause), class_="cause"),
        *map(_section, content.sections),
    ]


def _code(line: Line) -> Markup:
    where = tag("span", code_line(line.place or ""), class_="where") if line.place else EMPTY
    return tag(
        "div", where, tag("pre", code_line(line.text).strip(), tabindex="0") if line.text else EMPTY, class_="line"
    )


def _section(section: Section) -> Markup:
    groups = groupby(section.lines, lambda line: _GROUP.get(line.kind) or str(line.kind))
    blocks = [_group(kind, list(lines), section.label) for kind, lines in groups]
    return tag("section", tag("h2", section.label), tag("div", *blocks))


def _group(kind: str, lines: list[Line], label: str) -> Markup:
    if kind == "diff":
        return joined(*_changes(lines))
    if kind == "code":
        return tag("pre", "\n".join(code_line(line.text) for line in lines), tabindex="0")
    if kind == "command":
        return tag("pre", *(tag("span", clean(line.text).strip(), class_="cmd") for line in lines), tabindex="0")
    if kind == "evidence":
        return tag("ul", *map(_evidence, lines), class_="evidence")
    if kind == "step":
        return tag("ol", *(tag("li", _said(line)) for line in lines))
    if kind == "text" and len(lines) > 1:
        return tag("ul", *(tag("li", _said(line)) for line in lines))
    class_ = "note" if kind == "note" else "do" if label in _DO else None
    return joined(*(tag("p", _said(line), class_=class_) for line in lines))


def _changes(lines: list[Line]) -> Iterator[Markup]:
    """A block for each edit: the first line of one that is elsewhere says where."""
    starts = [0, *(number for number, line in enumerate(lines) if line.place and number), len(lines)]
    for start, end in pairwise(starts):
        if lines[start].place:
            yield tag("p", code_line(lines[start].place or ""), class_="where")
        yield tag("pre", *map(_changed, lines[start:end]), tabindex="0")


def _changed(line: Line) -> Markup:
    return tag("span", _SIGN[line.kind] + code_line(line.text), class_=line.kind)


def _evidence(line: Line) -> Markup:
    where = " · ".join(
        part for part in (line.place or "", f"rank {line.rank}" if line.rank is not None else "") if part
    )
    says = "for" if line.kind == "for" else "against"
    shown = tag("span", where, class_="where") if where else EMPTY
    return tag("li", tag("span", prose(line.text)), shown, class_=says, title=f"speaks {says} it")


def _said(line: Line) -> Markup:
    return joined(prose(line.text), " ", tag("span", line.place, class_="where")) if line.place else prose(line.text)
