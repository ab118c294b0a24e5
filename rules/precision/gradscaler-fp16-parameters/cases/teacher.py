import torch

guide = torch.nn.Linear(5, 1).half().requires_grad_(False)


class Pupil(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = torch.nn.Parameter(torch.ones(5, 1, dtype=torch.float16))

    def forward(self, x):
        return x @ self.scale


pupil = Pupil()
optimizer = torch.optim.Adam(pupil.parameters(), lr=1e-3)
scaler = torch.amp.GradScaler("cpu")
x = torch.randn(3, 5).half()
loss = (pupil(x) - guide(x)).float().square().mean()
scaler.scale(loss).backward()
scaler.unscale_(optimizer)
