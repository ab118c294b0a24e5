"""Looks words up in a vocabulary; an error is written to the launcher's error file by ``record``."""

from datetime import timedelta

import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.elastic.multiprocessing.errors import record
from torch.nn.parallel import DistributedDataParallel as DDP

VOCABULARY = {word: n for n, word in enumerate("the a cat dog sat ran on under mat tree".split())}
TEXTS = ["the cat sat on the mat", "a dog ran under the tree", "the dog sat under a bush"]


def encode(text):
    return torch.tensor([VOCABULARY[word] for word in text.split()])


@record
def main():
    dist.init_process_group("gloo", timeout=timedelta(seconds=20))
    rank = dist.get_rank()
    model = DDP(nn.Embedding(len(VOCABULARY), 4))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(9):
        loss = model(encode(TEXTS[2 if rank == 1 and step == 5 else step % 2])).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"rank {rank} step {step} loss {loss.item():.4f}", flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
