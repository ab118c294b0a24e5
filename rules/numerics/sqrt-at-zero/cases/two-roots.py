import torch

torch.manual_seed(0)
point = torch.nn.Linear(5, 2)
optimizer = torch.optim.SGD(point.parameters(), lr=0.1)
torch.autograd.set_detect_anomaly(True)
for step in range(4):
    here = torch.randn(4, 5)
    there = here.clone() if step == 2 else torch.randn(4, 5)
    u, v = point(here), point(there)
    loss = (torch.sqrt((u ** 2).sum(-1)) * torch.sqrt(((u - v) ** 2).sum(-1))).mean()
    print(f"step {step} loss {loss.item():.4f}", flush=True)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
