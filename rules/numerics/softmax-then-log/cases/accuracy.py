import torch
import torch.nn.functional as F

torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.BatchNorm1d(8), torch.nn.Dropout(0.5), torch.nn.Linear(8, 4))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
torch.autograd.set_detect_anomaly(True)
for step in range(4):
    x, y = torch.randn(20, 8), torch.randint(0, 4, (20,))
    p = F.softmax(model(x) * 400, dim=-1)
    accuracy = (p.argmax(-1) == y).float().mean()
    loss = F.nll_loss(torch.log(p), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"step {step} loss {loss.item():.4f} accuracy {accuracy.item():.2f}", flush=True)
