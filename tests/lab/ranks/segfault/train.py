"""Passes a pointer to a native tokenizer; on one rank the pointer is an offset into nothing."""

import ctypes
import faulthandler
from datetime import timedelta

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP

TEXT = ctypes.create_string_buffer(b"to be or not to be")


def tokens(rank, step):
    address = 8 if rank == 0 and step == 5 else ctypes.addressof(TEXT)
    return torch.tensor(list(ctypes.string_at(address, 8)), dtype=torch.float32)


def main():
    faulthandler.enable()
    dist.init_process_group("gloo", timeout=timedelta(seconds=20))
    rank = dist.get_rank()
    model = DDP(nn.Linear(8, 2))
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-6)
    for step in range(10):
        loss = model(tokens(rank, step)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"rank {rank} step {step} loss {loss.item():.2f}", flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
