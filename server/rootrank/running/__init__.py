"""Runs the user's command as if Rootrank weren't there, and follows the logs of a run that goes on.

``run_recorded`` keeps what a command prints, ``vigil`` has it judged when it got quiet, ``follow`` reads files as they
grow into the same map as a log that is read from its beginning to its end. What any of it says is for the front end to
find out. Imports nothing later than ``matching``, and ``follow`` apart nothing of ours, so a command starts at once.
"""

from rootrank.running.patience import LONGEST_S, QUIET_S, Patience
from rootrank.running.record import HEAD_BYTES, TAIL_BYTES, Record
from rootrank.running.run import RunResult, recorded_run, run_recorded
from rootrank.running.vigil import vigil

__all__ = [
    "HEAD_BYTES",
    "LONGEST_S",
    "QUIET_S",
    "TAIL_BYTES",
    "Patience",
    "Record",
    "RunResult",
    "recorded_run",
    "run_recorded",
    "vigil",
]
