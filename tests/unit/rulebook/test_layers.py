"""The user's and the workspace's own entries on top of those that ship."""

import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from rootrank.api import LogInput, Workspace, diagnose
from rootrank.rulebook.layers import WORKSPACE_RULES
from rootrank.rulebook.store import open_rulebook
from rulebook_samples import ENTRY, write_rules

LOG = "sample broke at step 7\n"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "config" / "rootrank" / "rules"


def rules(root: Path, **options: object) -> list[str]:
    answer = diagnose([LogInput.from_text(LOG, "f")], workspace=Workspace([root]), **options)
    return [d.rule for d in answer.document.diagnoses]


def test_the_users_own_entry_is_used(home: Path, tmp_path: Path) -> None:
    assert rules(tmp_path) == []
    write_rules(home)
    (home / "vocabulary.yaml").unlink()  # the words of the rulebook that ships will do
    assert rules(tmp_path) == ["numerics/sample"]


def test_a_workspaces_entry_is_used_only_when_trusted(tmp_path: Path) -> None:
    write_rules(tmp_path / WORKSPACE_RULES)
    assert rules(tmp_path) == []
    assert rules(tmp_path, workspace_rules=True) == ["numerics/sample"]


def test_a_changed_file_is_read_again(home: Path, tmp_path: Path) -> None:
    write_rules(home)
    assert rules(tmp_path) == ["numerics/sample"]
    write_rules(home, ENTRY.replace("sample broke", "other break"))
    entry = home / "numerics" / "sample" / "entry.yaml"
    os.utime(entry, ns=(1, entry.stat().st_mtime_ns + 1))
    assert rules(tmp_path) == []


def test_a_broken_entry_is_named_and_the_rest_works(home: Path, tmp_path: Path) -> None:
    write_rules(home)
    write_rules(home, ENTRY.replace("numerics/sample", "numerics/broken").replace("title:", "titel:"), "broken")
    answer = diagnose([LogInput.from_text(LOG, "f")], workspace=Workspace([tmp_path]))
    assert [d.rule for d in answer.document.diagnoses] == ["numerics/sample"]
    assert any("broken/entry.yaml" in text and "titel" in text for text in answer.warnings)


def test_an_entry_of_the_same_id_takes_the_others_place() -> None:
    book = open_rulebook()
    name = book.ids[0]
    changed = book.with_entries([book.entry(name)])
    assert len(changed) == len(book)
    assert changed.ids == book.ids
