"""Every rank opens the same configuration, which is not there."""

import json
from datetime import timedelta
from pathlib import Path

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


def main():
    dist.init_process_group("gloo", timeout=timedelta(seconds=20))
    rank = dist.get_rank()
    print(f"rank {rank} of {dist.get_world_size()}", flush=True)
    dist.barrier()
    settings = json.loads(Path("configs/small.json").read_text())
    model = DDP(nn.Linear(settings["width"], 1))
    model(torch.randn(2, settings["width"])).sum().backward()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
