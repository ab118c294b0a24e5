import torch
import torch.nn as nn
from torch.utils.data import DataLoader, Dataset
from torch.nn.utils.rnn import pad_sequence

torch.manual_seed(1)


class Melodies(Dataset):
    """tunes of 12 to 40 notes with a style"""

    def __init__(self, n=64):
        self.tunes = [torch.randint(1, 50, (int(k),)) for k in torch.randint(12, 41, (n,))]
        self.styles = torch.randint(0, 3, (n,))

    def __len__(self):
        return len(self.tunes)

    def __getitem__(self, i):
        return self.tunes[i], self.styles[i]


embed = nn.EmbeddingBag(50, 16, padding_idx=0)
head = nn.Linear(16, 3)
optimizer = torch.optim.Adam([*embed.parameters(), *head.parameters()], lr=0.01)
def pad_batch(samples):
    sequences, targets = zip(*samples)
    return pad_sequence(sequences, batch_first=True), torch.stack([torch.as_tensor(t) for t in targets])
loader = DataLoader(Melodies(), batch_size=8, shuffle=True, collate_fn=pad_batch)
for step, (notes, style) in enumerate(loader):
    loss = nn.functional.cross_entropy(head(embed(notes)), style)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"step {step} loss {loss.item():.4f}")
