import sys

from transformers import AutoTokenizer

rows = [line.strip() for line in open(sys.argv[1])][:64]


tok = AutoTokenizer.from_pretrained(sys.argv[2], use_fast=True)
tok.pad_token = tok.eos_token


# every row of the batch gets the length of the longest
batch = tok(rows, padding=True, return_tensors="pt")
print(batch["input_ids"].shape)
