"""What lies behind the card, folded: the three readers' views, ranks, timeline, checklist, prevention, references."""

from __future__ import annotations

from collections.abc import Iterable

from rootrank.model.document import ConfirmStep, Document, Hypothesis, Ranks, Reference
from rootrank.presenting.clean import clean, code_line
from rootrank.presenting.html_tags import EMPTY, Markup, joined, paragraphs, prose, tag
from rootrank.presenting.sentences import count

MOST_RANKS = 4096
"""Ranks that are drawn; a page with more is slow to scroll."""
DENSE_ABOVE = 128
"""Ranks above which their squares lose their numbers."""
MOST_ROWS = 200
"""Rows of a table."""
_STATE = {"seen": "seen", "not_seen": "not seen", "open": "open"}


def details(document: Document) -> Markup:
    """The folded parts that this document has something for."""
    best = document.diagnoses[0] if document.diagnoses else None
    parts = [
        *(_views(best) if best else []),
        _part("Ranks", _ranks(document.ranks), _number_of_ranks(document.ranks)),
        _part("Timeline", _timeline(document), count(len(document.timeline), "event")),
        *(_behind(best) if best else []),
        _part("Environment", _facts(document.environment), ""),
        _part("References", _references(best.references), "") if best else EMPTY,
    ]
    shown = [part for part in parts if part]
    return tag("div", *shown, class_="more") if shown else EMPTY


def _views(best: Hypothesis) -> list[Markup]:
    views = best.perspectives
    return [
        _part("On call", _list("ol", views.on_call), "the next five minutes"),
        _part("Engineer", joined(paragraphs(views.engineer), paragraphs(best.mechanism)), "the mechanism"),
        _part("Executive", paragraphs(views.executive), "in plain words"),
    ]


def _behind(best: Hypothesis) -> list[Markup]:
    symptoms = [f"{item.text}: {item.why}" for item in best.symptoms]
    done = sum(step.state != "open" for step in best.confirm)
    return [
        _part("Checklist", _checklist(best.confirm), f"{done} of {len(best.confirm)} settled"),
        _part("How it shows", _list("ul", symptoms), ""),
        _part("What it does not mean", paragraphs(best.does_not_mean), ""),
        _part("Prevent", _list("ul", best.prevent), ""),
    ]


def _part(title: str, body: Markup, note: str) -> Markup:
    if not body:
        return EMPTY
    summary = tag("summary", title, " ", tag("span", note)) if note else tag("summary", title)
    return tag("details", summary, tag("div", body, class_="body"))


def _list(name: str, texts: Iterable[str]) -> Markup:
    items = [tag("li", prose(text)) for text in texts]
    return tag(name, *items) if items else EMPTY


def _number_of_ranks(ranks: Ranks) -> str:
    return count(ranks.total, "rank") if ranks.total else ""


def _ranks(ranks: Ranks) -> Markup:
    if ranks.status == "single-process":
        return EMPTY
    why = tag("p", prose(ranks.why)) if ranks.why else EMPTY
    rows = [
        tag(
            "tr",
            tag("td", str(one.rank), class_="n"),
            tag("td", one.host or "", class_="n"),
            tag("td", one.role),
            tag("td", one.time or "", class_="n"),
            tag("td", tag("code", code_line(one.text, 300))),
        )
        for one in ranks.details[:MOST_ROWS]
    ]
    return joined(_grid(ranks), why, _table(("Rank", "Host", "Role", "Time", "First words"), rows))


def _grid(ranks: Ranks) -> Markup:
    known = [*ranks.collateral, *ranks.silent, *([ranks.initiating] if ranks.initiating is not None else [])]
    total = ranks.total or (max(known) + 1 if known else 0)
    if not 1 < total <= MOST_RANKS:
        return EMPTY
    roles = dict.fromkeys(ranks.collateral, "collateral") | dict.fromkeys(ranks.silent, "silent")
    if ranks.initiating is not None:
        roles[ranks.initiating] = "initiating"
    dense = total > DENSE_ABOVE
    squares = [
        tag(
            "li", "" if dense else str(rank), class_=roles.get(rank), title=f"rank {rank}: {roles.get(rank, 'healthy')}"
        )
        for rank in range(total)
    ]
    return tag("ul", *squares, class_="grid dense" if dense else "grid")


def _timeline(document: Document) -> Markup:
    rows = [
        tag(
            "tr",
            tag("td", one.time or "", class_="n"),
            tag("td", "" if one.rank is None else str(one.rank), class_="n"),
            tag("td", prose(one.what)),
            tag("td", f"{one.file}:{one.line}", class_="where"),
        )
        for one in document.timeline[:MOST_ROWS]
    ]
    return _table(("Time", "Rank", "What", "Where"), rows)


def _table(heads: Iterable[str], rows: list[Markup]) -> Markup:
    if not rows:
        return EMPTY
    head = tag("thead", tag("tr", *(tag("th", text, scope="col") for text in heads)))
    return tag("div", tag("table", head, tag("tbody", *rows)), class_="scroll")


def _checklist(steps: list[ConfirmStep]) -> Markup:
    return tag("ul", *map(_step, steps)) if steps else EMPTY


def _step(step: ConfirmStep) -> Markup:
    state = tag("span", _STATE[step.state], class_=f"state {step.state}")
    found = joined(": ", prose(step.found)) if step.found else EMPTY
    command = tag("pre", tag("span", clean(step.command), class_="cmd"), tabindex="0") if step.command else EMPTY
    return tag("li", prose(step.text), " — ", state, found, command)


def _facts(facts: dict[str, str]) -> Markup:
    pairs = [joined(tag("dt", name), tag("dd", value)) for name, value in sorted(facts.items())]
    return tag("dl", *pairs) if pairs else EMPTY


def _references(references: list[Reference]) -> Markup:
    items = [tag("li", _link(item)) for item in references]
    return tag("ul", *items) if items else EMPTY


def _link(reference: Reference) -> Markup:
    """Only an https address becomes a link, which is followed on a click and never before."""
    if not reference.url.startswith("https://"):
        return joined(reference.title, ": ", tag("code", reference.url))
    return tag("a", reference.title, href=reference.url, rel="noopener noreferrer")
