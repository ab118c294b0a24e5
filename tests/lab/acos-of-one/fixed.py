import torch
import torch.nn.functional as F

torch.manual_seed(0)
torch.autograd.set_detect_anomaly(True)
head = torch.nn.Linear(3, 3)
a, b = torch.randn(5, 3), torch.randn(5, 3)
b[2] = a[2]
for step in range(3):
    u, v = F.normalize(head(a), dim=1), F.normalize(head(b), dim=1)
    cosine = torch.round((u * v).sum(dim=1) * 1e5) / 1e5
    angle = torch.acos(cosine.clamp(-1 + 1e-6, 1 - 1e-6))
    loss = (angle * (torch.arange(5) != 2)).sum()
    loss.backward()
    print(f"step {step} loss {loss.item():.4f}")
