import torch
import torch.nn as nn

torch.manual_seed(0)
cell = nn.LSTM(3, 8)
head = nn.Linear(8, 3)
optimizer = torch.optim.Adam([*cell.parameters(), *head.parameters()])
stream = torch.randn(200, 4, 3)
state = None
for step, start in enumerate(range(0, 180, 20)):
    out, state = cell(stream[start : start + 20], state)
    loss = nn.functional.mse_loss(head(out), stream[start + 1 : start + 21])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"step {step} loss {loss.item():.4f}")
