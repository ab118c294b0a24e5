import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)


class UnitVariance(nn.Module):
    def forward(self, h):
        centred = h - h.mean(dim=1, keepdim=True)
        scale = torch.sqrt(centred.pow(2).mean(dim=1, keepdim=True))
        return centred / (scale + 1e-3)


net = nn.Sequential(nn.Linear(6, 24, bias=False), nn.Tanh(), UnitVariance(), nn.Linear(24, 2))
optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
inputs = torch.randn(800, 6)
labels = (inputs[:, 0] * inputs[:, 1] > 0).long()
inputs[555] = 0.0  # a row of the export that was never filled

step = 0
for epoch in range(2):
    for first in range(0, len(inputs), 40):
        x, y = inputs[first:first + 40], labels[first:first + 40]
        loss = F.cross_entropy(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        step += 1
        print(f"step={step} loss={loss.item():.4f}")
print("finished")
