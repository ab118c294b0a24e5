from transformers import AdamW, get_linear_schedule_with_warmup

from project import model

optimizer = AdamW(model.parameters(), lr=2e-5)
schedule = get_linear_schedule_with_warmup(optimizer, 100, 1000)
