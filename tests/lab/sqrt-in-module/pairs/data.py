import torch


def batches(count=8, size=20):
    for i in range(count):
        left, right = torch.randn(size, 12), torch.randn(size, 12)
        match = torch.randint(0, 2, (size,)).float()
        if i == 5:
            right[0], match[0] = left[0], 1.0  # augmentation left this one unchanged
        yield left, right, match
