"""One entry of the rulebook as plain text: what it recognises, why it happens, what to do."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

from rootrank.diagnosis.wording import without_run
from rootrank.presenting.clean import clean
from rootrank.rulebook.entry import Entry, FixSpec

WIDTH = 100


def entry_text(entry: Entry, width: int = WIDTH) -> str:
    """The entry for a terminal, as text that ends with a newline; ``<name>`` stands for a value of a run."""
    blocks = [
        _wrapped(entry.title, width),
        _wrapped(f"{entry.id} · {entry.severity} · {entry.layer} · {entry.phase} · {', '.join(entry.systems)}", width),
        _wrapped(entry.summary, width),
        _part("Mechanism", [entry.mechanism], width),
        _part("Does not mean", [entry.does_not_mean], width),
        _part("Symptoms", (f"- {item.text}: {item.why}" for item in entry.symptoms), width),
        _part(
            "Not the same as", (f"- {rival.what}: {rival.fact}; {rival.how_to_get}" for rival in entry.rivals), width
        ),
        _part("Check first", [entry.cheapest_check.text] if entry.cheapest_check else [], width),
        *(_fix(fix, width) for fix in entry.fixes),
        _part("Prove it", [f"{entry.verify.template}: {entry.verify.expect}"], width),
        _part("Prevent", (f"- {text}" for text in entry.prevent), width),
        _part("At scale", [entry.at_scale] if entry.at_scale else [], width),
        _part("References", (f"- {item.title}: {item.url}" for item in entry.references), width),
        _part("Related", [", ".join(entry.related)] if entry.related else [], width),
    ]
    return clean("\n\n".join(block for block in blocks if block)) + "\n"


def _fix(fix: FixSpec, width: int) -> str:
    said = _part(f"Fix: {fix.title}", _said_of(fix), width)
    return said + (_indented(fix.snippet) if fix.snippet else "")


def _said_of(fix: FixSpec) -> Iterator[str]:
    yield fix.summary
    yield f"Kind: {fix.kind}, {fix.safety}"
    if fix.command:
        yield fix.command
    if fix.wrong_when:
        yield f"Wrong when: {fix.wrong_when}"


def _part(label: str, texts: Iterable[str], width: int) -> str:
    lines = [line for text in texts for line in _wrapped(text, width - 2).splitlines()]
    return "\n".join([label, *(f"  {line}" for line in lines)]) if lines else ""


def _wrapped(text: str, width: int) -> str:
    hang = "  " if text.startswith("- ") else ""
    said = without_run(text)
    return textwrap.fill(said, width, subsequent_indent=hang, break_long_words=False, break_on_hyphens=False)


def _indented(snippet: str) -> str:
    return "\n" + textwrap.indent(snippet.strip("\n"), "    ")
