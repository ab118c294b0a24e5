"""What the editor shows inline: the hover's Markdown and a finding's message. Pure text, a dozen lines at most."""

from __future__ import annotations

import json
from urllib.parse import quote

from rootrank.model.document import Document, Hypothesis
from rootrank.presenting.clean import one_line
from rootrank.presenting.markdown import escaped
from rootrank.presenting.sentences import rank_sentence

OPEN_PANEL = "command:rootrank.openPanel"
"""The only command that a hover links to; the client trusts it by name."""


def finding_message(document: Document, hypothesis: Hypothesis) -> str:
    """Returns the message of the finding at the line to change: what happened, how sure, on which rank."""
    ranks = rank_sentence(document.ranks)
    where = f" ({ranks})" if ranks and document.ranks.status == "named" else ""
    return f"{hypothesis.title} ({hypothesis.confidence}){where}"  # the cause is in the hover and the panel


def hover_markdown(document: Document, number: int, *, panel: str | None) -> str:
    """Returns title, confidence, cause and the one thing to do of one hypothesis.

    ``panel`` is the id by which the client's panel knows the diagnosis, for the link there; None where there is none.
    """
    hypothesis = document.diagnoses[number]
    title, *paragraphs = _said(document, hypothesis)
    lines = [f"**{escaped(title)}** · {hypothesis.confidence}", *(escaped(text) for text in paragraphs)]
    if panel is not None:
        named = quote(json.dumps([{"id": panel, "diagnosis": number}]))
        lines.append(f"[Open the diagnosis]({OPEN_PANEL}?{named})")
    return "\n\n".join(lines)


def hover_text(document: Document, hypothesis: Hypothesis) -> str:
    """Returns the same for an editor that shows no Markdown."""
    title, *paragraphs = _said(document, hypothesis)
    return "\n\n".join([f"{title} · {hypothesis.confidence}", *paragraphs])


def _said(document: Document, hypothesis: Hypothesis) -> list[str]:
    paragraphs = [one_line(hypothesis.title, 200), one_line(hypothesis.root_cause, 400)]
    ranks = rank_sentence(document.ranks)
    if ranks and document.ranks.status == "named":
        paragraphs.append(ranks)
    fix = next((f for f in hypothesis.fixes if f.refused is None), None)
    if fix is not None:
        paragraphs.append(f"Do now: {one_line(fix.title, 200)}")
    return paragraphs
