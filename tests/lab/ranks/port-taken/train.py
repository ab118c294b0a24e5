"""Nothing is wrong here: the port that the launcher was told to listen on is taken."""

import torch
import torch.distributed as dist


def main():
    dist.init_process_group("gloo")
    total = torch.ones(1)
    dist.all_reduce(total)
    print(f"rank {dist.get_rank()}: {total.item():.0f} ranks", flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
