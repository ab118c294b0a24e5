import torch
import torch.nn as nn


class Coder(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(16, 32)
        self.second = nn.Linear(64, 4)

    def forward(self, tile):
        tile = tile.flatten(1)
        hidden = torch.relu(self.first(tile))
        return self.second(hidden)


print(Coder()(torch.rand(5, 4, 4)).shape)
