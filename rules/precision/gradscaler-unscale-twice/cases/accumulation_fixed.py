import torch
from torch import nn
from torch.nn.utils import clip_grad_norm_

torch.manual_seed(1)
EVERY = 4


def micro_batches(count):
    for _ in range(count):
        yield torch.randn(8, 14), torch.randint(0, 5, (8,))


def train(model, optimizer, scaler):
    lossfn = nn.CrossEntropyLoss()
    for n, (x, y) in enumerate(micro_batches(16), start=1):
        with torch.autocast("cpu", dtype=torch.float16):
            loss = lossfn(model(x), y) / EVERY
        scaler.scale(loss).backward()
        if n % EVERY == 0:
            scaler.unscale_(optimizer)
            clip_grad_norm_(model.parameters(), 0.5)
            scaler.step(optimizer)
            scaler.update()
            optimizer.zero_grad()
        print(f"micro-batch {n} loss {EVERY * loss.item():.4f}", flush=True)


net = nn.Sequential(nn.Linear(14, 40), nn.ReLU(), nn.Linear(40, 5))
train(net, torch.optim.Adam(net.parameters(), lr=1e-3), torch.amp.GradScaler("cpu", init_scale=4096.0))
print("finished")
