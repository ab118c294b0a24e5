"""Keeps the user's layout: of a replacement only the tokens that differ are written into the text that stands there.

So a call spread over ten lines stays so when one argument changes, with its comments, and the diff shows one line.
"""

from __future__ import annotations

import io
import tokenize
from difflib import SequenceMatcher

from attrs import frozen

from rootrank.fixing.templates import shape
from rootrank.sources.syntax import parse

LAYOUT = {tokenize.NL, tokenize.NEWLINE, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}


@frozen
class _Token:
    text: str
    start: int
    end: int


def weave(old: str, new: str) -> str:
    """Text that means ``new`` and looks like ``old``; ``new`` itself where that can't be had."""
    before, after = _without_last_commas(old, _tokens(old)), _tokens(new)
    if not before or not after:
        return new
    woven = _woven(old, before, new, after)
    same = shape(woven) is not None and shape(woven) == shape(new)
    stands_alone = parse(woven) is not None or parse(old) is None
    return woven if same and stands_alone else new


def _woven(old: str, before: list[_Token], new: str, after: list[_Token]) -> str:
    out: list[str] = []
    at = 0
    matcher = SequenceMatcher(None, [t.text for t in before], [t.text for t in after], autojunk=False)
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag == "equal":
            out.append(old[at : before[i2 - 1].end])
            at = before[i2 - 1].end
        elif tag == "replace":
            gap = old[at : before[i1].start] or new[after[j1 - 1].end if j1 else 0 : after[j1].start]
            out += [gap, new[after[j1].start : after[j2 - 1].end]]
            at = before[i2 - 1].end
        elif tag == "delete" and i2 < len(before):
            out.append(old[at : before[i1].start])
            at = before[i2].start
        elif tag == "delete":
            at = before[i2 - 1].end
        else:
            follows = i1 < len(before) and j2 < len(after)
            if follows and after[j2 - 1].text in {"(", "[", "{"}:
                # What is put in clings to the token that follows: the space that stands there goes before it.
                out += [old[at : before[i1].start], new[after[j1].start : after[j2 - 1].end]]
                at = before[i1].start
                continue
            out.append(new[after[j1 - 1].end if j1 else 0 : after[j2 - 1].end])
            if follows and before[i1].start == at:
                out.append(new[after[j2 - 1].end : after[j2].start])
    return "".join(out)


def _without_last_commas(text: str, tokens: list[_Token]) -> list[_Token]:
    """Leaves the comma at the end of a line before a closing bracket out of the comparison, so that it stays."""
    return [
        token
        for token, following in zip(tokens, [*tokens[1:], None], strict=True)
        if not (
            token.text == ","
            and following is not None
            and following.text in {")", "]", "}"}
            and "\n" in text[token.end : following.start]
        )
    ]


def _tokens(text: str) -> list[_Token]:
    """The tokens of a text that mean something; none when Python can't tokenize it."""
    # Inside brackets line ends mean nothing, so one expression over several lines needs no indentation.
    wrapped = f"({text}\n)"
    starts = [0]
    for line in wrapped.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    try:
        found = list(tokenize.generate_tokens(io.StringIO(wrapped, newline="\n").readline))
    except (tokenize.TokenError, SyntaxError):
        return []
    spans = [
        (starts[token.start[0] - 1] + token.start[1] - 1, starts[token.end[0] - 1] + token.end[1] - 1)
        for token in found
        if token.type not in LAYOUT
    ]
    return [_Token(text[start:end], start, end) for start, end in spans[1:-1]]
