import torch

torch.manual_seed(0)
net = torch.nn.Linear(3, 1)
adam = torch.optim.Adam(net.parameters())
scaler = torch.amp.GradScaler("cpu")
finish = [getattr(scaler, "update")]
for n in range(4):
    scaler.scale(net(torch.randn(5, 3)).square().mean()).backward()
    scaler.step(adam)
    if n == 2:
        scaler.step(adam)
    for call in finish:
        call()
