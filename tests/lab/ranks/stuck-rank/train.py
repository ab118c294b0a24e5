"""One rank waits for a file that another job was to write, and never comes to the step's all-reduce."""

import time
from datetime import timedelta
from pathlib import Path

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


def tokens(rank, step):
    ready = Path(f"shards/{rank}/{step}.ready")
    if rank == 1 and step == 4:
        while not ready.exists():
            time.sleep(0.5)
    return torch.randn(8, 12)


def main():
    dist.init_process_group("gloo", timeout=timedelta(seconds=8))
    rank = dist.get_rank()
    model = DDP(nn.Linear(12, 3))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for step in range(20):
        loss = model(tokens(rank, step)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"rank={rank} step={step} loss={loss.item():.4f}", flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
