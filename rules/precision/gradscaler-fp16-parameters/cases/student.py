import torch

guide = torch.nn.Linear(5, 1).half().requires_grad_(False)
pupil = torch.nn.Linear(5, 1).half()
optimizer = torch.optim.Adam(pupil.parameters(), lr=1e-3)
scaler = torch.amp.GradScaler("cpu")
x = torch.randn(3, 5).half()
loss = (pupil(x) - guide(x)).float().square().mean()
scaler.scale(loss).backward()
scaler.unscale_(optimizer)
