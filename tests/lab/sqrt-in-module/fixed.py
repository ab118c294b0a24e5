import torch


def euclidean(u, v):
    delta = u - v
    return torch.sqrt(
        (delta * delta).sum(dim=-1) + 1e-8
    )


def margin_loss(u, v, match, margin=1.0):
    d = euclidean(u, v)
    return (match * d.square() + (1 - match) * (margin - d).clamp(min=0).square()).mean()
