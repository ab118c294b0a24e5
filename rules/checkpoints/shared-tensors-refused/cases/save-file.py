from safetensors.torch import save_file

from project import model

save_file(model.state_dict(), "model.safetensors")
