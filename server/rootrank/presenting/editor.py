"""What the editor shows inline: the hover's Markdown and a finding's message. Pure text, a dozen lines at most."""

from __future__ import annotations

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
    cause = one_line(hypothesis.root_cause, limit=400)
    return f"{hypothesis.title} [{hypothesis.confidence}]{where}. {cause}"


def hover_markdown(document: Document, hypothesis: Hypothesis) -> str:
    """Returns title, confidence, cause and the one thing to do."""
    lines = [
        f"**{escaped(hypothesis.title)}** · {hypothesis.confidence}",
        "",
        escaped(one_line(hypothesis.root_cause, 400)),
    ]
    ranks = rank_sentence(document.ranks)
    if ranks and document.ranks.status == "named":
        lines += ["", escaped(ranks)]
    fix = next((f for f in hypothesis.fixes if f.refused is None), None)
    if fix is not None:
        lines += ["", f"Do now: {escaped(fix.title)}"]
    lines += ["", f"[Open the diagnosis]({OPEN_PANEL})"]
    return "\n".join(lines)
