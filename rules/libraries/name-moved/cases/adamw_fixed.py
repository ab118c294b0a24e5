from transformers import get_linear_schedule_with_warmup
from torch.optim import AdamW

from project import model

optimizer = AdamW(model.parameters(), lr=2e-5)
schedule = get_linear_schedule_with_warmup(optimizer, 100, 1000)
