"""Each rank sizes its classifier by the labels of its own shard."""

from datetime import timedelta

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP

LABELS = [[0, 1, 2, 3], [0, 1, 2, 3], [0, 1, 2, 0]]


def main():
    dist.init_process_group("gloo", timeout=timedelta(seconds=8))
    rank = dist.get_rank()
    labels = torch.tensor(LABELS[rank])
    classes = len(labels.unique())
    print(f"rank {rank}: {classes} classes", flush=True)
    model = DDP(nn.Linear(8, classes))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for step in range(10):
        loss = nn.functional.cross_entropy(model(torch.randn(4, 8)), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"rank {rank} step {step} loss {loss.item():.4f}", flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
