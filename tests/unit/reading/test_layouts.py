"""What a path in a folder of logs says."""

from pathlib import PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rootrank.reading.layouts import Named, named


@pytest.mark.parametrize(
    ("path", "what"),
    [
        # torchrun: the folder of a process is its local rank
        ("none_ab12/attempt_0/3/stderr.log", Named("log", 3, True, None, 0, "stderr", "none_ab12")),
        ("none_ab12/attempt_1/0/stdout.log", Named("log", 0, True, None, 1, "stdout", "none_ab12")),
        ("none_ab12/attempt_0/3/error.json", Named("error_file", 3, True, None, 0, None, "none_ab12")),
        ("gpu07/none_ab12/attempt_0/3/stderr.log", Named("log", 3, True, "gpu07", 0, "stderr", "none_ab12")),
        ("attempt_0/3/stderr.log", Named("log", 3, True, None, 0, "stderr", None)),
        ("none_ab12/attempt_0/filtered_stderr.log", Named(attempt=0, stream="stderr", agent="none_ab12")),
        ("none_ab12/0/3/stderr.log", Named("log", 3, True, None, 0, "stderr", "none_ab12")),
        # Slurm
        ("slurm-123-3.out", Named(rank=3)),
        ("slurm-123.out", Named()),
        ("slurm-123_3.out", Named()),  # the array's index
        ("job.123.task3.err", Named(rank=3, stream="stderr")),
        ("slurm-814522-0-3.out", Named(rank=3)),
        ("pretrain-814522-0-3.log", Named()),  # only its neighbours tell
        ("pretrain-814522-3.log", Named()),
        ("pretrain_814522_3.log", Named()),  # an array's index as likely as a task
        ("slurm-814522-gpu07.out", Named(host="gpu07")),
        ("slurm-814522-gpu07-3.out", Named(rank=3, host="gpu07")),
        ("train_814522_seed1.log", Named()),
        ("814522_3_log.out", Named(rank=3)),  # submitit
        ("814522_7_3_log.err", Named(rank=3, stream="stderr")),
        # a rank in the name, in every way
        ("rank3.log", Named(rank=3)),
        ("rank-3.txt", Named(rank=3)),
        ("log_rank3.txt", Named(rank=3)),
        ("log_rank_0012.txt", Named(rank=12)),
        ("worker_3.out", Named(rank=3)),
        ("worker-3/train.log", Named(rank=3)),
        ("gpu07/rank_3.log", Named(rank=3, host="gpu07")),
        ("ip-10-0-1-5/rank_3.log", Named(rank=3, host="ip-10-0-1-5")),
        ("10.0.1.5/rank_3.log", Named(rank=3, host="10.0.1.5")),
        ("std_log_process_3.txt", Named(rank=3)),
        ("nemo_log_globalrank-11_localrank-3.txt", Named(rank=11)),
        ("train_local_rank_3.log", Named(rank=3, local=True)),
        ("20241102100211_rank3.log", Named(rank=3)),  # DeepSpeed
        ("workerlog.3", Named(rank=3, local=True)),  # Paddle
        ("20241102-gpu07[3].log", Named(rank=3, local=True)),
        ("gpu_3.log", Named(rank=3, local=True)),
        ("gpu3.log", Named(rank=3, local=True)),
        ("gpu07.log", Named(host="gpu07")),
        ("1/rank.3/stdout", Named(rank=3, stream="stdout")),  # Open MPI
        ("rank.03/stderr", Named(rank=3, stream="stderr")),  # Horovod
        ("node1/run/stdout", Named(host="node1", stream="stdout")),
        ("rank3.log.gz", Named(rank=3)),
        ("rank3.log.zst", Named(rank=3)),
        # Ray: hexadecimal and a pid
        ("worker-01020304abcdef01020304abcdef-01000000-12345.out", Named()),
        ("worker-01020304abcdef01020304abcdef-01000000-12345.err", Named(stream="stderr")),
        # Kubernetes
        ("pods/bert-worker-1/pytorch/2.log", Named(host="bert-worker-1", attempt=2)),
        (
            "ml_bert-worker-1_0b9c4a7e-33ad-4a50-9a6f-0d8f5e2c7711/pytorch/0.log",
            Named(host="bert-worker-1", attempt=0),
        ),
        ("bert-worker-1.log", Named(host="bert-worker-1")),
        ("bert-master-0.log", Named(host="bert-master-0")),
        # flight recorder
        ("_dump_3", Named("recorder", 3)),
        ("nccl_trace_rank_3", Named("recorder", 3)),
        ("comm_lib_trace_rank_3", Named("recorder", 3)),
        ("fr/nccl_trace_rank_11.json", Named("recorder", 11)),
        # nothing but a log
        ("train.log", Named()),
        ("train.log.1", Named()),
        ("train-20241102-10.log", Named()),
        ("run_2024-11-02_10-02-11.log", Named()),
        ("train-2024-11-02.log", Named()),
        ("stdout", Named(stream="stdout")),
        ("nohup.out", Named()),
        ("job.o123", Named(stream="stdout")),
        ("job.e123", Named(stream="stderr")),
        ("frank3nstein/x.log", Named()),
    ],
)
def test_layouts(path: str, what: Named) -> None:
    assert named(PurePosixPath(path)) == what


@pytest.mark.parametrize(
    "path",
    [
        "train.py",
        "config.yaml",
        "requirements.txt",
        "README.txt",
        "vocab.txt",
        "merges.txt",
        "model.safetensors",
        "pytorch_model.bin",
        "checkpoint-3",
        "step_3.pt",
        "events.out.tfevents.1730541731.gpu07.123.0",
        "loss.png",
        "data.csv",
        "train.jsonl",
        "metrics.json",
        "logs.tar.gz",
        "chrome_trace_0.json",
        "core.12345",
        "rank_3.npy",
        "Makefile",
        "3",
    ],
)
def test_what_is_no_log(path: str) -> None:
    assert named(PurePosixPath(path)) is None


@given(st.lists(st.text(alphabet=st.characters(blacklist_characters="/\0"), min_size=1), min_size=1, max_size=4))
def test_any_path_is_taken(parts: list[str]) -> None:
    found = named(PurePosixPath(*parts))
    assert found is None or found.rank is None or found.rank >= 0


def test_a_hostile_name_takes_no_time() -> None:
    for name in ("node" + "1" * 250, "node" + "1a" * 120 + "!", "1234" + "-1" * 120 + "x", "a-" * 120):
        assert named(PurePosixPath(f"{name}.log")) is not None
