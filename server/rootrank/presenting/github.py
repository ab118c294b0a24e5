"""The diagnosis as workflow commands, which GitHub Actions shows as annotations at lines of the repository.

A command is one line, so log text can't start another: newlines are written as ``%0A``, and in a property ``:`` and
``,`` are written out too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from rootrank.masking import ALL, Kind, hidden_in, mask_document, sentence
from rootrank.model.document import Document, Hypothesis, Place
from rootrank.presenting.clean import clean, first_line
from rootrank.presenting.levels import Level, level
from rootrank.presenting.outline import outline
from rootrank.presenting.sentences import interruption, rank_sentence

_WORD: dict[Level, str] = {"error": "error", "warning": "warning", "note": "notice"}
LONGEST = 4000
"""Characters of a message; the service cuts longer ones off without a mark."""


def github(
    document: Document, *, kinds: Collection[Kind] = ALL, roots: Sequence[str] = (), folder: str | None = None
) -> str:
    """The commands, one a line, and a last line that says what was hidden.

    Args:
        document: The diagnosis.
        kinds: What to hide; nothing when empty.
        roots: The workspace's folders, whose paths become relative.
        folder: Where the workspace stands in the repository, when it isn't its root.
    """
    masked, hidden = mask_document(document, kinds, roots=roots)
    lines = list(_commands(masked, folder))
    said = sentence(hidden_in(lines, hidden))
    return "".join(f"{line}\n" for line in [*lines, *([said] if said else [])])


def command(word: str, message: str, **properties: str | None) -> str:
    """One workflow command."""
    given = ",".join(f"{name}={_property(value)}" for name, value in properties.items() if value is not None)
    return f"::{word}{' ' if given else ''}{given}::{_data(message)}"


def _commands(document: Document, folder: str | None) -> Iterator[str]:
    for number, one in enumerate(document.diagnoses):
        word = _WORD[level(one)]
        place = one.place or (document.failure.frame if document.failure else None)
        message = _message(document, one) if number == 0 else [one.root_cause]
        yield _annotation(word, f"{first_line(one.title)} ({one.confidence})", message, place, folder)
    if not document.diagnoses:
        content = outline(document)
        word = "error" if content.mark == "failure" else "notice"
        place = document.failure.frame if document.failure else None
        message = [content.ranks or "", *content.cause, *document.next_steps]
        yield _annotation(word, f"{first_line(content.title)} ({content.standing})", message, place, folder)


def _message(document: Document, best: Hypothesis) -> list[str]:
    fix = next((fix for fix in best.fixes if fix.refused is None), None)
    return [
        interruption(document) or "",
        best.root_cause,
        rank_sentence(document.ranks) or "",
        f"Do now: {fix.title}" if fix else "",
        f"Prove it: {best.verify.command}" if best.verify.command else "",
    ]


def _annotation(word: str, title: str, message: Sequence[str], place: Place | None, folder: str | None) -> str:
    text = "\n".join(part for part in message if part)
    if place is None or place.file.startswith(("/", "~", "<")) or place.file[1:2] == ":":
        where = f"\n{place.file}:{place.line}" if place and place.line else ""
        return command(word, text + where, title=title)
    file = f"{folder.rstrip('/')}/{place.file}" if folder else place.file
    return command(word, text, file=file.removeprefix("./"), line=_number(place.line), title=title)


def _number(line: int | None) -> str | None:
    return None if line is None or line < 1 else str(line)


def _data(text: str) -> str:
    text = clean(text)
    text = text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(" ".join(text.split())).replace(":", "%3A").replace(",", "%2C")
