import torch
import torch.nn as nn


class Outline(nn.Module):
    def __init__(self):
        super().__init__()
        self.enter = nn.Conv2d(1, 4, 3, padding=1)
        self.pool = nn.MaxPool2d(2)
        self.deep = nn.Conv2d(4, 4, 3, padding=1)
        self.widen = nn.Upsample(scale_factor=2)
        self.leave = nn.Conv2d(8, 1, 1)

    def forward(self, scan):
        fine = torch.relu(self.enter(scan))
        coarse = torch.relu(self.deep(self.pool(fine)))
        return self.leave(torch.cat([fine, self.widen(coarse)], dim=1))


print(Outline()(torch.rand(2, 1, 15, 16)).shape)
