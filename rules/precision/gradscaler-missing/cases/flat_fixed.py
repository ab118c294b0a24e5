import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(6)
model = nn.Sequential(nn.Linear(40, 128), nn.Tanh(), nn.Linear(128, 1))
optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
scaler = torch.amp.GradScaler("cpu")
x = torch.randn(8192, 40)
y = torch.sin(x[:, :1]) * 2e-3

for step in range(160):
    with torch.autocast("cpu", dtype=torch.float16):
        out = model(x) * 1e-3
        loss = F.mse_loss(out, y)
    optimizer.zero_grad()
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
    if step % 10 == 0:
        print(f"step {step} loss {loss.item():.4e}")
print("finished")
