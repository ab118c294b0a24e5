"""Tells of a failure that a live log shows: the card, and the bell or command that calls the user back.

The command is the user's own, split into words as a shell would but never given to one, and gets the title as its last
argument. The title is masked, because it may leave the user's screen, and it may hold text of the log.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from rootrank.cli.formats import offers
from rootrank.cli.live import BELL
from rootrank.cli.run import child_environment
from rootrank.cli.terminal import say, wants_colour, width_of
from rootrank.masking import mask_document
from rootrank.model.document import Document
from rootrank.presenting.card import card
from rootrank.presenting.clean import one_line
from rootrank.presenting.outline import outline


def the_failure(document: Document, *, by_line: bool) -> tuple[object, ...] | None:
    """What makes two documents tell of the same failure; None when nothing failed.

    ``by_line``: the same words on another line are another failure, as in a log whose lines keep their numbers.
    """
    if document.verdict != "failure":
        return None
    seen = document.failure
    rule = document.diagnoses[0].rule if document.diagnoses else None
    line = seen.log_line if seen and by_line else None
    return rule, line, seen and (seen.exception, seen.message, seen.rank)


def card_for(document: Document, stream: TextIO, files: Sequence[str], workspaces: Sequence[str]) -> str:
    """The card as it is to be written to a stream."""
    text = card(
        document,
        width=width_of(stream),
        colour=wants_colour(stream),
        base=str(Path.cwd()),
        offers=offers(document, list(files), list(workspaces)),
    )
    encoding = stream.encoding or "ascii"
    return text.encode(encoding, errors="replace").decode(encoding)


def alert(document: Document, words: Sequence[str]) -> None:
    """Ring the bell, or start the user's command; it is not waited for."""
    if not words:
        return
    if tuple(words) == BELL:
        if sys.stderr is not None and sys.stderr.isatty():
            sys.stderr.write("\a")
            sys.stderr.flush()
        return
    masked, _ = mask_document(document, roots=[str(Path.cwd())])
    try:
        subprocess.Popen(
            [*words, f"Rootrank: {one_line(outline(masked).title)}"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            env=child_environment(os.environ),
            start_new_session=os.name == "posix",
        )
    except OSError as error:
        say(f"--alert {words[0]}: {error.strerror}")
