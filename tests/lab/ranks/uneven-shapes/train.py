"""Collects every rank's embeddings; the last batch of one rank is smaller than the others'."""

from datetime import timedelta

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP

SAMPLES = [96, 91, 96]


def batches(count, size=16):
    for start in range(0, count, size):
        yield torch.randn(min(size, count - start), 10)


def gathered(features):
    everyone = [torch.empty_like(features) for _ in range(dist.get_world_size())]
    dist.all_gather(everyone, features.detach())
    return torch.cat(everyone)


def main():
    dist.init_process_group("gloo", timeout=timedelta(seconds=8))
    rank = dist.get_rank()
    model = DDP(nn.Linear(10, 5))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for step, x in enumerate(batches(SAMPLES[rank])):
        features = model(x)
        negatives = gathered(features)
        loss = (features @ negatives.T).logsumexp(1).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"rank {rank} step {step} loss {loss.item():.4f} batch {tuple(x.shape)}", flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
