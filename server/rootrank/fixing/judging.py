"""Judges whether a verification proved the fix, from the diagnosis of what it printed and its exit code.

"Verified" needs both, and a run that got as far as the failing one: one that was cut short proves nothing.
"""

from __future__ import annotations

import re

from rootrank.model.document import Document, Failure, Hypothesis, Metrics, Outcome

INTERRUPTED = {130, -2, 3221225786, -1073741510}
"""SIGINT as a shell and as Python report it, and Windows' Ctrl-C in both its spellings."""
KILLED = {137, -9, 143, -15, 129, -1}
"""SIGKILL, SIGTERM and SIGHUP: somebody else ended it."""

Judgement = tuple[Outcome, str]


def judge_outcome(before_rule: str, before: Document, after: Document, exit_code: int | None) -> Judgement:
    """The outcome of a verification, and one sentence that says what it rests on.

    Args:
        before_rule: Id of the entry that the fix was for.
        before: The diagnosis of the run that failed.
        after: The diagnosis of what the verification printed.
        exit_code: How it ended; None when that is not known.
    """
    failed = _failed(after)
    if failed and _same_rule(before_rule, after):
        return "still_failing", f"The run still shows {_title(before_rule, after)}."
    if exit_code in INTERRUPTED or _exception(after.failure) == "KeyboardInterrupt":
        return "inconclusive", "The run was interrupted, so nothing is proved."
    if failed and (_exception(after.failure) or _recognised(after)):
        return _judge_failure(before.failure, after)
    return _judge_ending(before, after, exit_code, failed=failed)


def _judge_failure(before: Failure | None, after: Document) -> Judgement:
    known = _recognised(after)
    if known is None and before is not None and after.failure is not None and _same_failure(before, after.failure):
        return "still_failing", f"The run still fails with {_said(after.failure)}."
    if known is not None:
        return "failed_differently", f"The run now fails for another reason: {known.title}."
    return "failed_differently", f"The run now fails with {_said(after.failure)}."


def _judge_ending(before: Document, after: Document, exit_code: int | None, *, failed: bool) -> Judgement:
    if exit_code is None:
        return "inconclusive", "How the run ended is not known, so nothing is proved."
    if exit_code in KILLED:
        return "inconclusive", f"The run was killed from outside (exit code {exit_code}), so nothing is proved."
    if failed:
        return "failed_differently", f"The run now fails with {_said(after.failure)}."
    if exit_code != 0:
        return "inconclusive", f"The run ended with exit code {exit_code}, but printed no failure that says why."
    if not after.input.files and after.input.bytes == 0:
        return "inconclusive", "The run ended with exit code 0, but its output was not seen."
    if not after.input.complete:
        return "inconclusive", "The run ended with exit code 0, but only a part of its output was read."
    return _judge_reach(before.metrics, after.metrics)


def _judge_reach(before: Metrics, after: Metrics) -> Judgement:
    """A run that ended well proves the fix only when it got to where the other failed."""
    name, step = _last_step(before)
    if name is None:
        return "verified", "The run ended with exit code 0 and its output shows no failure."
    reached = [point[0] for series in after.series if series.name == name for point in series.points]
    if not reached:
        return "inconclusive", f"The run ended with exit code 0, but printed no `{name}`: it shows nothing of training."
    if max(reached) < step:
        return (
            "inconclusive",
            f"The run ended with exit code 0 at step {max(reached):g}; the other failed after {step:g}.",
        )
    return "verified", f"The run went past step {step:g}, where the other failed, and ended with exit code 0."


def _last_step(metrics: Metrics) -> tuple[str | None, float]:
    """The metric and the step at which the failing run stood when it failed."""
    onset = metrics.onset
    if onset is not None and onset.step is not None:
        return onset.name, onset.step
    ends = [(series.points[-1][0], series.name) for series in metrics.series if series.points]
    step, name = max(ends, default=(0.0, None))
    return name, step


def _failed(after: Document) -> bool:
    return after.verdict == "failure" or after.failure is not None


def _same_rule(rule: str, after: Document) -> bool:
    first = after.diagnoses[:1]
    return any(found.rule == rule for found in [*first, *_likely(after)])


def _likely(after: Document) -> list[Hypothesis]:
    return [found for found in after.diagnoses if found.confidence != "possible"]


def _recognised(after: Document) -> Hypothesis | None:
    return next(iter(_likely(after)), None)


def _title(rule: str, after: Document) -> str:
    return next(f"“{found.title}”" for found in after.diagnoses if found.rule == rule)


def _same_failure(before: Failure, after: Failure) -> bool:
    """The same type of exception at the same place; the fix itself may have moved and changed the line."""
    if _exception(before) != _exception(after):
        return False
    if before.frame is None or after.frame is None:
        return before.frame is after.frame and _shape(before.message) == _shape(after.message)
    same_function = (_base(before.frame.file), before.frame.function) == (_base(after.frame.file), after.frame.function)
    same_line = before.frame.text is not None and before.frame.text == after.frame.text
    return same_function and (same_line or _shape(before.message) == _shape(after.message))


def _exception(failure: Failure | None) -> str | None:
    return failure.exception.rpartition(".")[2] if failure is not None and failure.exception else None


def _base(path: str) -> str:
    return re.split(r"[/\\]", path)[-1]


def _shape(message: str) -> str:
    """The message without its numbers, which differ from run to run."""
    return re.sub(r"\d+", "0", message)


def _said(failure: Failure | None) -> str:
    """The failure in a few words."""
    if failure is None:
        return "another failure"
    message = failure.message.strip().split("\n", 1)[0]
    said = f"{failure.exception}: {message}" if failure.exception and message else failure.exception or message
    place = f" at {_base(failure.frame.file)}:{failure.frame.line}" if failure.frame and failure.frame.line else ""
    return (said[:200].rstrip(".") or "another failure") + place
