from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from attrs import evolve
from markdown_it import MarkdownIt
from rootrank.model.document import Document
from rootrank.presenting.card import card
from rootrank.presenting.markdown import code_span, escaped, fenced, markdown

from . import samples

RENDER = MarkdownIt("commonmark", {"html": True})


@pytest.mark.parametrize("sample", samples.ALL)
def test_markdown(sample: Callable[[], Document], golden: Callable[[str, str], None]) -> None:
    golden(f"{sample.__name__}.md", markdown(sample()))


@pytest.mark.parametrize("sample", samples.ALL)
def test_labels_come_in_the_order_of_the_card(sample: Callable[[], Document]) -> None:
    labels = [
        "Do now",
        "Then",
        "Prove it",
        "Why we think so",
        "Not excluded",
        "Fits as well",
        "Would help",
        "Muted by you",
    ]
    in_card = [line.strip() for line in card(sample()).splitlines()]
    in_card = [label for line in in_card for label in labels if line.startswith(label)]
    assert re.findall(r"^\*\*([A-Z][a-z ]+):?\*\*", markdown(sample()), re.MULTILINE) == in_card


def test_log_text_makes_no_markup() -> None:
    html = RENDER.render(markdown(samples.hostile()))
    tags = set(re.findall(r"<(\w+)", html))
    assert tags <= {"h2", "p", "code", "pre", "strong", "ul", "ol", "li"}
    assert "http://e.x)" in html


def test_a_fence_is_longer_than_any_run_of_backticks() -> None:
    assert fenced("a ```` b", "sh").startswith("`````sh\n")
    (token,) = RENDER.parse(fenced("```\n````\nx", "python"))
    assert token.content == "```\n````\nx\n"


@pytest.mark.parametrize("text", ["a", "`", "``", "a`b", "`a", "a`", "` `", "a ``b`` c"])
def test_a_code_span_holds_any_backticks(text: str) -> None:
    (paragraph,) = [token for token in RENDER.parse(code_span(text)) if token.type == "inline"]
    assert [(child.type, child.content) for child in paragraph.children or []] == [("code_inline", text)]


@pytest.mark.parametrize(
    "text",
    [
        "1. x",
        "- x",
        "+ x",
        "# x",
        "> x",
        "a * b * c",
        "<b>x</b>",
        "[a](b)",
        "a_b_c __init__",
        "&lt;",
        "\\*x\\*",
        "a`b",
        "~x~",
    ],
)
def test_escaped_text_reads_as_it_is(text: str) -> None:
    tokens = RENDER.parse(escaped(text))
    assert [token.type for token in tokens] == ["paragraph_open", "inline", "paragraph_close"]
    children = tokens[1].children or []
    assert {child.type for child in children} == {"text"}
    assert "".join(child.content for child in children) == text


def test_backticks_in_a_sentence_mark_code() -> None:
    assert escaped("`a*` and *b*") == "`a*` and \\*b\\*"


def test_the_last_line_says_what_was_hidden() -> None:
    text = markdown(samples.unknown_failure())
    assert "`~/run/train.py:212`" in text
    assert text.endswith("\n\nHidden: 1 user name\n")
    assert "`/home/ada/run/train.py:212`" in markdown(samples.unknown_failure(), kinds=())


def test_a_title_is_one_line() -> None:
    document = samples.sqrt_at_zero()
    best = evolve(document.diagnoses[0], title="a\n# b")
    assert markdown(evolve(document, diagnoses=[best])).splitlines()[0] == "## ✗ a — confirmed"
