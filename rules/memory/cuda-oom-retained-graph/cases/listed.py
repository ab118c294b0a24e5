import torch

from net import Net, batches

net = Net().cuda()
optimizer = torch.optim.Adam(net.parameters())
history = []
for epoch in range(40):
    for x, y in batches():
        penalty = net(x.cuda(), y.cuda())
        optimizer.zero_grad()
        penalty.backward()
        optimizer.step()
        history.append(penalty)
    print(f"epoch {epoch} loss {float(history[-1]):.3f}")
