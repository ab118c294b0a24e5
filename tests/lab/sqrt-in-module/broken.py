import torch

from pairs.data import batches
from pairs.losses import margin_loss
from pairs.net import build


def run(epochs: int = 2) -> None:
    torch.manual_seed(21)
    torch.autograd.set_detect_anomaly(True)
    net = build()
    optimizer = torch.optim.RMSprop(net.parameters(), lr=5e-4)
    for epoch in range(epochs):
        for i, (left, right, match) in enumerate(batches()):
            loss = margin_loss(net(left), net(right), match)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            print(f"epoch {epoch} batch {i} loss {loss.item():.4f}", flush=True)
    print("finished")


if __name__ == "__main__":
    run()
