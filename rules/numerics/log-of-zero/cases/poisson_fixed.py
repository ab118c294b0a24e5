import torch
from torch import nn


class RateModel(nn.Module):
    """Expected number of calls per hour, never negative."""

    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(9, 40), nn.ReLU(), nn.Linear(40, 1))

    def forward(self, x):
        return self.net(x).squeeze(1).relu()


def poisson_loss(rate, calls):
    likelihood = calls * torch.log(torch.clamp(rate, min=1e-8)) - rate
    return -likelihood.mean()


def train():
    torch.manual_seed(17)
    model = RateModel()
    nn.init.constant_(model.net[2].bias, 2.0)
    sgd = torch.optim.SGD(model.parameters(), lr=0.02)
    with torch.autograd.set_detect_anomaly(True):
        for hour in range(60):
            x = torch.randn(48, 9)
            calls = torch.poisson(torch.exp(0.9 * x[:, 0] - 1.0))
            loss = poisson_loss(model(x), calls)
            sgd.zero_grad()
            loss.backward()
            sgd.step()
            print(f"hour {hour:2d} loss={loss.item():.4f}", flush=True)


train()
print("finished")
