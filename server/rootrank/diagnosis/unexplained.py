"""What to say beyond the rulebook: facts that this log lacks, next steps of a failure that no entry explains."""

from __future__ import annotations

from collections.abc import Sequence

from rootrank.diagnosis.attribution.roles import role_of
from rootrank.diagnosis.failure import Initiating
from rootrank.diagnosis.judged import Judged
from rootrank.diagnosis.metric_state import loss_rises
from rootrank.model.document import MissingFact, Verdict
from rootrank.model.finding import Findings
from rootrank.model.log import Traceback
from rootrank.reading.frames import fault_frame
from rootrank.reading.native import is_native

NO_TRACEBACK = MissingFact(
    "the traceback that leads to the exception: only its last line is here",
    "select the whole traceback from `Traceback (most recent call last):` down, or give the log file",
)
NO_PYTHON = MissingFact(
    "the Python line that called into the native code: the crash's own stack doesn't hold it",
    "run once more with `PYTHONFAULTHANDLER=1` in the environment, which prints Python's stack at a crash",
)
NO_FORWARD = MissingFact(
    "the forward line whose backward failed: the stack of the forward call is not in the log",
    "run once more with `torch.autograd.set_detect_anomaly(True)` at the top of the script",
)
NO_END = MissingFact(
    "the end of the traceback: the exception itself is not in the log",
    "give the log to its end; with torchrun add `--tee 3 --log-dir logs` so that each rank's output is kept",
)


def advice(
    findings: Findings, initiating: Initiating | None, judged: Sequence[Judged], verdict: Verdict
) -> tuple[list[MissingFact], list[str]]:
    """Returns further missing facts and next steps."""
    if verdict != "failure" and not judged:
        return [], _nothing_steps(findings)
    traceback = initiating.traceback if initiating else None
    facts = _facts(traceback)
    return facts, [] if judged else _steps(traceback, initiating)


def _facts(traceback: Traceback | None) -> list[MissingFact]:
    if traceback is None:
        return []
    facts = []
    if is_native(traceback):
        facts += [] if any(frame.file.endswith(".py") for frame in traceback.frames) else [NO_PYTHON]
    elif not traceback.frames:
        facts.append(NO_TRACEBACK)
    if traceback.exception is None:
        facts.append(NO_END)
    if "Backward" in traceback.message and "returned nan values" in traceback.message and traceback.forward is None:
        facts.append(NO_FORWARD)
    return facts


def _steps(traceback: Traceback | None, initiating: Initiating | None) -> list[str]:
    """Steps for a failure that no entry explains; each names something of this failure."""
    if initiating is not None and initiating.said is not None:
        return [
            f"Read rank {initiating.rank}'s own log up to where the others began to wait: what was it doing?",
            f"Take rank {initiating.rank}'s stack while the others wait, in the next run: `py-spy dump --pid PID`.",
        ]
    if traceback is None:
        record = initiating.record if initiating else None
        text = f"Look at what the process did before “{record.text[:80]}”: " if record else ""
        return (
            [f"{text}give the lines above it, or the kernel's log (`dmesg -T | tail -50`) of that node."]
            if record
            else []
        )
    if role_of(traceback) == "launcher":
        return [
            "This is the launcher's word about its processes: give the output of the ranks themselves.",
            "In the next run, start it with `--tee 3 --log-dir logs`, and decorate main() with `@record`.",
        ]
    steps = []
    frame = fault_frame(traceback)
    if frame is not None and frame.line is not None:
        steps.append(f"Start at {frame.file}:{frame.line}, the last line of your own code before the error.")
    if traceback.cause is not None:
        cause = traceback.cause
        steps.append(f"Read the first exception of the chain: {cause.exception} (line {cause.line} of the log).")
    steps.append(
        "Run that line alone under a debugger: `python -m pdb -c continue` and the script, then `up` to your frame."
    )
    return steps


def _nothing_steps(findings: Findings) -> list[str]:
    if findings.bytes == 0:
        return ["The input is empty: select the traceback, or give the log file."]
    if loss_rises(findings.series):
        return ["The training loss ends well above where it began: compare with a run at a tenth of the learning rate."]
    return ["If the run failed all the same, give the part of the log around its end, or all ranks' files."]
