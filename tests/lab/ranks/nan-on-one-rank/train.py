"""Divides by the number of labelled pixels, of which one rank's image has none; the loss is checked before backward."""

import logging
import math
import os
from datetime import timedelta

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP

log = logging.getLogger(__name__)


def masked_mean(error, mask):
    return (error * mask).sum() / mask.sum()


def mask_of(rank, step):
    if rank == 1 and step == 6:
        return torch.zeros(8)
    return torch.ones(8)


def main():
    rank = int(os.environ["RANK"])
    logging.basicConfig(level=logging.INFO, format=f"[%(asctime)s][rank {rank}][%(levelname)s] %(message)s")
    dist.init_process_group("gloo", timeout=timedelta(seconds=20))
    model = DDP(nn.Linear(6, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for step in range(12):
        error = (model(torch.randn(8, 6)).squeeze(1) - 1).pow(2)
        loss = masked_mean(error, mask_of(rank, step))
        if not math.isfinite(loss.item()):
            log.error("loss is %s at step %d", loss.item(), step)
            raise FloatingPointError(f"loss is {loss.item()} at step {step}")
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        log.info("step %d loss %.4f", step, loss.item())
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
