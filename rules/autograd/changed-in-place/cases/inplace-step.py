import torch
import torch.nn as nn

torch.manual_seed(0)
actor, critic = nn.Linear(4, 2), nn.Linear(2, 1)
opt_actor = torch.optim.SGD(actor.parameters(), lr=0.1)
opt_critic = torch.optim.SGD(critic.parameters(), lr=0.1)
state = torch.randn(8, 4)
for step in range(2):
    action = actor(state)
    value = critic(action)
    critic_loss = (value - 1).pow(2).mean()
    actor_loss = -value.mean()
    opt_critic.zero_grad()
    critic_loss.backward(retain_graph=True)
    opt_critic.step()
    opt_actor.zero_grad()
    actor_loss.backward()
    opt_actor.step()
