import torch
import torch.nn as nn
import torch.nn.functional as F


class ChannelGate(nn.Module):
    """Keeps a channel in proportion to how much it varies, switched off for muted microphones."""

    def forward(self, x, live):
        spread = ((x - x.mean(2, keepdim=True)) ** 2).mean(2).sqrt()
        return x.mean(2) * (spread * live)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv1d(8, 8, 1, bias=False, groups=8)
        self.gate = ChannelGate()
        self.head = nn.Linear(8, 4)

    def forward(self, x, live):
        return self.head(self.gate(self.conv(x), live))


def main():
    torch.manual_seed(11)
    net = Net()
    opt = torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.9)
    with torch.autograd.set_detect_anomaly(True):
        for it in range(10):
            x = torch.randn(16, 8, 50)
            live = torch.ones(16, 8)
            if it >= 4:  # microphone 3 is unplugged
                x[:, 3] = 0.0
                live[:, 3] = 0.0
            y = torch.randint(0, 4, (16,))
            loss = F.cross_entropy(net(x, live), y)
            opt.zero_grad()
            loss.backward()
            opt.step()
            print(f"it={it} train_loss={loss.item():.5f}", flush=True)
    print("finished")


if __name__ == "__main__":
    main()
