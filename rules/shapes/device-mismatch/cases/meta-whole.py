import torch

scorer = torch.nn.Linear(6, 2).to("meta")
print(scorer(torch.rand(4, 6)).shape)
