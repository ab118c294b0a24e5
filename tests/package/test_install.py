"""The source archive and the wheel made from it install with pip into a bare environment, and the command works there.

Dependencies come through pip, from its cache or its index, in the versions of requirements/bundled.lock.
"""

import json
import re
import shutil
import subprocess
import sys
import tarfile
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOCK = ROOT / "requirements" / "bundled.lock"
DEMO = ROOT / "docs" / "demo"
TIMEOUT_S = 500


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The archives by the end of their names; the wheel is built from the source archive, not from the checkout."""
    out = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", out, ROOT)
    return {"tar.gz": next(out.glob("rootrank-*.tar.gz")), "whl": next(out.glob("rootrank-*.whl"))}


@pytest.mark.timeout(TIMEOUT_S)
def test_the_source_archive_holds_what_the_build_needs(built: dict[str, Path]) -> None:
    with tarfile.open(built["tar.gz"]) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"pyproject.toml", "hatch_build.py", "LICENSE", "README.md", "rules/vocabulary.yaml"} <= names
    assert "server/rootrank/py.typed" in names
    assert not [name for name in names if name.startswith((".venv", "node_modules", "dist", "build/"))]
    assert not [name for name in names if "/rulebook/data/" in name], "the rulebook is compiled where it is built"


@pytest.mark.timeout(TIMEOUT_S)
@pytest.mark.parametrize("end", ["whl", "tar.gz"])
def test_it_installs_into_a_bare_environment_and_diagnoses(built: dict[str, Path], end: str, tmp_path: Path) -> None:
    home = tmp_path / "Kim Müller's environment"
    venv.create(home, with_pip=True)
    pins = tmp_path / "pins.txt"
    pins.write_text("\n".join(re.findall(r"^[a-z][^\\\n]*", LOCK.read_text(encoding="utf-8"), re.MULTILINE)))
    run(home / "bin" / "python", "-m", "pip", "install", "-qq", "--constraint", pins, built[end])
    command = home / "bin" / "rootrank"

    check = json.loads(run(command, "serve", "--check"))
    assert check["problems"] == []
    assert check["rulebook"]["entries"] > 30
    assert Path(check["interpreter"]).is_relative_to(home)
    assert (check["scan"], check["codeQuestions"]) == ("hyperscan", True)

    project = tmp_path / "project"
    shutil.copytree(DEMO, project)
    done = subprocess.run(
        [command, "diagnose", "sqrt-at-zero.log", "--workspace", ".", "--format", "json"],
        cwd=project,
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1, done.stderr[-2000:]
    best = json.loads(done.stdout)["diagnoses"][0]
    assert (best["rule"], best["fixes"][0]["kind"]) == ("numerics/sqrt-at-zero", "edit")
    assert best["fixes"][0]["edits"], "ast-grep answered"


def run(*command: object) -> str:
    """What a command prints; it must end well."""
    done = subprocess.run([str(word) for word in command], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout
