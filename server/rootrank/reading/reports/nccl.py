"""NCCL's warnings: trouble of the process itself, or news that a peer is gone; and who has which rank.

News of a lost peer is also Gloo's, Horovod's and UCX's, in the system's words.
"""

from __future__ import annotations

from rootrank.reading.later import later
from rootrank.reading.reports.report import Form

_PEER = (
    r"Connection closed by|Connection reset by|Broken pipe|Connection refused"
    r"|Call to (?:recv|send|connect)\w* (?:from|to) "
    r"|Socket recv failed while polling|Failed to execute operation|Proxy Service|socketProgress|remote process exited"
    r"|Accept failed|peer .{0,40}exited|Timeout waiting for|Net : "
)

FORMS = (
    Form("lost_peer", "NCCL WARN", later(rf"NCCL WARN (?=.*(?:{_PEER}))(?P<text>.*)")),
    Form("trouble", "NCCL WARN", later(rf"NCCL WARN (?!.*(?:{_PEER}))(?P<text>\S.*)")),
    Form(
        "lost_peer",
        "Connection closed by",
        later(r"NCCL INFO (?P<text>.*Connection closed by (?:remote peer|local ?[Rr]ank).*)"),
    ),
    Form("lost_peer", "Connection closed by peer", later(r"(?P<text>Connection closed by peer.*)")),
    Form("lost_peer", "Connection reset by peer", later(r"(?P<text>Connection reset by peer.*)")),
    Form(
        "lost_peer",
        "raised the following async exception",
        later(r"\[Rank (?P<rank>\d+)\] Collective \w+\(.*raised the following async exception: (?P<text>.*)"),
    ),
    Form("lost_peer", "NCCL INFO misc/socket.cc", later(r"NCCL INFO (?P<text>misc/socket\.cc:\d+ -> \d)")),
    Form(
        "identity",
        "ncclCommInit",
        later(r"ncclCommInitRank\w* comm \S+ rank (?P<rank>\d+) nranks (?P<world>\d+) cudaDev (?P<local>\d+)"),
    ),
    Form(
        "identity",
        "Group  0 Pid",
        later(r"#\s+Rank\s+(?P<rank>\d+) Group\s+\d+ Pid\s+(?P<pid>\d+) on\s+(?P<host>\S+) device\s+(?P<local>\d+)"),
    ),
)
