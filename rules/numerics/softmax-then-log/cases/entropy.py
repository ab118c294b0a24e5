import torch
from torch import nn

torch.manual_seed(0)
torch.autograd.set_detect_anomaly(True)
policy = nn.Linear(8, 5)
opt = torch.optim.Adam(policy.parameters(), lr=0.05)
for update in range(6):
    obs = 40.0 * (update + 1) * torch.randn(32, 8)
    probs = torch.softmax(policy(obs), dim=-1)
    entropy = -(probs * torch.log(probs)).sum(-1).mean()
    loss = probs[:, 0].mean() - 0.01 * entropy
    opt.zero_grad()
    print(f"update {update} loss {loss.item():.4f}", flush=True)
    loss.backward()
    opt.step()
