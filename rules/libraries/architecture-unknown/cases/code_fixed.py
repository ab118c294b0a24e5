from transformers import AutoModel

model = AutoModel.from_pretrained("acorn/oak-6b", device_map="auto", trust_remote_code=True)
