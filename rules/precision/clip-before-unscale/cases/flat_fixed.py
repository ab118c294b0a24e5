import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(9)
model = nn.Sequential(nn.Linear(18, 50), nn.ReLU(), nn.Linear(50, 4))
opt = torch.optim.SGD(model.parameters(), lr=0.2, momentum=0.9)
scaler = torch.amp.GradScaler("cpu")
x = torch.randn(3000, 18)
y = x[:, :4].argmax(1)

for it in range(240):
    rows = torch.randint(0, 3000, (100,))
    with torch.autocast("cpu", dtype=torch.float16):
        loss = F.cross_entropy(model(x[rows]), y[rows])
    opt.zero_grad()
    scaler.scale(loss).backward()
    scaler.unscale_(opt)
    norm = torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    scaler.step(opt)
    scaler.update()
    if it % 20 == 0:
        print(f"iter {it} loss {loss.item():.4f} grad_norm {norm.item():.1f} loss_scale {scaler.get_scale():.0f}")

with torch.no_grad():
    accuracy = (model(x).argmax(1) == y).float().mean().item()
print(f"accuracy {accuracy:.3f}")
