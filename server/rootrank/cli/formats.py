"""A diagnosis in the format that was asked for, masked where it leaves the user's own screen.

The card and JSON are exact, because they are for the user's own screen and programs; ``--mask`` hides in them too.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from rootrank.cli.inputs import STDIN
from rootrank.cli.terminal import UsageError, say, wants_colour, width_of
from rootrank.model.document import Document

if TYPE_CHECKING:  # its patterns take long to compile, and what is printed as it is needs none
    from rootrank.masking import Kind

EXACT = {"card", "json"}
"""Formats that hide nothing unless asked to."""


def asked_kinds(arguments: argparse.Namespace) -> frozenset[Kind]:
    """What is to be hidden.

    Raises:
        UsageError: ``--mask`` names something else.
    """
    if arguments.mask is None and arguments.format in EXACT:
        return frozenset()
    from rootrank.masking import ALL, kinds_of  # noqa: PLC0415  (see above)

    if arguments.mask is None:
        return ALL
    try:
        return kinds_of(arguments.mask)
    except ValueError as error:
        raise UsageError(f"--mask: {error}; before a file write --mask=all") from error


def rendered(document: Document, arguments: argparse.Namespace) -> str:
    """The document in the format that was asked for."""
    kinds = asked_kinds(arguments)
    roots = _roots(arguments.workspace)
    if arguments.format == "json":
        return _json(document, kinds, roots)
    if arguments.format == "card":
        return _card(document, kinds, roots, arguments)
    # Each format's libraries are loaded only when it is used.
    render: Callable[..., str] = getattr(import_module(f"rootrank.presenting.{arguments.format}"), arguments.format)
    more = {"folder": _folder(arguments.workspace)} if arguments.format == "github" else {}
    return render(document, kinds=kinds, roots=roots, **more)


def _json(document: Document, kinds: frozenset[Kind], roots: list[str]) -> str:
    from rootrank.presenting.document import to_json  # noqa: PLC0415  (loaded only when used)

    if not kinds:
        return to_json(document) + "\n"
    from rootrank.masking import mask_document, sentence  # noqa: PLC0415  (see above)

    masked, hidden = mask_document(document, kinds, roots=roots)
    said = sentence(hidden)
    if said:
        say(said)
    return to_json(masked) + "\n"


def _card(document: Document, kinds: frozenset[Kind], roots: list[str], arguments: argparse.Namespace) -> str:
    from rootrank.masking import mask_document  # noqa: PLC0415  (see above)
    from rootrank.presenting.card import card  # noqa: PLC0415  (loaded only when used)

    masked, hidden = mask_document(document, kinds, roots=roots)
    return card(
        masked,
        width=width_of(sys.stdout),
        colour=wants_colour(sys.stdout),
        base=str(Path.cwd()),
        offers=[] if kinds else offers(document, arguments.files, arguments.workspace),
        hidden=hidden,
    )


def _roots(workspaces: list[str]) -> list[str]:
    """The folders whose paths are shown relative to them, as given and with their links followed."""
    folders = [Path(name) for name in workspaces] + [Path.cwd()]
    return [str(path) for folder in folders for path in (folder.absolute(), folder.resolve())]


def _folder(workspaces: list[str]) -> str | None:
    """Where the workspace stands below the current folder, which is the repository's root in a workflow."""
    if len(workspaces) != 1:
        return None
    folder = Path(workspaces[0]).resolve()
    here = Path.cwd().resolve()
    return folder.relative_to(here).as_posix() if folder != here and folder.is_relative_to(here) else None


def offers(document: Document, files: list[str], workspaces: list[str]) -> list[tuple[str, str]]:
    """The commands that do what the card proposes, ready to copy; none for stdin, which can't be read again."""
    if not document.diagnoses or len(files) != 1 or files[0] == STDIN:
        return []
    best = document.diagnoses[0]
    if not workspaces:
        edits = any(fix.kind == "edit" for fix in best.fixes)
        return [("See edit", f"rootrank diagnose {shlex.quote(files[0])} --workspace DIR")] if edits else []
    rest = shlex.join([files[0], *(word for folder in workspaces for word in ("--workspace", folder))])
    applicable = any(fix.edits and not fix.refused for fix in best.fixes)
    commands = [("Apply", f"rootrank fix {rest} --apply")] if applicable else []
    return commands + ([("Verify", f"rootrank verify {rest}")] if best.verify.command else [])
