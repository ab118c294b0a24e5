import torch
from torch import nn

torch.manual_seed(2)
model = nn.Sequential(nn.Linear(20, 40), nn.ReLU(), nn.Linear(40, 1))
model.half()
optimizer = torch.optim.AdamW(model.parameters(), lr=3e-5)
for step in range(6):
    x = torch.randn(16, 20).half()
    loss = model(x).float().square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"step: {step} loss: {loss.item():.5f} lr: 3e-05", flush=True)
