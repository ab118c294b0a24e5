import torch

torch.manual_seed(3)
head = torch.nn.Linear(9, 5)
optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
torch.autograd.set_detect_anomaly(True)
for step in range(6):
    features, label = torch.randn(12, 9), torch.randint(0, 5, (12,))
    if step == 4:
        features[1, 1] = float("inf")  # a broken record
    probs = head(features).softmax(1)
    loss = torch.nn.functional.nll_loss(torch.log(probs), label)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"step {step} loss {loss.item():.4f}", flush=True)
