from transformers import Trainer, TrainingArguments

from project import data, model
from transformers.trainer_utils import get_last_checkpoint

trainer = Trainer(model=model(), args=TrainingArguments(output_dir="./out"), train_dataset=data())
trainer.train(resume_from_checkpoint=get_last_checkpoint(trainer.args.output_dir))
