"""A folder of per-rank files."""

import os
from pathlib import Path

import pytest
from rootrank.reading import folders
from rootrank.reading.folders import FolderError, LogFile, log_files


def lay(folder: Path, *paths: str, content: bytes = b"text\n") -> None:
    for path in paths:
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)


def told(folder: Path) -> dict[str, tuple[int | None, str | None]]:
    return {file.path.relative_to(folder).as_posix(): (file.rank, file.host) for file in log_files(folder)}


def test_torchrun_s_folder(tmp_path: Path) -> None:
    lay(tmp_path, *(f"none_ab12/attempt_0/{n}/{s}" for n in range(2) for s in ("stdout.log", "stderr.log")))
    lay(tmp_path, "none_ab12/attempt_0/1/error.json", content=b"{}")
    run = tmp_path / "none_ab12/attempt_0"
    assert log_files(tmp_path) == [
        LogFile(run / "0/stderr.log", 0, True, None, 0, "stderr", "log", "none_ab12"),
        LogFile(run / "0/stdout.log", 0, True, None, 0, "stdout", "log", "none_ab12"),
        LogFile(run / "1/error.json", 1, True, None, 0, None, "error_file", "none_ab12"),
        LogFile(run / "1/stderr.log", 1, True, None, 0, "stderr", "log", "none_ab12"),
        LogFile(run / "1/stdout.log", 1, True, None, 0, "stdout", "log", "none_ab12"),
    ]
    # the attempt's own folder says as much of the ranks
    assert [(f.rank, f.local) for f in log_files(run)] == [(0, True), (0, True), (1, True), (1, True), (1, True)]


def test_ranks_are_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    lay(tmp_path, *(f"rank{n}.log" for n in (10, 9, 0, 100)))
    assert [file.rank for file in log_files(tmp_path)] == [0, 9, 10, 100]


def test_numbers_side_by_side_are_ranks(tmp_path: Path) -> None:
    lay(tmp_path, "gpu07/0.log", "gpu07/1.log", "gpu08/2.log", "gpu08/3.log")
    assert told(tmp_path)["gpu07/1.log"] == (1, "gpu07")
    assert told(tmp_path)["gpu08/3.log"] == (None, "gpu08")  # 2 and 3 alone are no row from 0


def test_a_number_alone_or_with_gaps_is_no_rank(tmp_path: Path) -> None:
    lay(tmp_path, "one/3.log", "gaps/0.log", "gaps/2.log", "rotated/train.log", "rotated/train.log.1")
    assert {rank for rank, _ in told(tmp_path).values()} == {None}


def test_tasks_of_a_job_run_from_0(tmp_path: Path) -> None:
    lay(tmp_path, "a/gpt-814522-0-0.log", "a/gpt-814522-0-1.log", "a/gpt-814522-1-2.log")
    lay(tmp_path, "b/gpt-814522-0.log", "b/gpt-814522-1.log")
    lay(tmp_path, "c/gpt-10000-1.log", "c/gpt-10000-2.log", "d/gpt_814522_0.log", "d/gpt_814522_1.log")
    assert {path: rank for path, (rank, _) in told(tmp_path).items()} == {
        "a/gpt-814522-0-0.log": 0,
        "a/gpt-814522-0-1.log": 1,
        "a/gpt-814522-1-2.log": 2,
        "b/gpt-814522-0.log": 0,
        "b/gpt-814522-1.log": 1,
        "c/gpt-10000-1.log": None,  # steps, or retries
        "c/gpt-10000-2.log": None,
        "d/gpt_814522_0.log": None,  # an array's runs as likely as one run's tasks
        "d/gpt_814522_1.log": None,
    }


def test_numbered_folders_are_ranks(tmp_path: Path) -> None:
    lay(tmp_path, "out/0/stdout", "out/1/stdout", "out/1/stderr")
    assert {path: rank for path, (rank, _) in told(tmp_path).items()} == {
        "out/0/stdout": 0,
        "out/1/stderr": 1,
        "out/1/stdout": 1,
    }


def test_folders_of_ranks_side_by_side_are_nodes(tmp_path: Path) -> None:
    lay(tmp_path, "logs/luke/rank0.log", "logs/luke/rank1.log", "logs/leia/rank2.log", "logs/leia/rank3.log")
    files = log_files(tmp_path)
    assert [(f.host, f.rank, f.local) for f in files] == [
        ("leia", 2, False),
        ("leia", 3, False),
        ("luke", 0, False),
        ("luke", 1, False),
    ]


def test_a_rank_that_two_nodes_have_is_a_local_one(tmp_path: Path) -> None:
    lay(tmp_path, "gpu07/rank0.log", "gpu07/rank1.log", "gpu08/rank0.log")
    assert [(f.host, f.rank, f.local) for f in log_files(tmp_path)] == [
        ("gpu07", 0, True),
        ("gpu07", 1, True),
        ("gpu08", 0, True),
    ]


def test_folders_of_runs_are_no_nodes(tmp_path: Path) -> None:
    lay(tmp_path, "run_1/rank0.log", "run_2/rank0.log", "2024-11-02/rank0.log")
    assert {host for _, host in told(tmp_path).values()} == {None}


def test_out_is_standard_output_where_err_is_beside_it(tmp_path: Path) -> None:
    lay(tmp_path, "slurm-814522-0.out", "slurm-814522-0.err", "slurm-814523-0.out")
    assert {f.path.name: f.stream for f in log_files(tmp_path)} == {
        "slurm-814522-0.out": "stdout",
        "slurm-814522-0.err": "stderr",
        "slurm-814523-0.out": None,
    }


def test_what_is_left_out(tmp_path: Path) -> None:
    lay(tmp_path, "train.log", "empty.log", "train.py", ".hidden.log", ".git/x.log", "checkpoint-100/trainer.log")
    lay(tmp_path, "a-1.0.dist-info/entry_points.txt")
    lay(tmp_path, "empty.log", content=b"")
    lay(tmp_path, "weights.out", content=bytes(range(256)) * 20)
    lay(tmp_path, "powershell.log", content="Fehler\n".encode("utf-16"))
    lay(tmp_path, "_dump_0", content=bytes(range(256)))
    lay(tmp_path, "rank0.log.gz", content=b"\x1f\x8b\x08\x00\x00\x00\x00\x00")
    assert list(told(tmp_path)) == ["_dump_0", "empty.log", "powershell.log", "rank0.log.gz", "train.log"]


@pytest.mark.skipif(not hasattr(os, "symlink") or os.name == "nt", reason="2026-12-01: links need rights on Windows")
def test_links_don_t_lead_in_circles(tmp_path: Path) -> None:
    lay(tmp_path, "run/rank0.log")
    (tmp_path / "run" / "again").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "latest.log").symlink_to(tmp_path / "run" / "rank0.log")
    (tmp_path / "nowhere.log").symlink_to(tmp_path / "gone.log")
    (tmp_path / "self.log").symlink_to(tmp_path / "self.log")
    assert len(log_files(tmp_path)) == 1


def test_too_many_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lay(tmp_path, *(f"rank{n}.log" for n in range(4)))
    monkeypatch.setattr(folders, "MOST_FILES", 3)
    with pytest.raises(FolderError, match="give the folder of one run"):
        log_files(tmp_path)
    monkeypatch.setattr(folders, "MOST_ENTRIES", 2)
    with pytest.raises(FolderError, match="more than 2 files"):
        log_files(tmp_path)


def test_no_folder(tmp_path: Path) -> None:
    with pytest.raises(FolderError, match="is not a folder"):
        log_files(tmp_path / "gone")
    assert log_files(tmp_path) == []
