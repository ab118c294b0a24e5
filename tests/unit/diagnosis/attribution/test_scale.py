"""The rank that failed first is found among thousands, in one file or in one per rank, whatever release wrote it."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest
from rootrank.api import LogInput, diagnose
from rootrank.model.document import Ranks

from .simulated_jobs import Ending, Job, Release

RELEASES: tuple[Release, ...] = get_args(Release)


def ranks_of(path: Path) -> Ranks:
    return diagnose(LogInput.from_paths([str(path)])).document.ranks


def others(job: Job) -> list[int]:
    return [rank for rank in range(job.ranks) if rank != job.initiator]


def check(job: Job, path: Path) -> None:
    ranks = ranks_of(path)
    assert (ranks.status, ranks.initiating) == ("named", job.initiator), ranks.why
    assert sorted(ranks.collateral) == others(job)


@pytest.mark.parametrize("ending", ["raises", "out of memory"])
@pytest.mark.parametrize("release", RELEASES)
def test_one_file(release: Release, ending: Ending, tmp_path: Path) -> None:
    # Without a prefix of torch's, which came with 2.2, a launcher's has to say whose traceback it is.
    job = Job(64, 37, ending, release, labelled=release == "2.1")
    job.write_merged(tmp_path / "train.log")
    check(job, tmp_path / "train.log")


@pytest.mark.parametrize("initiator", [0, 5, 63])
def test_ranks_one_after_another_in_one_file(initiator: int, tmp_path: Path) -> None:
    job = Job(64, initiator)
    job.write_joined(tmp_path / "train.log")
    check(job, tmp_path / "train.log")


@pytest.mark.parametrize("release", RELEASES)
def test_a_file_for_each_rank(release: Release, tmp_path: Path) -> None:
    job = Job(64, 9, release=release)
    job.write_folder(tmp_path / "logs")
    check(job, tmp_path / "logs")


@pytest.mark.parametrize("form", ["merged", "folder"])
def test_the_rank_that_hangs_is_the_one_that_does_not_time_out(form: str, tmp_path: Path) -> None:
    job = Job(64, 22, "hangs")
    path = tmp_path / "logs"
    (job.write_merged if form == "merged" else job.write_folder)(path)
    check(job, path)


@pytest.mark.parametrize("form", ["merged", "folder"])
def test_where_all_time_out_alike_none_is_named(form: str, tmp_path: Path) -> None:
    job = Job(64, 22, "none")
    path = tmp_path / "logs"
    (job.write_merged if form == "merged" else job.write_folder)(path)
    ranks = ranks_of(path)
    assert (ranks.status, ranks.initiating, ranks.collateral) == ("unknown", None, [])


def test_a_file_for_each_of_1024_ranks(tmp_path: Path) -> None:
    job = Job(1024, 777, "out of memory", "2.7")
    job.write_folder(tmp_path / "logs")
    check(job, tmp_path / "logs")


@pytest.mark.parametrize("ending", ["raises", "out of memory"])
def test_4096_ranks_in_one_file(ending: Ending, tmp_path: Path) -> None:
    job = Job(4096, 3001, ending)
    job.write_merged(tmp_path / "train.log")
    check(job, tmp_path / "train.log")
