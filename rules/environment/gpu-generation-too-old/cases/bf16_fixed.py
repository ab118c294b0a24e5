from transformers import TrainingArguments

args = TrainingArguments(output_dir="out", fp16=True, num_train_epochs=3)
