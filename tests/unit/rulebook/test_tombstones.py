"""An id that was removed is never used again, and who still names it is told why it went."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from rootrank.rulebook.load import load_rules, read_tombstones
from rulebook_samples import ENTRY, write_rules

ROOT = Path(__file__).parents[3]
WHY = "numerics/gone: it could not be told from numerics/sample, which says both\n"


def test_a_removed_id_is_refused_with_the_reason(tmp_path: Path) -> None:
    root = write_rules(tmp_path)
    (root / "tombstones.yaml").write_text(WHY.replace("gone:", "sample:"))
    (problem,) = load_rules(root).problems
    assert (problem.check, problem.key, problem.line) == ("tombstone", "id", 1)
    assert "is never used again (it could not be told from" in problem.text


def test_who_names_a_removed_id_is_told_why_it_went(tmp_path: Path) -> None:
    root = write_rules(tmp_path, ENTRY.replace("cases:\n", "related: [numerics/gone]\ncases:\n"))
    (root / "tombstones.yaml").write_text(WHY)
    (problem,) = load_rules(root).problems
    assert (
        problem.text
        == "there is no entry numerics/gone any more: it could not be told from numerics/sample, which says both"
    )


@pytest.mark.parametrize("text", ["- numerics/gone\n", "numerics/gone:\n", "numerics/gone: [x]\n", "{"])
def test_a_broken_file_is_a_problem(tmp_path: Path, text: str) -> None:
    root = write_rules(tmp_path)
    (root / "tombstones.yaml").write_text(text)
    loaded = load_rules(root)
    assert [problem.file for problem in loaded.errors] == [str(root / "tombstones.yaml")]
    assert loaded.entries, "the entries still work"


def test_every_entry_that_history_removed_has_one() -> None:
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("no history here: neither git nor a checkout (2026-12-01)")
    asked = ["git", "log", "--diff-filter=DR", "--no-renames", "--format=", "--name-only", "--", "rules"]
    names = subprocess.run(asked, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()
    removed = {"/".join(Path(name).parts[1:3]) for name in names if name.endswith("/entry.yaml")}
    gone = {name for name in removed if not (ROOT / "rules" / name / "entry.yaml").exists()}
    tombstones, problems = read_tombstones(ROOT / "rules" / "tombstones.yaml")
    assert problems == []
    assert gone <= set(tombstones)
