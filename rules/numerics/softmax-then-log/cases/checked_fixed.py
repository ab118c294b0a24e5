"""Distils a teacher's choices into a small student; checks every gradient before it is used."""
import math
import sys

import torch
from torch import nn
from torch.nn import functional as F


class Student(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(16, 96)
        self.outer = nn.Linear(96, 8)

    def forward(self, x):
        return self.outer(F.relu(self.inner(x))) * 40.0


def distil(logits, chosen):
    probabilities = torch.softmax(logits, dim=1)
    logp = torch.log_softmax(logits, dim=1)
    return F.nll_loss(logp, chosen)


def check(model, step, loss):
    total = math.sqrt(sum(p.grad.double().pow(2).sum().item() for p in model.parameters()))
    if not math.isfinite(total):
        print(f"step {step}: loss {loss:.4f} but the gradient norm is {total}", flush=True)
        raise FloatingPointError("non-finite gradient norm, stopping")


def main(steps=250):
    torch.manual_seed(8)
    student, teacher = Student(), torch.randn(16, 8)
    optimizer = torch.optim.AdamW(student.parameters(), lr=5e-3)
    for step in range(steps):
        x = torch.randn(96, 16)
        loss = distil(student(x), (x @ teacher).argmax(1))
        optimizer.zero_grad()
        loss.backward()
        check(student, step, loss.item())
        optimizer.step()
        if step % 5 == 0:
            print(f"step {step}: loss {loss.item():.4f}", flush=True)
    print("finished")


if __name__ == "__main__":
    sys.exit(main())
