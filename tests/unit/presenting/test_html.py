from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser

import pytest
from attrs import evolve
from rootrank.model.document import Document, Reference
from rootrank.presenting.html import html
from rootrank.presenting.html_style import POLICY, STYLE, STYLE_HASH
from rootrank.presenting.outline import outline

from . import samples

VOID = {"meta"}
TAGS = {"html", "head", "meta", "title", "style", "body", "main", "header", "footer", "section", "div", "span", "p"}
TAGS |= {"h1", "h2", "pre", "code", "ul", "ol", "li", "a", "details", "summary", "dl", "dt", "dd"}
TAGS |= {"table", "thead", "tbody", "tr", "th", "td"}


class Page(HTMLParser):
    """Elements of a page, its texts, and whether every element is closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.texts.append(data)

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment: {data}")


@pytest.mark.parametrize("sample", samples.ALL)
def test_the_page_is_whole_and_holds_only_what_it_may(sample: Callable[[], Document]) -> None:
    text = html(sample())
    page = Page(text)
    for tag, attributes in page.elements:
        assert tag in TAGS
        assert not {name for name in attributes if name.startswith("on") or name in {"style", "src", "srcset"}}
    assert text.startswith("<!doctype html>\n")
    assert "url(" not in text
    assert "@import" not in text
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e\ud800-\udfff]", text)


def test_html(golden: Callable[[str, str], None]) -> None:
    golden("sqrt_at_zero.html", html(samples.sqrt_at_zero()))


@pytest.mark.parametrize("sample", samples.ALL)
def test_sections_come_in_the_order_of_the_card(sample: Callable[[], Document]) -> None:
    labels = re.findall(r"<section><h2>(.*?)</h2>", html(sample(), kinds=()))
    assert labels == [section.label for section in outline(sample()).sections]


def test_the_policy_allows_its_own_style_and_nothing_else() -> None:
    text = html(samples.sqrt_at_zero())
    assert POLICY.startswith("default-src 'none'; ")
    assert f"'sha256-{STYLE_HASH}'" in POLICY
    assert text.count(f"<style>{STYLE}</style>") == 1
    assert f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">' in text


def test_log_text_stays_text() -> None:
    page = Page(html(samples.hostile()))
    assert any("<b>h</b>" in text for text in page.texts)
    assert any("<!-- * _a_" in text for text in page.texts)
    assert not [tag for tag, _ in page.elements if tag == "b"]


def test_only_an_https_address_is_a_link() -> None:
    references = [Reference("good", "https://pytorch.org/x?a=1&b=2"), Reference("bad", "javascript:alert(1)")]
    best = evolve(samples.sqrt_hypothesis(), references=references)
    page = Page(html(evolve(samples.sqrt_at_zero(), diagnoses=[best])))
    links = [attributes for tag, attributes in page.elements if tag == "a"]
    assert [link["href"] for link in links] == ["https://pytorch.org/x?a=1&b=2"]
    assert links[0]["rel"] == "noopener noreferrer"
    assert "javascript:alert(1)" in page.texts


def test_each_edit_has_its_place_and_its_block() -> None:
    text = html(samples.thousand_ranks(), roots=["/home/ada/run"])
    assert text.index("model/norm.py:3") < text.index("+ import torch") < text.index("model/norm.py:17")


@pytest.mark.parametrize(("total", "class_"), [(8, "grid"), (128, "grid"), (129, "grid dense"), (1024, "grid dense")])
def test_ranks_are_squares(total: int, class_: str) -> None:
    document = samples.sqrt_at_zero()
    page = Page(html(evolve(document, ranks=evolve(document.ranks, total=total))))
    assert [attributes["class"] for tag, attributes in page.elements if tag == "ul" and "grid" in str(attributes)] == [
        class_
    ]
    squares = [
        attributes for tag, attributes in page.elements if tag == "li" and "rank " in str(attributes.get("title"))
    ]
    assert len(squares) == total
    assert squares[5] == {"class": "initiating", "title": "rank 5: initiating"}


def test_too_many_ranks_are_not_drawn() -> None:
    document = samples.sqrt_at_zero()
    assert 'class="grid' not in html(evolve(document, ranks=evolve(document.ranks, total=100_000)))


def test_the_last_line_says_what_was_hidden() -> None:
    assert "Hidden: 2 host names, 1 IP address</span></footer>" in html(samples.sqrt_at_zero())
    assert "Hidden: " not in html(samples.sqrt_at_zero(), kinds=())
