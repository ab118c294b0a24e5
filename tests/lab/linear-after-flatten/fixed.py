import torch
import torch.nn as nn
import torch.nn.functional as F


class Spectrogram(nn.Module):
    def __init__(self, classes=12):
        super().__init__()
        self.front = nn.Conv2d(1, 6, 3, padding=1)
        self.deep = nn.Conv2d(6, 10, 3, padding=1)
        self.squeeze = nn.Linear(2400, 64)
        self.head = nn.Linear(64, classes)

    def forward(self, x):
        x = F.max_pool2d(torch.relu(self.front(x)), 2)
        x = F.max_pool2d(torch.relu(self.deep(x)), 2)
        x = x.flatten(1)
        x = torch.relu(self.squeeze(x))
        return self.head(x)


torch.manual_seed(3)
model = Spectrogram()
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
for step in range(4):
    clips = torch.rand(16, 1, 40, 96)
    loss = F.cross_entropy(model(clips), torch.randint(0, 12, (16,)))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"step {step} loss {loss.item():.4f}")
print("finished")
