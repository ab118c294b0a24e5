import torch

from net import Net, batches

net = Net().cuda()
optimizer = torch.optim.Adam(net.parameters())
running = 0.0
for step, (x, y) in enumerate(batches()):
    loss = net(x.cuda(), y.cuda())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    running += loss.item()
    if step % 100 == 0:
        print(f"step {step} loss {float(running) / (step + 1):.4f}")
