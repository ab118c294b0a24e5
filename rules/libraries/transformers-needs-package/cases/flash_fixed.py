from transformers import AutoModelForCausalLM

model = AutoModelForCausalLM.from_pretrained("acorn/oak-2b", attn_implementation="sdpa", device_map="auto")
