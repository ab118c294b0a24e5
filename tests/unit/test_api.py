"""The library call: what its documentation shows works, is typed, and is all that is offered."""

import ast
import inspect
import shutil
from pathlib import Path

import pytest
from rootrank import api
from rootrank.model.document import Document

ROOT = Path(__file__).parents[2]


def test_the_example_in_its_documentation_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = (api.__doc__ or "").splitlines()
    example = "\n".join(lines[lines.index("") + 1 :])
    ast.parse(example)
    shutil.copy(ROOT / "docs" / "demo" / "sqrt-at-zero.log", tmp_path / "train.log")
    monkeypatch.chdir(tmp_path)
    exec(compile(example, "example", "exec"), {})
    assert capsys.readouterr().out == "failure\n"


def test_everything_offered_is_documented_and_typed() -> None:
    for name in api.__all__:
        assert inspect.getdoc(getattr(api, name)), name
    signature = inspect.signature(api.diagnose)
    assert all(one.annotation is not inspect.Parameter.empty for one in signature.parameters.values())
    assert signature.return_annotation == "Answer"
    assert api.Answer.__annotations__["document"] == Document.__name__
    assert (Path(inspect.getfile(api)).parent / "py.typed").exists()
