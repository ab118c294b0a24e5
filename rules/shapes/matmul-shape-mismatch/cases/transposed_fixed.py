import torch

keys = torch.rand(12, 64)
queries = torch.rand(12, 64)
print("attention over", len(keys), "keys")
scores = queries @ keys.T
print(scores.softmax(-1).shape)
