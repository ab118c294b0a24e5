"""Fails twice: a label out of range on rank 1 at first, and after the restart a checkpoint without a key on rank 2."""

import os
from datetime import timedelta

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP

ATTEMPT = int(os.environ["TORCHELASTIC_RESTART_COUNT"])


def labels(rank, step):
    if ATTEMPT == 0 and rank == 1 and step == 3:
        return torch.tensor([0, 1, 2, 3])
    return torch.tensor([0, 1, 2, 0])


def resume(rank):
    if ATTEMPT == 0:
        return 0
    state = {"step": 2, "optimizer": {}} if rank != 2 else {"optimizer": {}}
    return state["step"]


def main():
    rank = int(os.environ["RANK"])
    first = resume(rank)
    dist.init_process_group("gloo", timeout=timedelta(seconds=20))
    torch.manual_seed(0)
    model = DDP(nn.Linear(8, 3))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for step in range(first, 10):
        loss = nn.functional.cross_entropy(model(torch.randn(4, 8)), labels(rank, step))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"rank {rank} attempt {ATTEMPT} step {step} loss {loss.item():.4f}", flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
