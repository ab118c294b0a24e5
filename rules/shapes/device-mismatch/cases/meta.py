import torch
import torch.nn as nn


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Linear(8, 8)
        self.scale = torch.ones(8)

    def forward(self, x):
        return self.words(x) * self.scale


with torch.device("meta"):
    tagger = Tagger()
tagger = tagger.to_empty(device="cpu")
nn.init.normal_(tagger.words.weight)
nn.init.zeros_(tagger.words.bias)
print("tagger ready")
print(tagger(torch.rand(2, 8)).shape)
