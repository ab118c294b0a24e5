import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

rng = np.random.default_rng(7)
rows = rng.normal(size=(480, 7)).astype("float32")
rows[:, 2] = 3.0  # every row of this export is from one site
bought = (rows[:, 0] - rows[:, 5] > 0).astype("float32")


def standardise(table):
    centre = table.mean(axis=0)
    spread = table.std(axis=0)
    return (table - centre) / spread


loader = DataLoader(
    TensorDataset(torch.from_numpy(standardise(rows)), torch.from_numpy(bought)), batch_size=48, shuffle=True
)
torch.manual_seed(0)
net = nn.Sequential(nn.Linear(7, 20), nn.ReLU(), nn.Linear(20, 1))
adam = torch.optim.Adam(net.parameters(), lr=5e-3)
for epoch in range(1, 4):
    losses = []
    for x, y in loader:
        loss = nn.functional.binary_cross_entropy_with_logits(net(x).squeeze(1), y)
        adam.zero_grad()
        loss.backward()
        adam.step()
        losses.append(loss.item())
    print(f"epoch {epoch} loss {np.mean(losses):.4f}")
print("finished")
