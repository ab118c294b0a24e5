"""What may be an anchor, and what is refused by name."""

import re

import pytest
from rootrank.scanning import Anchor
from rootrank.scanning.pattern import line_local


@pytest.mark.parametrize(
    ("pattern", "why"),
    [
        (rb"^loss", "prefix"),
        (rb"loss$", "prefix"),
        (rb"loss\Z", "prefix"),
        (rb"\Aloss", "prefix"),
        (rb"(?=x)loss", "look-around"),
        (rb"(?<!x)loss", "look-around"),
        (rb"(a|b)x\1", "back references"),
        (rb"a{3,500}", "repeats something 500 times"),
        (rb"(?:a{9}){9}", "repeats something 81 times"),
        (rb"(?:ab+)+c", "exponential"),
        (rb"(?:x|(?:ab*))*c", "exponential"),
        (rb"(?i)nan", "caseless"),
        (rb"(?i:nan)!", "caseless"),
        (rb"x*", "empty string"),
        (rb"\b", "empty string"),
        (rb"a\nb", "newline"),
        (rb"(open", "not a regex"),
        (rb"\pL", "not a regex"),
    ],
)
def test_unfit_patterns_are_refused_by_name(pattern: bytes, why: str) -> None:
    with pytest.raises(ValueError, match=re.escape(repr(pattern))) as caught:
        Anchor(pattern=pattern)
    assert why in str(caught.value)


def test_an_anchor_is_either_a_literal_or_a_pattern() -> None:
    with pytest.raises(ValueError, match="either"):
        Anchor()
    with pytest.raises(ValueError, match="either"):
        Anchor(b"loss", pattern=b"loss")
    with pytest.raises(ValueError, match="spans two"):
        Anchor(b"two\nlines")


@pytest.mark.parametrize(
    ("pattern", "caseless", "matches", "misses"),
    [
        (rb"a\sb", False, [b"a b", b"a\tb", b"a\x0bb"], [b"a\nb"]),
        (rb"a[^x]b", False, [b"a-b", b"aXb", b"a\xffb"], [b"a\nb", b"axb"]),
        (rb"a[^x]b", True, [b"A-b"], [b"aXb", b"axb", b"a\nb"]),
        (rb"[a-c]\d", True, [b"B7", b"b7"], [b"d7", b"Bx"]),
        (rb"a.b|cd", False, [b"a\rb", b"cd"], [b"a\nb"]),
        (rb"\bnan\b", False, [b"loss=nan,", b"nan"], [b"nanny", b"banana"]),
        (rb"x{2,}?y", False, [b"xxy", b"xxxxy"], [b"xy"]),
        (rb"\W\D\S", False, [b"-a."], [b"-1.", b"\na."]),
    ],
)
def test_a_pattern_never_crosses_a_line(
    pattern: bytes, caseless: bool, matches: list[bytes], misses: list[bytes]
) -> None:
    spelled = re.compile(line_local(pattern, caseless=caseless))
    assert [text for text in matches + misses if spelled.search(text)] == matches
