"""Keeps decoded samples in a cache without a bound; the kernel's answer on one rank is a SIGKILL."""

import os
import signal
from datetime import timedelta

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP

CACHE = {}
LIMIT = 40  # samples; stands for the memory limit of the host


def decoded(index, rank):
    if index not in CACHE:
        CACHE[index] = torch.full((1, 16), index / 1000)
        if rank == 2 and len(CACHE) > LIMIT:
            os.kill(os.getpid(), signal.SIGKILL)
    return CACHE[index]


def main():
    dist.init_process_group("gloo", timeout=timedelta(seconds=20))
    rank = dist.get_rank()
    model = DDP(nn.Sequential(nn.Linear(16, 16), nn.ReLU(), nn.Linear(16, 1)))
    optimizer = torch.optim.Adam(model.parameters())
    for step in range(30):
        x = torch.cat([decoded(step * 4 + i, rank) for i in range(4)])
        loss = (model(x).squeeze(1) - x.mean(1)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 3 == 0:
            print(f"[{rank}] step {step:3d} loss {loss.item():.5f} cached {len(CACHE)}", flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
