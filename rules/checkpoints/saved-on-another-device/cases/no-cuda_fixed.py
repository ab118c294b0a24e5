import torch

from nets import Tagger

model = Tagger()
model.load_state_dict(torch.load("best.pt", map_location="cpu"))
model.eval()
