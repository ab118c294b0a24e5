"""What an exception says of its rank: a failure of its own, or news of someone else's.

Texts of c10d, Gloo, NCCL, torchelastic, Horovod, Ray and MPI, read in their sources and in real runs.
"""

from __future__ import annotations

import re
from typing import Literal

from rootrank.matching.predicates import chain
from rootrank.model.log import Traceback

Role = Literal[
    "own",  # a failure of its own
    "communication",  # a collective library's error that doesn't say whose fault it is
    "waiting",  # waited for a peer until the time-out
    "lost_peer",  # a peer is gone
    "stopped",  # told to end
    "launcher",  # a launcher's or driver's word about its children
    "harmless",  # an end that was wished for
]

_HARMLESS = {"KeyboardInterrupt", "StopIteration", "SystemExit", "GeneratorExit", "BdbQuit"}
_LAUNCHER = re.compile(
    r"ChildFailedError|CalledProcessError|ProcessRaisedException|ProcessExitedException|ProcessContext"
    r"|^ray\.exceptions\.|RayTaskError|RayActorError|TrainingFailedError|MultiNodeTrainingError"
    r"|torch/distributed/(?:run|launch)|Horovod detected that one or more processes exited"
)
_ABORTED = re.compile(r"^Fatal Python error: Aborted|^std::terminate: called without an active exception")
_STOPPED = re.compile(r"SignalException|got signal: (?:15|SIGTERM)|killed by signal: Terminated|received signal 15")
_WAITING = re.compile(
    r"Timed out waiting \d+ms for (?:send|recv)|Watchdog caught collective operation timeout|monitoredBarrier"
    r"|RendezvousTimeoutError|wait timeout after|Wait timeout|Timeout waiting for key|store->get\(.*\) got error"
    r"|failed to pass|client socket has timed out|DistStoreError|timed out connecting"
    r"|Timed out after \d+ seconds waiting for clients"
    r"|communicator was aborted.*[Tt]imeout|Socket Timeout|waiting for the other ranks"
)
_LOST = re.compile(
    r"Connection closed by|Connection reset|Broken pipe|Connection refused|Socket closed|NCCL communicator was aborted"
    r"|remote process exited|ncclRemoteError|Socket recv failed while polling|Connection was likely closed"
    r"|Horovod has been shut down|HorovodInternalError|peer (?:process )?exited|connectFullMesh"
    r"|sendBytes failed|recvValue failed|failed to recv|Collective operation aborted"
)
_COMMUNICATION = re.compile(
    r"NCCL error|ncclInternalError|ncclSystemError|ncclUnhandledCudaError|unhandled (?:system|cuda) error"
    r"|DistBackendError|DistNetworkError|ncclCommInit|gloo/|ProcessGroupNCCL|NCCL Error"
)
_OWN_NCCL = re.compile(
    r"Duplicate GPU|invalid usage|no socket interface|posix_fallocate|ibv_|shared memory|No space left"
)
"""In a collective library's error, what only the rank itself can have met."""


def role_of(traceback: Traceback) -> Role:
    """Returns what an exception, with the ones it is chained to, says of its rank."""
    name = (traceback.exception or "").rsplit(".", 1)[-1]
    said = f"{traceback.exception}: {traceback.message}"
    if name in _HARMLESS:
        return "harmless"
    if _ABORTED.search(said):
        return "lost_peer"  # by abort() a watchdog ends a process that waited, and a thread one that lost its peer
    if _LAUNCHER.search(said):
        return "launcher"
    if _STOPPED.search(said):
        return "stopped"
    causes = [part for part in chain(traceback) if part is not traceback]
    if causes and _is_remote(said):
        # Raised while something else was handled: the something else is the failure, if it is one of its own.
        inner = [role_of(part) for part in causes]
        if "own" in inner:
            return "own"
    if _OWN_NCCL.search(said) or _is_local(traceback, name):
        return "own"
    if _WAITING.search(said):
        return "waiting"
    if _LOST.search(said):
        return "lost_peer"
    return "communication" if _COMMUNICATION.search(said) else "own"


def _is_local(traceback: Traceback, name: str) -> bool:
    """Whether a connection broke to a process of the rank's own, such as a DataLoader worker, not to another rank."""
    broken = name in ("ConnectionResetError", "BrokenPipeError", "ConnectionRefusedError", "EOFError")
    return broken and any("multiprocessing" in frame.file for frame in traceback.frames[-6:])


def _is_remote(said: str) -> bool:
    return bool(_WAITING.search(said) or _LOST.search(said) or _COMMUNICATION.search(said))
