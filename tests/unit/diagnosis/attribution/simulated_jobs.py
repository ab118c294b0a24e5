"""Logs of jobs too large to run: one rank fails or hangs, and NCCL's watchdog takes down all others ten minutes later.

The watchdog's messages are those of ProcessGroupNCCL.cpp as PyTorch's releases print them; each message is one write
of its process, so ranks interleave between messages and not within them. Same job, same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Literal

from attrs import field, frozen

Release = Literal["2.1", "2.5", "2.6", "2.7", "2.13"]
Ending = Literal["raises", "out of memory", "hangs", "none"]

BEGAN = datetime(2026, 11, 3, 4, 12, 0, tzinfo=timezone.utc)
TIMEOUT_S = 600
STEP_S = 2.5
LAST_STEP = 1203


@frozen
class Message:
    """What a process wrote at once."""

    at: datetime
    rank: int
    lines: tuple[str, ...]


@frozen
class Job:
    """A job of which at most one rank fails by itself.

    Attributes:
        ranks: how many there are.
        initiator: the rank that fails or hangs.
        ending: what the initiator does; with ``none`` it times out like all others.
        release: of PyTorch, which decides how the watchdog words itself.
        labelled: whether each line carries its task as ``srun --label`` puts it.
    """

    ranks: int
    initiator: int
    ending: Ending = "raises"
    release: Release = "2.13"
    labelled: bool = False
    steps: int = field(default=3, kw_only=True)

    def messages(self) -> list[Message]:
        """Returns what all ranks wrote, in the order of time."""
        written = (message for rank in range(self.ranks) for message in self._of(rank))
        return sorted(written, key=lambda message: message.at)

    def write_merged(self, path: Path) -> None:
        """Writes one file that all ranks wrote to."""
        with path.open("w", encoding="utf-8") as file:
            file.writelines(self._text(message) for message in self.messages())

    def write_joined(self, path: Path) -> None:
        """Writes one file in which the ranks stand one after another, as after ``cat``; time says more than order."""
        with path.open("w", encoding="utf-8") as file:
            file.writelines(self._text(message) for rank in range(self.ranks) for message in self._of(rank))

    def write_folder(self, folder: Path) -> None:
        """Writes one file per rank."""
        folder.mkdir()
        for rank in range(self.ranks):
            text = "".join(self._text(message) for message in self._of(rank))
            (folder / f"rank_{rank}.log").write_text(text, encoding="utf-8")

    def _text(self, message: Message) -> str:
        width = len(str(self.ranks - 1))
        label = f"{message.rank:>{width}}: " if self.labelled else ""
        return "".join(f"{label}{line}\n" for line in message.lines)

    def _of(self, rank: int) -> Iterator[Message]:
        # Ranks are some milliseconds apart, and not in the order of their numbers.
        skew = timedelta(milliseconds=(rank * 7919) % 997)
        for n in range(self.steps):
            step = LAST_STEP - self.steps + n
            at = BEGAN + timedelta(seconds=n * STEP_S) + skew
            said = f"{at:%Y-%m-%d %H:%M:%S},{at.microsecond // 1000:03d} - train - INFO - [rank {rank}]"
            yield Message(at, rank, (f"{said} step {step} loss {2.4 - n / 50:.4f} grad_norm {0.8 + n / 100:.3f}",))
        failed = BEGAN + timedelta(seconds=self.steps * STEP_S) + skew
        if rank != self.initiator or self.ending == "none":
            yield from _watchdog(rank, failed + timedelta(seconds=TIMEOUT_S), self.release)
        elif self.ending != "hangs":
            yield Message(failed, rank, self._traceback(rank))

    def _traceback(self, rank: int) -> tuple[str, ...]:
        lines = _TRACEBACKS[self.ending]
        # torch 2.2 and later put the rank before each line of an uncaught exception.
        return tuple(lines if self.release == "2.1" else (f"[rank{rank}]: {line}" for line in lines))


_OUT_OF_MEMORY = (
    "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 1.96 GiB. GPU 3 has a total capacity of 79.11 GiB "
    "of which 1.21 GiB is free. Including non-PyTorch memory, this process has 77.88 GiB memory in use."
)
_TRACEBACKS: dict[Ending, tuple[str, ...]] = {
    "raises": (
        "Traceback (most recent call last):",
        '  File "/workspace/pretrain.py", line 212, in <module>',
        "    main()",
        '  File "/workspace/pretrain.py", line 187, in main',
        "    batch = collate(next(samples))",
        '  File "/workspace/data.py", line 58, in collate',
        '    "mask": torch.tensor([sample["mask"] for sample in samples]),',
        "KeyError: 'mask'",
    ),
    "out of memory": (
        "Traceback (most recent call last):",
        '  File "/workspace/pretrain.py", line 212, in <module>',
        "    main()",
        '  File "/workspace/pretrain.py", line 190, in main',
        "    loss = model(**batch).loss",
        _OUT_OF_MEMORY,
    ),
}
_CORRUPTED = (
    "Some NCCL operations have failed or timed out. Due to the asynchronous nature of CUDA kernels, subsequent GPU "
    "operations might run on corrupted/incomplete data."
)
_DOWN = "To avoid data inconsistency, we are taking the entire process down."
_UNTRACED = (
    "Stack trace of the failed collective not found, potentially because FlightRecorder is disabled. You can enable it "
    "by setting TORCH_NCCL_TRACE_BUFFER_SIZE to a non-zero value."
)
_PLACES: dict[Release, tuple[int, int, int, int, int]] = {
    "2.1": (475, 0, 489, 495, 916),
    "2.5": (607, 1664, 621, 627, 1515),
    "2.6": (616, 1785, 630, 636, 1595),
    "2.7": (629, 2168, 681, 695, 1895),
    "2.13": (757, 2395, 818, 832, 2211),
}
"""Lines of ProcessGroupNCCL.cpp: the timeout, the group's state, the warning, the decision, the end of the thread."""


