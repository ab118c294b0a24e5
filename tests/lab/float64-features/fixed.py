import numpy as np
import torch
import torch.nn as nn

rng = np.random.default_rng(1)
tides = np.sin(np.arange(600) / 40) + rng.normal(scale=0.1, size=600)
history = torch.from_numpy(np.stack([tides[i : i + 24] for i in range(500)])).float()
target = torch.tensor(tides[24:524], dtype=torch.float32)

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(24, 16), nn.Tanh(), nn.Linear(16, 1))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for epoch in range(3):
    loss = (model(history).squeeze(1) - target).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"epoch {epoch} loss {loss.item():.4f}")
print("finished")
