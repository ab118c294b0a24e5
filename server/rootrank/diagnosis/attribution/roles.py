"""What an exception says of its rank: a failure of its own, or news of someone else's.

Texts of c10d, Gloo, NCCL, torchelastic, Horovod, Ray and MPI, read in their sources and in real runs.
"""

from __future__ import annotations

import re
from typing import Literal

from rootrank.matching.predicates import chain
from rootrank.model.log import Traceback
from rootrank.reading.later import later

Role = Literal[
    "own",  # a failure of its own
    "communication",  # a collective library's error that doesn't say whose fault it is
    "waiting",  # waited for a peer until the time-out
    "lost_peer",  # a peer is gone
    "stopped",  # told to end
    "launcher",  # a launcher's or driver's word about its children
    "shared",  # a mistake of the program that comes up on every rank, whoever says it first
    "harmless",  # an end that was wished for
]

_HARMLESS = {"KeyboardInterrupt", "StopIteration", "SystemExit", "GeneratorExit", "BdbQuit"}
_LAUNCHER = later(
    r"ChildFailedError|^ray\.exceptions\.|RayTaskError|RayActorError|TrainingFailedError|MultiNodeTrainingError"
    r"|exception in a background process|Engine core initialization failed|EngineCore failed"
    r"|Horovod detected that one or more processes exited"
)
_PARENT = later(r"CalledProcessError|ProcessRaisedException|ProcessExitedException|ProcessContext")
"""What a process says of one that it started: a launcher of its ranks, a rank of a helper of its own."""
_ABORTED = later(r"^Fatal Python error: Aborted|^std::terminate: called without an active exception")
_STOPPED = later(r"SignalException|got signal: (?:15|SIGTERM)|killed by signal: Terminated|received signal 15")
_WAITING = later(
    r"Timed out waiting \d+ms for (?:send|recv)|Watchdog caught collective operation timeout|monitoredBarrier"
    r"|RendezvousTimeoutError|wait timeout after|Wait timeout|Timeout waiting for key|store->get\(.*\) got error"
    r"|failed to pass|client socket has timed out|DistStoreError|timed out connecting"
    r"|Timed out after \d+ seconds waiting for clients"
    r"|DEADLINE_EXCEEDED: Barrier timed out"
    r"|communicator was aborted.*[Tt]imeout|Socket Timeout|waiting for the other ranks"
)
_LOST = later(
    r"Connection closed by|Connection reset|Broken pipe|Connection refused|Socket closed|NCCL communicator was aborted"
    r"|remote process exited|ncclRemoteError|Socket recv failed while polling|Connection was likely closed"
    r"|Horovod has been shut down|HorovodInternalError|peer (?:process )?exited|connectFullMesh"
    r"|exhausted inputs\. Throwing across all ranks|another task died"
    r"|forcibly closed by the remote host|\b(?:because|since|as) rank \d+"
    r"|rank \d+ (?:has )?(?:failed|crashed|died|raised|exited|reported)\b"
    r"|sendBytes failed|recvValue failed|failed to recv|Collective operation aborted"
)
_REMOTE: tuple[Role, ...] = ("waiting", "lost_peer", "communication")
"""Roles of what is another rank's doing."""
_COLLECTIVE_PACKAGES = {"torch", "horovod", "jax", "jaxlib", "ray", "mpi4py", "deepspeed", "c10", "gloo", "tensorflow"}
_COLLECTIVE_CODE = later(r"torch/distributed|horovod|mpi4py|deepspeed/comm|jax/")
_SHARED = later(r"Expected to have finished reduction in the prior iteration|mark a variable ready only once")
_COMMUNICATION = later(
    r"NCCL error|ncclInternalError|ncclSystemError|ncclUnhandledCudaError|unhandled (?:system|cuda) error"
    r"|DistBackendError|DistNetworkError|ncclCommInit|gloo/|ProcessGroupNCCL|NCCL Error"
)
_OWN_NCCL = later(r"Duplicate GPU|no socket interface|posix_fallocate|ibv_|shared memory|No space left")
"""In a collective library's error, what only the rank itself can have met."""


_ROLES: tuple[tuple[re.Pattern[str], Role], ...] = (
    (_SHARED, "shared"),
    (_OWN_NCCL, "own"),
    (_WAITING, "waiting"),
    (_LOST, "lost_peer"),
    (_COMMUNICATION, "communication"),
)
"""What an exception says by its own words; the first that fits."""


def role_of(traceback: Traceback) -> Role:
    """Returns what an exception, with the ones it is chained to, says of its rank."""
    name = (traceback.exception or "").rsplit(".", 1)[-1]
    said = f"{traceback.exception}: {traceback.message}"
    if name in _HARMLESS:
        return "harmless"
    if _ABORTED.search(said):
        return "lost_peer"  # by abort() a watchdog ends a process that waited, and a thread one that lost its peer
    causes = [part for part in chain(traceback) if part is not traceback]
    if _LAUNCHER.search(said) or (traceback.rank is None and _PARENT.search(said)):
        return role_of(causes[0]) if causes else "launcher"
    if _STOPPED.search(said):
        return "stopped"
    role: Role = next((role for pattern, role in _ROLES if pattern.search(said)), "own")
    if role in _REMOTE and (_is_local(traceback, name) or any(role_of(part) == "own" for part in causes)):
        # Raised while something of its own was handled, which is the failure; or on a connection to no rank.
        return "own"
    return role


def _is_local(traceback: Traceback, name: str) -> bool:
    """Whether a connection broke to something else than a rank: a DataLoader worker, a storage, a web service."""
    root = (traceback.exception or "").split(".", 1)[0]
    broken = name in ("ConnectionResetError", "BrokenPipeError", "ConnectionRefusedError", "EOFError", "OSError")
    if not broken and (root == name or root in _COLLECTIVE_PACKAGES):
        return False
    return bool(traceback.frames) and not any(_COLLECTIVE_CODE.search(frame.file) for frame in traceback.frames[-8:])
