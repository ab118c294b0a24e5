import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser(description="regress a yield curve")
parser.add_argument("--lr", type=float, default=0.006)
parser.add_argument("--momentum", type=float, default=0.9)
parser.add_argument("--steps", type=int, default=40)
args = parser.parse_args()
print(f"lr={args.lr} momentum={args.momentum} steps={args.steps}")

torch.manual_seed(30)
net = nn.Sequential(nn.Linear(10, 1))
opt = torch.optim.SGD(net.parameters(), lr=args.lr, momentum=args.momentum)
weights = torch.randn(10, 1)
for step in range(1, args.steps + 1):
    x = 2.5 * torch.randn(64, 10)
    loss = nn.functional.mse_loss(net(x), x @ weights)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(f"step {step} loss {loss.item():.4g}")
print("finished")
