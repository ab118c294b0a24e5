import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class Reader(nn.Module):
    def __init__(self, words=80, width=24):
        super().__init__()
        self.embed = nn.Embedding(words, width, padding_idx=0)
        self.query, self.key = nn.Linear(width, width), nn.Linear(width, width)
        self.classify = nn.Linear(width, 3)

    def forward(self, ids, padding):
        h = self.embed(ids)
        scores = self.query(h) @ self.key(h).transpose(1, 2) / math.sqrt(h.size(-1))
        scores = scores.masked_fill(padding.unsqueeze(1), float("-inf"))
        mixed = F.softmax(scores, dim=-1) @ h
        return self.classify(mixed.mean(1))


def batch(step):
    ids = torch.randint(1, 80, (12, 10))
    padding = torch.arange(10) >= torch.randint(1, 11, (12, 1))
    if step == 8:
        padding[4] = True  # an empty document
    return ids.masked_fill(padding, 0), padding, torch.randint(0, 3, (12,))


torch.manual_seed(4)
reader = Reader()
optimizer = torch.optim.Adam(reader.parameters(), lr=1e-3)
torch.autograd.set_detect_anomaly(True)
for step in range(14):
    ids, padding, topic = batch(step)
    loss = F.cross_entropy(reader(ids, padding), topic)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"step {step}: loss {loss.item():.4f}", flush=True)
print("finished")
