from torch import nn


def build(width: int = 32) -> nn.Module:
    return nn.Sequential(nn.Linear(12, width), nn.SiLU(), nn.Linear(width, 8))
