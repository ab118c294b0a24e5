import torch
import torch.nn as nn

torch.manual_seed(0)
x = torch.randn(128, 6)
y = (x.sum(dim=1, keepdim=True) > 0).float()
net = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 1))
criterion = nn.BCELoss()
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
for epoch in range(3):
    loss = criterion(net(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"epoch {epoch} loss {loss.item():.4f}")
