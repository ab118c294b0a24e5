import torch
from torch.utils.data import DataLoader, Dataset


class Waves(Dataset):
    def __init__(self, n, scale):
        self.n, self.scale = n, scale

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        return self.scale(torch.full((4,), float(i)))


def make():
    factor = 0.5
    return Waves(16, lambda x: x * factor)


if __name__ == "__main__":
    for batch in DataLoader(make(), batch_size=4, num_workers=2, multiprocessing_context="spawn"):
        print(batch.shape)
