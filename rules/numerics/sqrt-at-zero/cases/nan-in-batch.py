import torch

torch.manual_seed(1)
encoder = torch.nn.Linear(7, 3)
optimizer = torch.optim.SGD(encoder.parameters(), lr=0.05)
torch.autograd.set_detect_anomaly(True)
for step in range(8):
    left, right = torch.randn(5, 7), torch.randn(5, 7)
    if step == 4:
        left[2, 3] = float("nan")  # a sensor that dropped out
    gap = torch.sqrt(((encoder(left) - encoder(right)) ** 2).sum(dim=-1))
    loss = gap.mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"step {step} loss {loss.item():.4f}", flush=True)
