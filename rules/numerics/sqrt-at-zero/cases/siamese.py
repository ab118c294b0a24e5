"""Siamese verification of signatures with a contrastive loss."""
import torch
from torch import nn

torch.manual_seed(3)
torch.autograd.set_detect_anomaly(True)


class Tower(nn.Module):
    def __init__(self, width=48, out=24):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(20, width), nn.GELU(), nn.Linear(width, out))

    def forward(self, x):
        return self.layers(x)


def contrastive(a, b, genuine, margin=0.8):
    distance = torch.sqrt(((a - b) ** 2).sum(dim=-1))
    pull = genuine * distance ** 2
    push = (1 - genuine) * torch.clamp(margin - distance, min=0) ** 2
    return (pull + push).mean()


def pairs(step, size=24):
    a, b = torch.randn(size, 20), torch.randn(size, 20)
    genuine = (torch.rand(size) < 0.5).float()
    if step == 6:
        b[5], genuine[5] = a[5], 1.0  # the same scan was filed twice
    return a, b, genuine


tower = Tower()
optimizer = torch.optim.AdamW(tower.parameters(), lr=2e-3)
for step in range(12):
    a, b, genuine = pairs(step)
    loss = contrastive(tower(a), tower(b), genuine)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"step {step} loss {loss.item():.4f}", flush=True)
print("done")
