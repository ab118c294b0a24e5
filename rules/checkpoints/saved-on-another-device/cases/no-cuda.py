import torch

from nets import Tagger

model = Tagger()
model.load_state_dict(torch.load("best.pt"))
model.eval()
