import torch
import torch.nn as nn


class Listener(nn.Module):
    def __init__(self):
        super().__init__()
        self.lift = nn.Linear(80, 128)

    def forward(self, bands):
        bands = bands.view(bands.size(0), bands.size(1), -1)
        return self.lift(bands)


print(Listener()(torch.rand(6, 80, 300)).shape)
