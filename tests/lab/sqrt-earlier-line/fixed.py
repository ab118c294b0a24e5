import argparse

import torch
import torch.nn as nn

p = argparse.ArgumentParser()
p.add_argument("--steps", type=int, default=15)
p.add_argument("--margin", type=float, default=1.0)
args = p.parse_args()

torch.manual_seed(0)
torch.autograd.set_detect_anomaly(True)
embed = nn.Embedding(50, 16)
optimizer = torch.optim.Adam(embed.parameters(), lr=1e-2)


def triplet(anchor, positive, negative):
    pos2 = (embed(anchor) - embed(positive)).pow(2).sum(1)
    neg2 = (embed(anchor) - embed(negative)).pow(2).sum(1)
    to_pos = torch.sqrt(pos2 + 1e-8)
    to_neg = torch.sqrt(neg2 + 1e-8)
    return torch.relu(to_pos - to_neg + args.margin).mul(anchor != negative).sum() / len(anchor)


for step in range(args.steps):
    anchor = torch.randint(0, 25, (32,))
    positive = torch.randint(0, 25, (32,))
    negative = torch.randint(25, 50, (32,))
    if step == 9:
        negative[0] = anchor[0]  # a label was corrected in one table only
    loss = triplet(anchor, positive, negative)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print("step", step, "loss", round(loss.item(), 4), flush=True)
print("finished")
