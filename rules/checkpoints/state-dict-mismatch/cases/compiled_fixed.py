import torch
import torch.nn as nn

model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
compiled = torch.compile(model)
torch.save(compiled.state_dict(), "policy.pt")
print("saved policy.pt")

policy = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
policy.load_state_dict({k.removeprefix("_orig_mod."): v for k, v in torch.load("policy.pt", weights_only=True).items()})
