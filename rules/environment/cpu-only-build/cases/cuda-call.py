import torch
from torch import nn

net = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 2))
net = net.cuda()
print(net(torch.randn(4, 8)).shape)
