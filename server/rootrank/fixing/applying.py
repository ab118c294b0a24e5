"""Shows a fix as a diff, and writes it to the disk: all of it, or nothing.

What an edit expects must still stand there; otherwise the code is not the one that was diagnosed.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Sequence
from difflib import unified_diff
from pathlib import Path

from rootrank.fixing.changes import CantEdit, Change, changed
from rootrank.model.document import Edit, Fix
from rootrank.sources import Workspace
from rootrank.sources.text import Positions, SourceText


class FixRefused(Exception):  # noqa: N818  (a refusal in plain words, not a defect)
    """The fix was not applied and nothing was changed; the text says why, as a sentence."""


def fix_diff(fix: Fix, workspace: Workspace) -> str:
    """The fix as a unified diff with three lines of context, which ``git apply`` takes; empty without edits.

    Raises:
        FixRefused: when the code is not what the fix expects.
    """
    parts = []
    for path, edits in _by_file(fix).items():
        source = workspace.source(path)
        name = workspace.name(path)
        if source is None:
            raise FixRefused(f"{name} can't be read.")
        lines = unified_diff(
            _diff_lines(source.text), _diff_lines(edited(source.text, edits, name)), f"a/{name}", f"b/{name}", n=3
        )
        parts += [line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines]
    return "".join(parts)


def apply_fix(fix: Fix, workspace: Workspace) -> list[Path]:
    """Writes the fix's edits to the disk and names the files; mode, encoding and line ends stay.

    Raises:
        FixRefused: when the fix can't be applied. Then nothing was changed.
    """
    if fix.refused is not None or not fix.edits:
        raise FixRefused(fix.refused or "This fix has no edit to apply.")
    written: dict[Path, bytes] = {}
    for path, edits in _by_file(fix).items():
        name = workspace.name(path)
        source = _on_disk(path, name, workspace)
        try:
            written[path] = edited(source.text, edits, name).encode(source.encoding)
        except UnicodeEncodeError:
            raise FixRefused(f"{name} is written in {source.encoding}, which has no sign for the new text.") from None
    _write_all(written, workspace)
    return list(written)


def edited(text: str, edits: Sequence[Edit], name: str) -> str:
    """The text after one file's edits.

    Raises:
        FixRefused: when the text is not what an edit expects.
    """
    positions = Positions(text)
    changes = []
    for edit in edits:
        start, end = positions.offset(edit.start), positions.offset(edit.end)
        if start is None or end is None or text[start:end] != edit.expected_text:
            raise FixRefused(
                f"Line {edit.start.line} of {name} is not what the fix expects: the file changed since the diagnosis."
            )
        changes.append(Change(start, end, edit.new_text, (start, end)))
    try:
        return changed(text, changes)
    except CantEdit as reason:
        raise FixRefused(f"{name} can't be edited: {reason}.") from None


def _by_file(fix: Fix) -> dict[Path, list[Edit]]:
    files: dict[Path, list[Edit]] = {}
    for edit in fix.edits:
        files.setdefault(Path(edit.file), []).append(edit)
    return files


def _diff_lines(text: str) -> list[str]:
    """Lines as diff and patch count them: only a line feed ends one."""
    lines = [line + "\n" for line in text.split("\n")]
    lines[-1] = lines[-1][:-1]
    return lines if lines[-1] else lines[:-1]


def _on_disk(path: Path, name: str, workspace: Workspace) -> SourceText:
    saved, shown = workspace.saved(path), workspace.source(path)
    if saved is None or shown is None:
        raise FixRefused(f"{name} can't be read.")
    if shown.text != saved.text:
        raise FixRefused(f"{name} has unsaved changes; save it first.")
    return saved


def _write_all(written: dict[Path, bytes], workspace: Workspace) -> None:
    """Replaces all files, or leaves them as they were: all new texts are on the disk before the first is moved."""
    ready: list[tuple[Path, Path]] = []
    old: list[tuple[Path, bytes]] = []
    try:
        for path, raw in written.items():
            target = path.resolve()
            old.append((target, target.read_bytes()))
            ready.append((_beside(target, raw), target))
        for new, target in ready:
            os.replace(new, target)  # noqa: PTH105  (one rename, on Windows too)
    except OSError as error:
        for new, target in ready:
            if not new.exists():
                _put_back(target, dict(old)[target])
            new.unlink(missing_ok=True)
        names = ", ".join(workspace.name(path) for path in written)
        raise FixRefused(f"{names} can't be written: {error.strerror or error}.") from error


def _beside(target: Path, raw: bytes) -> Path:
    """A new file beside the target with its mode, so that moving it there is atomic."""
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".tmp")
    new = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(raw)
        shutil.copymode(target, new)
    except OSError:
        new.unlink(missing_ok=True)
        raise
    return new


def _put_back(target: Path, raw: bytes) -> None:
    with contextlib.suppress(OSError):  # the disk failed just now; there is no more that can be done
        os.replace(_beside(target, raw), target)  # noqa: PTH105
