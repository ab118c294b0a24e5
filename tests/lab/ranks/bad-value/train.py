"""Regression on a table; each rank reads its own shard of the file's rows."""

from datetime import timedelta

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP

ROWS = [f"{i % 7},{i % 5},{i % 3},{(i % 7) + 0.5 * (i % 5):.1f}" for i in range(240)]
ROWS[151] = "3,1,n/a,3.5"


def shard(rank, world):
    return ROWS[rank::world]


def parse(row):
    *features, target = [float(cell) for cell in row.split(",")]
    return features, target


def batches(rows, size=8):
    for start in range(0, len(rows) - size + 1, size):
        parsed = [parse(row) for row in rows[start : start + size]]
        yield torch.tensor([x for x, _ in parsed]), torch.tensor([y for _, y in parsed])


def main():
    dist.init_process_group("gloo", timeout=timedelta(seconds=20))
    rank, world = dist.get_rank(), dist.get_world_size()
    model = DDP(nn.Linear(3, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for step, (x, y) in enumerate(batches(shard(rank, world))):
        loss = (model(x).squeeze(1) - y).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"rank {rank} step {step} loss {loss.item():.4f}", flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
