import torch
from torch import nn

net = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 2))
net = net.to("cuda" if torch.cuda.is_available() else "cpu")
print(net(torch.randn(4, 8)).shape)
