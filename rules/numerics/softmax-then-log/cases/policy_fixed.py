import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(2)


class Policy(nn.Module):
    def __init__(self, n_obs=12, n_act=6, temperature=0.02):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(n_obs, 64), nn.Tanh())
        self.head = nn.Linear(64, n_act)
        self.temperature = temperature

    def forward(self, obs):
        scores = self.head(self.body(obs)) / self.temperature
        return F.log_softmax(scores, dim=-1)


policy = Policy()
optimizer = torch.optim.Adam(policy.parameters(), lr=3e-3)
expert = torch.randn(12, 6)
torch.autograd.set_detect_anomaly(True)
for update in range(1, 301):
    obs = torch.randn(64, 12)
    action = (obs @ expert).argmax(dim=-1)
    loss = F.nll_loss(policy(obs), action)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if update % 5 == 0:
        print(f"update {update} loss {loss.item():.4f}", flush=True)
print("finished")
