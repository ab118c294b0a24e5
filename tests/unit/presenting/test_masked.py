"""What leaves the user's screen hides what is private, in every format that is made to be passed on."""

from __future__ import annotations

import html as markup
import json
from collections.abc import Callable
from urllib.parse import unquote

import pytest
from attrs import evolve
from rootrank.masking import mask_document
from rootrank.model.document import Document, Event, MissingFact, Place, RankDetail
from rootrank.presenting.card import card
from rootrank.presenting.document import to_json
from rootrank.presenting.github import github
from rootrank.presenting.html import html
from rootrank.presenting.markdown import markdown
from rootrank.presenting.sarif import sarif

from ..masking import planted  # noqa: TID252  (the tests are no package)
from . import samples

EVERY = [pair for pairs in planted.ALL.values() for pair in pairs]
FORMATS: dict[str, Callable[..., str]] = {"markdown": markdown, "sarif": sarif, "github": github, "html": html}


def planted_document() -> Document:
    """A document that shows each planted line where a reader of each format meets it."""
    lines = [line for line, _ in EVERY]
    whole = "\n".join(lines)
    place = Place("/home/kimberly/run/train.py", 4, lines[0], lines[1])
    fix = evolve(samples.add_constant(), title=lines[2], command=whole, snippet=whole, wrong_when=lines[3], edits=[])
    best = evolve(
        samples.sqrt_hypothesis(),
        root_cause=whole,
        mechanism=whole,
        evidence=[evolve(samples.evidence(line, "/home/kimberly/x.log", 3, 1), text=line) for line in lines[:6]],
        missing_facts=[MissingFact(line, line) for line in lines],
        fixes=[fix],
        verify=evolve(samples.sqrt_hypothesis().verify, command=whole),
        place=place,
        prevent=lines,
    )
    details = [RankDetail(rank, "gpu-17", "initiating", None, "x.log", 1, line) for rank, line in enumerate(lines)]
    return evolve(
        samples.sqrt_at_zero(),
        diagnoses=[best],
        ranks=evolve(samples.eight_ranks(), initiating_host="gpu-17.cluster.local", details=details, why=whole),
        timeline=[Event(None, None, line, "x.log", 1) for line in lines],
        environment={f"fact {number}": line for number, line in enumerate(lines)},
        next_steps=lines,
    )


@pytest.mark.parametrize("name", FORMATS)
def test_no_planted_secret_is_left(name: str) -> None:
    text = FORMATS[name](planted_document())
    readable = [text, markup.unescape(text), unquote(text), text.replace("\\", "")]
    for _, secret in EVERY:
        assert not any(secret in one for one in readable), secret
    assert "Hidden: " in text


@pytest.mark.parametrize("name", FORMATS)
def test_it_is_exact_when_asked_to_be(name: str) -> None:
    text = FORMATS[name](planted_document(), kinds=())
    assert "hf_Zq3xT7vB9nK1mW5rY8uP2sD4" in text.replace("\\", "")
    assert "Hidden: " not in text


def test_card_and_json_are_exact_and_can_be_masked() -> None:
    document = planted_document()
    assert "kimberly" in card(document)
    masked, hidden = mask_document(document)
    for _, secret in EVERY:
        assert secret not in card(masked)
        assert json.dumps(secret)[1:-1] not in to_json(masked)
    assert "Hidden: " in card(masked, hidden=hidden)


@pytest.mark.parametrize("name", FORMATS)
def test_only_the_kinds_that_were_named_are_hidden(name: str) -> None:
    text = FORMATS[name](planted_document(), kinds={"ips"})
    assert "10.0.0.5" not in text
    assert "kimberly" in text


def test_it_counts_only_what_the_format_shows() -> None:
    document = evolve(samples.sqrt_at_zero(), next_steps=["HF_TOKEN=abc12345"])
    assert "Hidden" not in markdown(document), "the card shows neither the table of ranks nor this step"
    assert markdown(samples.thousand_ranks()).rstrip().endswith("Hidden: 1 host name")
