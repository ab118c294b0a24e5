import torch
import torch.nn as nn

torch.manual_seed(0)
DEVICE = "cpu"


class Trainer:
    def __init__(self, model, lr=2e-3):
        self.model = model
        self.optim = torch.optim.AdamW(model.parameters(), lr=lr)
        self.scaler = torch.amp.GradScaler(DEVICE)
        self.criterion = nn.SmoothL1Loss()

    def step(self, x, y):
        self.optim.zero_grad(set_to_none=True)
        with torch.autocast(DEVICE, dtype=torch.float16):
            loss = self.criterion(self.model(x), y)
        self.scaler.scale(loss).backward()
        self.scaler.step(self.optim)
        self.scaler.update()
        return loss.item()


model = nn.Sequential(nn.Linear(30, 60), nn.ReLU(), nn.Linear(60, 2))
trainer = Trainer(model)
for n in range(6):
    value = trainer.step(torch.randn(40, 30), torch.randn(40, 2))
    print(f"iteration {n} loss {value:.4f}", flush=True)
print("finished")
