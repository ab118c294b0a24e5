import torch
import torch.nn as nn

net = nn.Linear(3, 1)
for p in net.parameters():
    p.requires_grad = False
loss = net(torch.randn(8, 3)).mean()
loss.backward()
