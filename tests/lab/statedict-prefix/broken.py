import torch
import torch.nn as nn


class Forecast(nn.Module):
    def __init__(self):
        super().__init__()
        self.past = nn.GRU(3, 8, batch_first=True)
        self.out = nn.Linear(8, 1)


wrapped = nn.DataParallel(Forecast())
torch.save(wrapped.state_dict(), "forecast.pt")

model = Forecast()
weights = torch.load("forecast.pt", weights_only=True)
model.load_state_dict(weights)
print("loaded")
