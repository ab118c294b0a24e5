import torch

torch.manual_seed(0)
maker, judge = torch.nn.Linear(3, 3), torch.nn.Linear(3, 1)
opt_maker = torch.optim.SGD(maker.parameters(), lr=0.1)
opt_judge = torch.optim.SGD(judge.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")


def close_iteration(amp):
    amp.update()


for n in range(3):
    noise = torch.randn(6, 3)
    scaler.scale(judge(maker(noise)).mean()).backward()
    scaler.step(opt_maker)
    scaler.scale(judge(noise).square().mean()).backward()
    scaler.step(opt_maker)
    close_iteration(scaler)
