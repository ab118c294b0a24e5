from transformers import DataCollatorWithPadding, Trainer

from project import arguments, data, model, tokenizer

trainer = Trainer(
    model=model,
    args=arguments,
    train_dataset=data,
    processing_class=tokenizer,
    data_collator=DataCollatorWithPadding(tokenizer=tokenizer),
)
trainer.train()
