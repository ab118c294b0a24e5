import torch
from torch import nn, optim


class Registration(nn.Module):
    """Moves a point cloud onto another one."""

    def __init__(self):
        super().__init__()
        self.shift = nn.Parameter(torch.zeros(3))
        self.warp = nn.Sequential(nn.Linear(3, 24), nn.Tanh(), nn.Linear(24, 3))
        nn.init.zeros_(self.warp[-1].weight)
        nn.init.zeros_(self.warp[-1].bias)

    def forward(self, cloud):
        return cloud + self.shift + self.warp(cloud)


def mean_distance(moved, wanted):
    return ((moved - wanted).pow(2).sum(dim=1) + 1e-8).sqrt().mean()


torch.manual_seed(5)
cloud = torch.randn(40, 3)
wanted = cloud + 0.2 * torch.randn(40, 3)
wanted[7] = cloud[7]  # a landmark that doesn't move

net = Registration()
opt = optim.SGD(net.parameters(), lr=1e-2)
for epoch in range(5):
    with torch.autograd.detect_anomaly():
        loss = mean_distance(net(cloud), wanted)
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(f"[epoch {epoch}] loss: {loss.item():.6f}", flush=True)
print("finished")
