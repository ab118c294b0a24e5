"""The user's layout survives a replacement."""

import pytest
from rootrank.fixing.weaving import weave


@pytest.mark.parametrize(
    ("old", "new", "woven"),
    [
        ("total / count", "total / max(count, 1)", "total / max(count, 1)"),
        ("a/b", "a / max(b, 1)", "a/max(b, 1)"),
        ("torch.sqrt(x)", "torch.sqrt(x + 1e-8)", "torch.sqrt(x + 1e-8)"),
        ("x.sqrt()", "(x + 1e-8).sqrt()", "(x + 1e-8).sqrt()"),
        ("f(\n    a,  # first\n    b,\n)", "f(a, b + 1)", "f(\n    a,  # first\n    b + 1,\n)"),
        ("f(a)", "f(a, b=2)", "f(a, b=2)"),
        ("f(a, b=2)", "f(a)", "f(a)"),
    ],
)
def test_only_what_differs_is_written(old: str, new: str, woven: str) -> None:
    assert weave(old, new) == woven
