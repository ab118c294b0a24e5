from safetensors.torch import save_file

from project import model
from safetensors.torch import save_model

save_model(model, "model.safetensors")
