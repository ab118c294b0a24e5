import torch
import torch.nn as nn

net = nn.Sequential(nn.Linear(3, 1), nn.Sigmoid())
x = torch.randn(4, 3)
x[1, 2] = float("nan")
loss = nn.BCELoss()(net(x), torch.ones(4, 1))
