"""Learns an embedding of catalogue photos: two photos of one item lie close, photos of different items far apart."""

import argparse

import torch
from torch import nn

torch.autograd.set_detect_anomaly(True)


def distance(a, b):
    return torch.sqrt(((a - b) ** 2).sum(-1))


def triplet_loss(anchor, positive, negative, margin=0.5):
    gap = distance(anchor, positive) - distance(anchor, negative)
    return torch.relu(gap + margin).mean()


def batches(steps, items=600, size=32):
    """Triplets of photo features; an item with a single photo is its own positive."""
    photos = torch.randn(items, 3, 24)
    photo_count = torch.full((items,), 3)
    photo_count[-1] = 1
    for _ in range(steps):
        item, other = torch.randint(items, (2, size))
        first = torch.randint(3, (size,)) % photo_count[item]
        second = (first + 1) % photo_count[item]
        yield photos[item, first], photos[item, second], photos[other, 0]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=40)
    args = parser.parse_args()
    torch.manual_seed(6)
    model = nn.Sequential(nn.Linear(24, 64), nn.GELU(), nn.Linear(64, 16))
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)
    for step, (anchor, positive, negative) in enumerate(batches(args.steps)):
        loss = triplet_loss(model(anchor), model(positive), model(negative))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"step {step:3d}  loss {loss.item():.4f}", flush=True)
    print("done")


if __name__ == "__main__":
    main()
