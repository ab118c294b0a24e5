"""Predicts tomorrow's load from yesterday's readings."""
import io

import numpy as np
import torch
from torch import nn

rng = np.random.default_rng(12)
table = rng.normal(size=(400, 5))
text = "\n".join(",".join("" if (i, j) == (250, 3) else f"{v:.3f}" for j, v in enumerate(row)) for i, row in enumerate(table))

readings = np.genfromtxt(io.StringIO(text), delimiter=",", dtype=np.float32)
x = torch.from_numpy(readings[:, :4])
y = torch.from_numpy(readings[:, 4:])

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for epoch in range(2):
    for start in range(0, len(x), 20):
        loss = nn.functional.mse_loss(model(x[start:start + 20]), y[start:start + 20])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"epoch {epoch} row {start} loss {loss.item():.4f}")
print("finished")
