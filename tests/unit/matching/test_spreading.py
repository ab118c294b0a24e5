"""Several logs at once: the same findings and the same document as one after the other, and one failure ends all."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from attrs import evolve
from rootrank import api
from rootrank.matching import spreading
from rootrank.matching.inputs import LogInput
from rootrank.matching.spreading import LARGE, executor_for, scan_all
from rootrank.model.document import Document

RANKS = 6
TROUBLE = {
    2: "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.",
    4: "torch.distributed.DistBackendError: NCCL communicator was aborted on rank 4.",
}


def folder(path: Path) -> Path:
    path.mkdir()
    for rank in range(RANKS):
        text = "".join(f"2026-01-01 00:00:{n % 60:02d} [rank{rank}]: step {n} loss {1 / (n + 1)}\n" for n in range(900))
        if rank in TROUBLE:
            text += f'[rank{rank}]: Traceback (most recent call last):\n[rank{rank}]:   File "a.py", line 3, in f\n'
            text += f"[rank{rank}]:     f()\n[rank{rank}]: {TROUBLE[rank]}\n"
        (path / f"rank_{rank}.log").write_text(text, encoding="utf-8")
    return path


def document(path: Path) -> Document:
    answer = api.diagnose(LogInput.from_paths([path])).document
    return evolve(answer, input=evolve(answer.input, seconds=0.0))


def test_threads_give_the_same_document(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    logs = folder(tmp_path / "logs")
    alone = document(logs)
    used: list[str] = []
    real = api._scan_optional

    def noting(*arguments: object) -> object:
        used.append(threading.current_thread().name)
        return real(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(api, "executor_for", lambda _: ThreadPoolExecutor(3, thread_name_prefix="scan"))
    monkeypatch.setattr(api, "_scan_optional", noting)
    assert document(logs) == alone
    assert alone.ranks.initiating == 2
    assert len(used) == RANKS
    assert all(name.startswith("scan") for name in used)


def test_threads_only_for_several_large_logs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreading.os, "cpu_count", lambda: 4)
    small, large = (evolve(LogInput.from_text("", "f"), size=size) for size in (LARGE - 1, LARGE))
    assert executor_for([small] * 1000) is None
    assert executor_for([large, small, small]) is None
    executor = executor_for([large, large, small])
    assert executor is not None
    executor.shutdown()


def test_a_log_that_cannot_be_read_ends_the_others() -> None:
    waiting = threading.Event()

    def scan(one: LogInput, ended: Callable[[], bool]) -> str:
        if one.name == "broken":
            waiting.wait(10)
            raise OSError("it broke")
        waiting.set()
        while not ended():
            pass
        return one.name

    logs = [LogInput.from_text("", name) for name in ("broken", "endless", "never begun")]
    with pytest.raises(OSError, match="it broke"):
        scan_all(scan, logs, ThreadPoolExecutor(2))
