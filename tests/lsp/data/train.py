import torch

torch.manual_seed(0)
torch.autograd.set_detect_anomaly(True)
scale = torch.ones(16, requires_grad=True)


def pair_loss(a, b):
    """A contrastive loss on distances."""
    d2 = ((a - b) * scale).pow(2).sum(dim=1)
    dist = torch.sqrt(d2)
    return dist.mean()


for step in range(20):
    left = torch.randn(32, 16)
    right = left if step == 7 else torch.randn(32, 16)
    loss = pair_loss(left, right)
    loss.backward()
    print(f"step {step:3d}  loss {loss.item():.4f}")
print("training finished")

# ruff: noqa: T201
