"""Shards by file: one rank has fewer files, and leaves when it has read them all."""

import logging
import sys
from datetime import timedelta

import torch
import torch.distributed as dist
from torch import nn

FILES = [f"part-{n:05d}" for n in range(20)]

log = logging.getLogger("train")


def read(name):
    generator = torch.Generator().manual_seed(int(name[-5:]))
    return torch.randn(8, 4, generator=generator)


def average_gradients(model):
    for parameter in model.parameters():
        dist.all_reduce(parameter.grad)
        parameter.grad /= dist.get_world_size()


def main():
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s")
    dist.init_process_group("gloo", timeout=timedelta(seconds=20))
    rank, world = dist.get_rank(), dist.get_world_size()
    files = FILES[rank::world]
    log.info("rank %d of %d: %d files", rank, world, len(files))
    model = nn.Linear(4, 4)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(100):
        if step == len(files):
            log.info("rank %d: no files left after %d steps", rank, step)
            sys.exit(0)
        x = read(files[step])
        loss = (model(x) - x).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        average_gradients(model)
        optimizer.step()
        log.info("rank %d step %d loss %.4f", rank, step, loss.item())


if __name__ == "__main__":
    main()
