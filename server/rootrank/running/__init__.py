"""Runs the user's command as if Rootrank weren't there, and keeps what it printed.

Imports nothing of ours: what the record says is for the front end to find out.
"""

from rootrank.running.record import HEAD_BYTES, TAIL_BYTES, Record
from rootrank.running.run import RunResult, recorded_run, run_recorded

__all__ = ["HEAD_BYTES", "TAIL_BYTES", "Record", "RunResult", "recorded_run", "run_recorded"]
