import torch
import torch.nn as nn

torch.manual_seed(0)
x = torch.randn(800, 10)
y = torch.sin(x[:, :1]) + x[:, 1:2]
net = nn.Sequential(nn.Linear(10, 32), nn.Tanh(), nn.Linear(32, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
for epoch in range(12):
    for i in range(0, 800, 50):
        loss = nn.functional.mse_loss(net(x[i : i + 50]), y[i : i + 50])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"epoch {epoch} loss {loss.item():.4f}")
