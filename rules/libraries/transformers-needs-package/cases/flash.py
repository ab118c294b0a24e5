from transformers import AutoModelForCausalLM

model = AutoModelForCausalLM.from_pretrained("acorn/oak-2b", attn_implementation="flash_attention_2", device_map="auto")
