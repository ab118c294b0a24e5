import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(13)


class Pooled(nn.Module):
    """Sums the features of a long recording before it classifies them."""

    def __init__(self):
        super().__init__()
        self.front = nn.Linear(10, 64)
        self.back = nn.Linear(64, 3)

    def forward(self, frames):
        energy = F.relu(self.front(frames)).sum(dim=1)
        return self.back(energy.square() / 100)


net = Pooled()
optimizer = torch.optim.SGD(net.parameters(), lr=1e-6)
scaler = torch.amp.GradScaler("cpu", init_scale=16.0)
for step in range(20):
    length = 200 if step < 12 else 2400
    frames, label = torch.randn(8, length, 10), torch.randint(0, 3, (8,))
    with torch.autocast("cpu", dtype=torch.float16):
        loss = F.cross_entropy(net(frames), label)
    optimizer.zero_grad()
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
    print(f"step {step} length {length} loss {loss.item():.4f} scale {scaler.get_scale():g}")
print("finished")