def _watchdog(rank: int, at: datetime, release: Release) -> Iterator[Message]:
    """Yields what one rank's watchdog says on a timeout, and the end of its process."""
    timed_out, state, corrupted, down, ended = _PLACES[release]
    elapsed = TIMEOUT_S * 1000 + 1 + rank % 97
    sizes = "" if release == "2.1" else "NumelIn=16777216, NumelOut=16777216, "
    work = f"WorkNCCL(SeqNum=48121, OpType=ALLREDUCE, {sizes}Timeout(ms)={TIMEOUT_S * 1000})"
    caught = (
        f"[Rank {rank}] Watchdog caught collective operation timeout: {work} ran for {elapsed} milliseconds before "
        "timing out."
    )
    group = "[PG 0 (default_pg) " if release == "2.5" else "[PG ID 0 PG GUID 0(default_pg) "
    thread = f"{group}Rank {rank}] Process group watchdog" if release != "2.1" else f"[Rank {rank}] NCCL watchdog"
    own = "" if release == "2.1" else f"[Rank {rank}] "
    said = [(timed_out, caught)]
    if release in ("2.5", "2.6"):
        found = "Exception (either an error or timeout) detected by watchdog at work: 48121"
        kept = "last enqueued NCCL work: 48122, last completed NCCL work: 48120."
        said.append((state, f"{group}Rank {rank}] {found}, {kept}"))
    elif release != "2.1":
        found = " failure detected by watchdog at work sequence id: 48121"
        kept = "PG status: last enqueued work: 48122, last completed work: 48120"
        said += [(state, f"{group}Rank {rank}] {found} {kept}"), (corrupted - 14, _UNTRACED)]
    died = f"{thread} thread terminated with exception: {caught}"
    said += [(corrupted, own + _CORRUPTED), (down, own + _DOWN), (ended, died)]
    for n, (line, text) in enumerate(said):
        moment = at + timedelta(milliseconds=3 * n)
        yield Message(moment, rank, (f"{_head(rank, moment, line, release)} {text}",))
    thrown = "std::runtime_error" if release == "2.1" else "c10::DistBackendError"
    last = at + timedelta(milliseconds=3 * len(said))
    yield Message(
        last,
        rank,
        (f"terminate called after throwing an instance of '{thrown}'", f"  what():  {died}", *_frames(release), ""),
    )


def _head(rank: int, at: datetime, line: int, release: Release) -> str:
    if release == "2.1":
        return f"[E ProcessGroupNCCL.cpp:{line}]"
    # glog's stamp has no blank in the month, and nanoseconds.
    return f"[rank{rank}]:[E{at.month}{at:%d %H:%M:%S.%f}{rank % 1000:03d} ProcessGroupNCCL.cpp:{line}]"


def _frames(release: Release) -> Iterator[str]:
    if release == "2.1":
        return
    source, library = "/pytorch/torch/csrc/distributed/c10d/ProcessGroupNCCL.cpp", "/opt/torch/lib"
    yield f"Exception raised from checkTimeout at {source}:{_PLACES[release][0] + 3} (most recent call first):"
    yield f"frame #0: c10::Error::Error(c10::SourceLocation, std::string) + 0x96 (0x7f83f296c1b in {library}/libc10.so)"
    yield f"frame #1: c10d::ProcessGroupNCCL::ncclCommWatchdog() + 0x14d (0x7f83a0a0174d in {library}/libtorch_cuda.so)"
