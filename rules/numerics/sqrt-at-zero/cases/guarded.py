import torch

torch.manual_seed(1)
model = torch.nn.Linear(7, 3)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
torch.autograd.set_detect_anomaly(True)
eps = 1e-8
for step in range(6):
    x, target = torch.randn(5, 7), torch.randn(5, 3)
    if step == 3:
        target[0] = float("nan")  # not measured
    weight = torch.ones(5)
    distance = torch.sqrt(((model(x) - target) ** 2).sum(-1) + eps)
    loss = torch.nanmean(distance * weight)
    print(f"step {step} loss {loss.item():.4f}", flush=True)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
