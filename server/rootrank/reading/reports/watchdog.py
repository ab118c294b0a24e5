"""c10d's NCCL watchdog: a rank waited in a collective until the time-out, and what it had enqueued and completed.

A time-out tells of the one who waited. Texts of ``ProcessGroupNCCL.cpp``, torch 1.8 to 2.13.
"""

from __future__ import annotations

from rootrank.reading.later import later
from rootrank.reading.reports.report import Form

FORMS = (
    Form(
        "timeout",
        "Watchdog caught collective operation timeout",
        later(
            r"\[(?:[^\]]*\b)?Rank (?P<rank>\d+)\](?:  ?|.*?)Watchdog caught collective operation timeout: "
            r"Work(?:NCCL|XCCL|HCCL)\((?:SeqNum=(?P<seq>\d+), )?OpType=(?P<op>\w+)"
            r"(?:, TensorShape=\[(?P<shape>[\d, ]*)\])?(?:, NumelIn=(?P<numel_in>\d+), NumelOut=(?P<numel_out>\d+))?"
            r"(?:, Timeout\(ms\)=(?P<timeout_ms>\d+))?\)(?: ran for (?P<ran_ms>\d+) milliseconds)?"
        ),
    ),
    Form(
        "progress",
        "last completed",
        later(
            r"\[PG (?:ID )?(?P<group>\S+)[^\]]*? Rank (?P<rank>\d+)\].*?last enqueued (?:NCCL )?work: "
            r"(?P<enqueued>-?\d+), last completed (?:NCCL )?work: (?P<completed>-?\d+)"
        ),
    ),
    Form(
        "stuck",
        "watchdog got stuck for",
        later(r"Rank (?P<rank>\d+)\].*watchdog got stuck for (?P<seconds>\d+)\s?seconds"),
    ),
)
