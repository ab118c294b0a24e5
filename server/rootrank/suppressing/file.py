"""The workspace file of suppressions: read with clear messages, written whole or not at all."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from datetime import date
from pathlib import Path
from typing import Any

from attrs import asdict, frozen

from rootrank.model.document import Hypothesis

FILE = Path(".rootrank") / "suppressed.json"
_KEYS = {"rule", "folder", "finding", "reason", "until"}


class SuppressionsError(Exception):
    """The file can't be read or written; the message names it and says what to do."""


@frozen
class Suppression:
    """One thing that the user doesn't want to see."""

    rule: str
    """Id of the entry."""
    reason: str
    """Why; shown wherever the entry would have been."""
    folder: str = "."
    """Folder below the workspace in which it holds, with forward slashes; ``.`` for all of it."""
    finding: str | None = None
    """Only the finding with this key (see ``finding_key``); None for every finding of the entry."""
    until: str | None = None
    """Last day on which it holds, as YYYY-MM-DD; None for good."""

    def holds_on(self, day: date) -> bool:
        """Whether it hasn't run out."""
        return self.until is None or date.fromisoformat(self.until) >= day


def finding_key(hypothesis: Hypothesis) -> str:
    """Returns what stays the same of a finding from run to run: its entry and the text of the line at fault."""
    place = hypothesis.place
    name = place.file.replace("\\", "/").rsplit("/", 1)[-1] if place else ""
    text = f"{hypothesis.rule}\n{name}\n{(place.text or '').strip() if place else ''}"
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def read(root: Path) -> tuple[Suppression, ...]:
    """Reads a workspace's suppressions; none when it has no file.

    Raises:
        SuppressionsError: the file is there and isn't right.
    """
    path = root / FILE
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return ()
    except (OSError, ValueError) as error:
        raise SuppressionsError(f"{path} can't be read ({error}): mend or remove it; nothing is muted") from error
    items = data.get("suppressed") if isinstance(data, dict) else None
    if not isinstance(items, list):
        raise SuppressionsError(f"{path}: must be an object with the list `suppressed`; nothing is muted")
    return tuple(_checked(path, number, item) for number, item in enumerate(items))


def _checked(path: Path, number: int, item: Any) -> Suppression:
    where = f"{path}: suppressed[{number}]"
    if not isinstance(item, dict) or not {"rule", "reason"} <= set(item) <= _KEYS:
        raise SuppressionsError(
            f"{where}: needs `rule` and `reason`; may have folder, finding, until; nothing is muted"
        )
    for key, value in item.items():
        if not isinstance(value, str) and not (value is None and key in ("finding", "until")):
            raise SuppressionsError(f"{where}.{key}: must be text; nothing is muted")
    found = Suppression(**item)
    try:
        found.holds_on(date.min)
    except ValueError as error:
        raise SuppressionsError(f"{where}.until: must be a day like 2027-01-31; nothing is muted") from error
    return found


def add(root: Path, suppression: Suppression) -> Path:
    """Adds one; an earlier one of the same entry, folder and finding gives way to it. Returns the file."""
    kept = [s for s in read(root) if _scope(s) != _scope(suppression)]
    return _write(root, [*kept, suppression])


def remove(root: Path, rule: str, finding: str | None = None) -> int:
    """Takes back what mutes an entry (or one finding of it); returns how many were taken back."""
    present = read(root)
    kept = [s for s in present if s.rule != rule or (finding is not None and s.finding != finding)]
    if len(kept) < len(present):
        _write(root, kept)
    return len(present) - len(kept)


def _scope(suppression: Suppression) -> tuple[str, str, str | None]:
    return suppression.rule, suppression.folder, suppression.finding


def _write(root: Path, items: list[Suppression]) -> Path:
    path = root / FILE
    rows = [{k: v for k, v in asdict(s).items() if v is not None} for s in sorted(items, key=lambda s: str(_scope(s)))]
    text = json.dumps({"suppressed": rows}, indent=2, ensure_ascii=False) + "\n"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".suppressed-")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(name).replace(path)
    except OSError as error:
        raise SuppressionsError(f"{path} can't be written: {error.strerror}") from error
    return path
