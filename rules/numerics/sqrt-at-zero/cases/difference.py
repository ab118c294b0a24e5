import torch

torch.manual_seed(0)
layer = torch.nn.Linear(6, 1)
optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
torch.autograd.set_detect_anomaly(True)
for step in range(6):
    rows = torch.randn(9, 6)
    spread = (layer(rows) ** 2) - layer(rows).mean() ** 2
    deviation = torch.sqrt(spread)
    loss = torch.nan_to_num(deviation, nan=0.0).mean()
    print(f"step {step} loss {loss.item():.4f}", flush=True)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
