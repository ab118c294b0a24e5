"""Every kind of reporting line is read, with what it tells; no form is without an example."""

from __future__ import annotations

import pytest
from rootrank.model.finding import Report
from rootrank.model.log import Record
from rootrank.reading import reports
from rootrank.reading.reports import read_reports

EXAMPLES: list[tuple[str, str, int | None, dict[str, str]]] = [
    # torchelastic
    (
        "E1201 x api.py:1002] failed (exitcode: -9) local_rank: 1 (pid: 24999) of binary: /opt/venv/bin/python3",
        "exit",
        None,
        {"exitcode": "-9", "local": "1", "pid": "24999"},
    ),
    ("W1201 x api.py:1028] Sending process 28950 closing signal SIGTERM", "stopped", None, {"pid": "28950"}),
    ("Root Cause (first observed failure):", "table", None, {"root": ""}),
    ("  time      : 2026-12-01_01:00:11", "table", None, {"time": "2026-12-01_01:00:11"}),
    ("  host      : gpu-07", "table", None, {"host": "gpu-07"}),
    ("  rank      : 6 (local_rank: 2)", "table", None, {"row": "6", "local": "2"}),
    ("  exitcode  : -15 (pid: 28950)  (SIGTERM)", "table", None, {"exitcode": "-15", "pid": "28950"}),
    ("  error_file: /tmp/x/attempt_0/0/error.json", "table", None, {"error_file": "/tmp/x/attempt_0/0/error.json"}),
    ("INFO:torch.distributed.elastic.agent: Restarting worker group", "restart", None, {}),
    # the NCCL watchdog, torch 1.8 to 2.13
    (
        (
            "[Rank 3] Watchdog caught collective operation timeout: WorkNCCL(OpType=ALLREDUCE, TensorShape=[1], "
            "Timeout(ms)=1800000) ran for 1801022 milliseconds before timing out."
        ),
        "timeout",
        3,
        {"op": "ALLREDUCE", "shape": "1", "ran_ms": "1801022"},
    ),
    (
        (
            "[E731 10:02:11.1 ProcessGroupNCCL.cpp:616] [Rank 2] Watchdog caught collective operation timeout: "
            "WorkNCCL("
            "SeqNum=2019, OpType=_ALLGATHER_BASE, NumelIn=7, NumelOut=14, Timeout(ms)=600000) ran for 600031 "
            "milliseconds"
        ),
        "timeout",
        2,
        {"seq": "2019", "op": "_ALLGATHER_BASE", "numel_in": "7", "numel_out": "14"},
    ),
    (
        (
            "[PG ID 0 PG GUID 0(default_pg) Rank 1] Timeout at NCCL work: 5, last enqueued NCCL work: 7, last "
            "completed "
            "NCCL work: 4."
        ),
        "progress",
        1,
        {"enqueued": "7", "completed": "4"},
    ),
    ("[PG 0 Rank 4] ProcessGroupNCCL's watchdog got stuck for 600 seconds", "stuck", 4, {"seconds": "600"}),
    # checks that compare ranks
    ("[Rank 0]: Ranks 1, 3 failed to pass monitoredBarrier in 30000 ms", "absent", None, {"ranks": "1, 3"}),
    (
        "Rank 2 successfully reached monitoredBarrier, but received errors while waiting for send/recv from rank 0.",
        "timeout",
        2,
        {"op": "monitoredBarrier", "peer": "0"},
    ),
    (
        (
            "Detected mismatch between collectives on ranks. Rank 1 is running collective: FingerPrint(OpType=A), "
            "but Rank 0 is running collective: FingerPrint(OpType=B)"
        ),
        "mismatch",
        1,
        {"other": "0", "mine": "FingerPrint(OpType=A)"},
    ),
    (
        "DDP expects same model across all ranks, but Rank 1 has 4 params, while rank 0 has inconsistent 6 params.",
        "mismatch",
        1,
        {"mine": "4 params", "theirs": "6 params", "other": "0"},
    ),
    (
        "[3]: params[0] in this process with sizes [5, 16] appears not to match sizes of the same param in process 0.",
        "mismatch",
        3,
        {"mine": "sizes [5, 16]", "other": "0"},
    ),
    ("op.preamble.length <= op.nbytes. 160 vs 110. Received data", "mismatch", None, {"mine": "160", "theirs": "110"}),
    # NCCL
    ("misc/socket.cc:523 NCCL WARN Net : Connection closed by remote peer n2<41772>", "lost_peer", None, {}),
    ("include/shm.h:28 NCCL WARN Call to posix_fallocate failed : No space left on device", "trouble", None, {}),
    ("NCCL INFO [Service thread] Connection closed by localRank 2", "lost_peer", None, {}),
    ("RuntimeError: [gloo/pair.cc:553] Connection closed by peer [127.0.0.1]:39623", "lost_peer", None, {}),
    ("read: Connection reset by peer", "lost_peer", None, {}),
    (
        (
            "[Rank 0] Collective WorkNCCL(SeqNum=812, OpType=ALLREDUCE) raised the following async exception: NCCL "
            "error: x"
        ),
        "lost_peer",
        0,
        {"text": "NCCL error: x"},
    ),
    ("NCCL INFO misc/socket.cc:546 -> 6", "lost_peer", None, {}),
    (
        "NCCL INFO ncclCommInitRank comm 0x8c1f6f0 rank 3 nranks 8 cudaDev 1 nvmlDev 1 busId 41000 - Init START",
        "identity",
        3,
        {"world": "8", "local": "1"},
    ),
    (
        "#  Rank  1 Group  0 Pid  31878 on  ibnode1 device  1 [0x2a] NVIDIA A800",
        "identity",
        1,
        {"pid": "31878", "host": "ibnode1", "local": "1"},
    ),
    # JAX
    ("/job:jax_worker/replica:0/task:2", "absent", None, {"ranks": "2"}),
    (
        "F0929 x] Terminating process because the JAX distributed service detected fatal",
        "lost_peer",
        None,
        {},
    ),
    ("E0929 x agent.cc:332] Polled an error from coordination service (this can be)", "lost_peer", None, {}),
    # Slurm
    ("srun: error: gpu-b3: tasks 0,2-3: Exited with exit code 1", "task_exit", None, {"tasks": "0,2-3"}),
    ("slurmstepd: error: Detected 1 oom_kill event in StepId=5.0.", "oom_kill", None, {}),
    ("slurmstepd: error: Detected 2 oom-kill event(s) in step 7.batch", "oom_kill", None, {}),
    (
        "slurmstepd: error: *** STEP 6.0 ON n4 CANCELLED AT 2025-01-10T15:27:25 DUE TO TIME LIMIT ***",
        "cancelled",
        None,
        {"why": "TIME LIMIT", "host": "n4"},
    ),
    # Kubernetes
    ("hvd-train-worker-1         0/1     OOMKilled   0          3m44s", "killed", None, {"pod": "hvd-train-worker-1"}),
    ("bert-worker-1         0/1     Evicted   0          3m44s", "killed", None, {"pod": "bert-worker-1"}),
    ("33m   Normal    Preempted   pod/bert-worker-1   Preempted by pod prod", "killed", None, {"pod": "bert-worker-1"}),
    ("33m   Warning   Evicted   pod/bert-worker-1   The node was low on memory", "killed", None, {"how": "Evicted"}),
    ("33m   Warning   OOMKilling   pod/bert-worker-1   Memory", "killed", None, {"how": "OOMKilling"}),
    ("Pod: ml.bert-worker-1 exited with code 137", "killed", None, {"pod": "bert-worker-1"}),
    # the host and Ray
    ("Memory cgroup out of memory: Killed process 4412 (python3) total-vm:120GB", "killed", None, {"pid": "4412"}),
    ("oom-kill:constraint=CONSTRAINT_MEMCG,task=python3,pid=4412,uid=0", "killed", None, {"pid": "4412"}),
    ("Task was killed due to the node running low on memory.", "killed", None, {}),
    ("Memory on the node (IP: 1) where the task (actor ID: 5, pid=20413, memory used=5GB) was", "killed", None, {}),
    ("The actor died unexpectedly before finishing this task, pid=77", "killed", None, {"pid": "77"}),
    ("A worker died or was killed while executing a task. Worker PID: 912 Worker exit", "killed", None, {"pid": "912"}),
    ("NVRM: Xid (PCI:0000:b7:00): 94, pid=8126, name=python", "gpu_fault", None, {"xid": "94", "pid": "8126"}),
    # MPI
    ("MPI_ABORT was invoked on rank 50 in communicator MPI_COMM_WORLD", "blamed", 50, {}),
    ("  Process name: [[41210,1],3]", "blamed", 3, {}),
    (
        "mpirun noticed that process rank 2 with PID 77 on node n1 exited on signal 9 (Killed).",
        "exit",
        2,
        {"signal": "9"},
    ),
    ("=   RANK 5 PID 2447371 RUNNING AT node0009", "hydra", None, {"row": "5", "host": "node0009"}),
    ("=   KILLED BY SIGNAL: 11 (Segmentation fault)", "hydra", None, {"signal": "11"}),
    ("=   EXIT CODE: 1", "hydra", None, {"exitcode": "1"}),
    ("=   EXIT STATUS: 1", "hydra", None, {"exitcode": "1"}),
    ("  Remote daemon: [[32931,0],2] on node hvd-train-worker-1", "lost_node", None, {"host": "hvd-train-worker-1"}),
    # whose the traceback is
    ("-- Process 1 terminated with the following error:", "owner", 1, {}),
    ("Uncaught exception was detected on rank 2. ", "owner", 2, {}),
    ("ray.exceptions.RayTaskError(E): ray::_Inner.train() (pid=911, ip=10.8.0.12)", "owner", None, {"pid": "911"}),
    ("Exception in device=TPU:3: Ran out of memory", "owner", 3, {}),
    ("rank 2 pid 4412 started", "identity", 2, {"pid": "4412"}),
    ("world_size=4 rank=2 local_rank=0 backend=nccl", "identity", 2, {"local": "0", "world": "4"}),
    ("- (node_id=9, ip=10.8.0.12, pid=912) world_rank=3, local_rank=1, node_rank=1", "identity", 3, {"pid": "912"}),
    ("Out of all 4 trainers, the trainer process with rank=[3] was aborted.", "task_exit", None, {"tasks": "3"}),
    ("process 3 terminated with signal SIGKILL", "exit", 3, {"signal": "SIGKILL"}),
    ("Global rank 3 (PID 1204) exited with code 1", "exit", 3, {"exitcode": "1", "pid": "1204"}),
    ("Unexpected result nan on rank 3 at iteration #3 invocation #2", "trouble", 3, {}),
    # crashes
    ("Fatal Python error: Segmentation fault", "crash", None, {"how": "Segmentation fault"}),
    ("Fatal Python error: Aborted", "abort", None, {}),
    ("[gpu-7:21766] Signal: Segmentation fault (11)", "crash", None, {}),
    ("run.sh: line 3: 77 Segmentation fault      python train.py", "crash", None, {"pid": "77"}),
    ("Bus error (core dumped)", "crash", None, {}),
    ("run.sh: line 3: 77 Killed      python train.py", "killed_bare", None, {"pid": "77"}),
    ("terminate called after throwing an instance of 'c10::DistBackendError'", "abort", None, {}),
    ("Process group watchdog thread terminated with exception: NCCL error", "abort", None, {}),
    ("Process finished with exit code 139 (interrupted by signal 11:SIGSEGV)", "ended", None, {"exitcode": "139"}),
    ("ERROR: Job failed: exit code 1", "ended", None, {"exitcode": "1"}),
    ("2024-05-01 10:00:00.123456: F tensorflow/core/x.cc:42] Check failed: a == b", "ended", None, {}),
    # how many
    ("dist_world_size=4", "world", None, {"world": "4"}),
    ("init_process_group(nccl) world_size=4 timeout=1:00:00", "world", None, {"world": "4"}),
    ("world size: 16", "world", None, {"world": "16"}),
    ("World size: 16", "world", None, {"world": "16"}),
    ("WORLD_SIZE=16", "world", None, {"world": "16"}),
    ("torchrun --nproc-per-node=8 train.py", "world", None, {"per_node": "8"}),
    ("mpirun -np 64 --hostfile hosts python train.py", "world", None, {"world": "64"}),
    ("trainer - Process rank: 2, device: cuda:2, n_gpu: 1", "world", 2, {}),
    ("Initializing distributed: GLOBAL_RANK: 1, MEMBER: 2/2", "world", 1, {"world": "2"}),
]


def read(line: str) -> list[Report]:
    return read_reports(Record(line, "f", 1))


@pytest.mark.parametrize(("line", "kind", "rank", "values"), EXAMPLES, ids=[line[:40] for line, *_ in EXAMPLES])
def test_a_line_is_read(line: str, kind: str, rank: int | None, values: dict[str, str]) -> None:
    found = [r for r in read(line) if r.kind == kind and r.rank == rank]
    assert any(values.items() <= r.values.items() for r in found), read(line)


def test_each_form_has_an_example() -> None:
    hit = {
        (form.anchor, form.pattern.pattern)
        for line, *_ in EXAMPLES
        for form in reports.FORMS
        if form.anchor in line and form.pattern.search(line)
    }
    assert [form.anchor for form in reports.FORMS if (form.anchor, form.pattern.pattern) not in hit] == []


@pytest.mark.parametrize(
    "line",
    [
        "step 100 loss 0.2",
        "see https://pytorch.org/docs/stable/elastic/errors.html",
        "Killing time before the next epoch",
        "the process was Killed in the test data",
        "NCCL INFO Using network Socket",
        "worlds apart",
    ],
)
def test_healthy_lines_report_nothing(line: str) -> None:
    assert read(line) == []
