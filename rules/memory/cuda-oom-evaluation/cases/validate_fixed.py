import torch

from speech import Net, loader


@torch.no_grad()
def validate(model, batches):
    model.eval()
    losses = []
    for x, y in batches:
        losses.append(model(x.cuda(), y.cuda()))
    return torch.stack(losses).mean()


model = Net().cuda()
for epoch in range(3):
    for x, y in loader("train"):
        loss = model(x.cuda(), y.cuda())
        loss.backward()
    print(f"epoch {epoch} loss {loss.item():.3f}")
    print(validate(model, loader("dev")))
