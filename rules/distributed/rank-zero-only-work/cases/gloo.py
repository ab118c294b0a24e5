import datetime, time, torch, torch.distributed as dist
dist.init_process_group("gloo", timeout=datetime.timedelta(seconds=4))
rank = dist.get_rank()
def evaluate():
    time.sleep(12)
for epoch in range(2):
    dist.all_reduce(torch.zeros(8))
    print(f"rank {rank} epoch {epoch} loss 0.41", flush=True)
    if rank == 0:
        evaluate()
    dist.barrier()
