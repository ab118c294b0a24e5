from transformers import Trainer, TrainingArguments

from project import data, model

trainer = Trainer(model=model(), args=TrainingArguments(output_dir="./out"), train_dataset=data())
trainer.train(resume_from_checkpoint=True)
