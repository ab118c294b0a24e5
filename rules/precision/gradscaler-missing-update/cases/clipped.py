import torch

torch.manual_seed(0)
net = torch.nn.Linear(6, 1)
sgd = torch.optim.SGD(net.parameters(), lr=0.1)
plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(sgd)
grad_scaler = torch.amp.GradScaler("cpu")
for n in range(4):
    sgd.zero_grad()
    loss = net(torch.randn(3, 6)).square().mean()
    grad_scaler.scale(loss).backward()
    grad_scaler.unscale_(sgd)
    torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    grad_scaler.step(sgd)
    plateau.step(loss.item())
    print(f"step {n} loss {loss.item():.4f}", flush=True)
