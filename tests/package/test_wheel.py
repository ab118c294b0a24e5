"""What ships is what is tested: the wheel is built, unpacked into an awkward folder, and diagnoses from there."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(ROOT)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    (built,) = out.glob("rootrank-*.whl")
    return built


def test_it_holds_the_compiled_rulebook_and_no_sources_of_it(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert [n for n in names if n.startswith("rootrank/rulebook/data/rulebook-")]
    assert "rootrank/py.typed" in names
    assert not [n for n in names if n.endswith(".yaml") or n.startswith(("tests", "rules"))]
    assert all(n.startswith(("rootrank/", "rootrank-")) for n in names)


def test_it_diagnoses_from_an_awkward_folder(wheel: Path, tmp_path: Path) -> None:
    home = tmp_path / "Kim Müller's tools"
    zipfile.ZipFile(wheel).extractall(home)
    log = ROOT / "docs" / "demo" / "sqrt-at-zero.log"
    # -S and -I leave out the checkout; the libraries come from where they are installed, as in the extension.
    libraries = [p for p in sys.path if p.endswith("site-packages")]
    code = (
        f"import sys; sys.path[:0] = {[str(home), *libraries]!r}; "
        "import rootrank; assert rootrank.__file__.startswith(sys.path[0]), rootrank.__file__; "
        "from rootrank.cli.main import main; sys.exit(main())"
    )
    command = [sys.executable, "-S", "-I", "-c", code, "diagnose", "--format", "json", str(log)]
    done = subprocess.run(command, check=False, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 1, done.stderr[-2000:]
    assert json.loads(done.stdout)["diagnoses"][0]["rule"] == "numerics/sqrt-at-zero"
