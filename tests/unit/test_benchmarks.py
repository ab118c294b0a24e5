"""The logs that the benchmarks read are right: their answer is known, and a wrong one is noticed."""

import sys
from pathlib import Path

import pytest
from rootrank.api import LogInput, diagnose
from rootrank.presenting.document import to_json

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
sys.path.insert(0, str(BENCHMARKS))

import big_logs  # noqa: E402


def answer(path: Path) -> bytes:
    return to_json(diagnose(LogInput.from_paths([path])).document).encode()


def test_one_file_of_all_ranks(tmp_path: Path) -> None:
    big_logs.write_file(tmp_path / "run.log", 3)
    assert 3e6 <= (tmp_path / "run.log").stat().st_size < 3.2e6
    big_logs.checked(answer(tmp_path / "run.log"))


def test_as_many_bytes_in_any_number_of_files(tmp_path: Path) -> None:
    for files in (8, 40):
        folder = tmp_path / f"of {files}"
        big_logs.write_folder(folder, 3, files)
        assert sum(path.stat().st_size for path in folder.iterdir()) == pytest.approx(3e6, rel=0.05)
        big_logs.checked(answer(folder))


def test_a_wrong_answer_does_not_count() -> None:
    wrong = to_json(diagnose([LogInput.from_text("RuntimeError: something else\n", "f")]).document).encode()
    with pytest.raises(RuntimeError, match="wrong answer"):
        big_logs.checked(wrong)
    other = big_logs.TRACEBACK.replace("[rank3]", "[rank4]")
    with pytest.raises(RuntimeError, match="on rank 4, not"):
        big_logs.checked(to_json(diagnose([LogInput.from_text(other, "f")]).document).encode())
