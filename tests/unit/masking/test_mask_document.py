from __future__ import annotations

import json

import pytest
from attrs import evolve
from rootrank.masking import ALL, hidden_in, mask_document
from rootrank.masking.document import strings
from rootrank.model.document import Document, Edit, Fix, Position
from rootrank.presenting.document import from_dict, to_dict

from ..presenting import samples  # noqa: TID252  (the tests are no package)
from . import planted

OURS = {"rule", "area", "severity", "tags", "systems", "layer", "phase", "confidence", "kind", "safety", "state"}
OURS |= {"outcome", "status", "source", "verdict", "related", "version", "hash", "references", "fingerprint"}


def everywhere(text: str) -> Document:
    """A document whose every text is this one, but for what only the rulebook writes."""

    def put(tree: object, name: str = "") -> object:
        if isinstance(tree, dict):
            return {key: value if key in OURS else put(value, key) for key, value in tree.items()}
        if isinstance(tree, list):
            return [put(item, name) for item in tree]
        return text if isinstance(tree, str) and name != "name" and tree not in {"nan", "NaN", "Infinity"} else tree

    document = to_dict(samples.sqrt_at_zero())
    kept = {"metrics": document["metrics"], "environment": {"torch": text, text: "1"}}
    document["ranks"]["clock_skew_s"] = {"gpu-17": 1.5}
    return from_dict({**put(document), **kept})  # type: ignore[dict-item]


@pytest.mark.parametrize(("line", "secret"), planted.TOKENS + planted.URLS + planted.EMAILS + planted.IPS)
def test_nothing_private_is_left_in_any_field(line: str, secret: str) -> None:
    masked, hidden = mask_document(everywhere(line))
    assert secret not in json.dumps(to_dict(masked))
    assert json.dumps(secret)[1:-1] not in json.dumps(to_dict(masked))
    assert hidden


def test_masking_a_document_twice_changes_nothing() -> None:
    text = "\n".join(line for lines in planted.ALL.values() for line, _ in lines)
    once, _ = mask_document(everywhere(text))
    again, hidden = mask_document(once)
    assert again == once
    assert hidden == {}


def test_a_document_without_anything_private_stays() -> None:
    document = samples.sqrt_at_zero()
    plain = evolve(document, ranks=evolve(document.ranks, details=[]))
    assert mask_document(plain) == (plain, {})
    assert mask_document(everywhere("x"), ()) == (everywhere("x"), {})


def test_a_host_that_the_document_names_is_hidden_everywhere() -> None:
    document = samples.thousand_ranks()
    ranks = evolve(document.ranks, initiating_host="frontier", clock_skew_s={"frontier": 2.0, "trainer": 0.1})
    document = evolve(document, ranks=ranks, next_steps=["drain frontier; call trainer.fit()"])
    masked, hidden = mask_document(document)
    assert masked.next_steps == ["drain <host-1>; call trainer.fit()"], "a word of the field stays where it is one"
    assert masked.ranks.initiating_host == "<host-1>"
    assert list(masked.ranks.clock_skew_s) == ["<host-1>", "<host-2>"]
    assert masked.ranks.details[0].host == "<host-3>"
    assert hidden["hosts"] == 3


def test_the_name_of_a_value_tells_that_it_is_a_secret() -> None:
    masked, hidden = mask_document(evolve(samples.healthy(), environment={"HF_TOKEN": "abc12345", "torch": "2.13.0"}))
    assert masked.environment == {"HF_TOKEN": "<token>", "torch": "2.13.0"}
    assert hidden == {"tokens": 1}


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/home/ada/run/model/norm.py", "model/norm.py"),
        ("/opt/venv/lib/x.py", "x.py"),
        ("C:\\code\\x.py", "x.py"),
        ("model/norm.py", "model/norm.py"),
    ],
)
def test_edits_carry_no_path_outside_the_workspace(path: str, shown: str) -> None:
    edit = Edit(path, Position(1, 1), Position(1, 1), "import x\n", "")
    fix: Fix = evolve(samples.add_constant(), edits=[edit])
    best = evolve(samples.sqrt_hypothesis(), fixes=[fix])
    document = evolve(samples.sqrt_at_zero(), diagnoses=[best])
    masked, _ = mask_document(document, roots=["/home/ada/run"])
    assert masked.diagnoses[0].fixes[0].edits[0].file == shown


def test_an_edit_that_would_write_the_mask_into_code_is_refused() -> None:
    edit = Edit("x.py", Position(1, 1), Position(1, 9), "login(token='hf_Zq3xT7vB9nK1mW5rY8uP2')", "login()")
    best = evolve(
        samples.sqrt_hypothesis(), fixes=[evolve(samples.add_constant(), edits=[edit]), samples.add_constant()]
    )
    masked, _ = mask_document(evolve(samples.sqrt_at_zero(), diagnoses=[best]))
    first, second = masked.diagnoses[0].fixes
    assert first.edits[0].new_text == "login(token='<token>')"
    assert first.refused == "a part of this edit is hidden in this report"
    assert second.refused is None


def test_ids_and_references_of_the_rulebook_stay() -> None:
    document = samples.sqrt_at_zero()
    best = evolve(document.diagnoses[0], rule="x/10.0.0.1", related=["x/10.0.0.1"])
    masked, _ = mask_document(evolve(document, diagnoses=[best]))
    assert masked.diagnoses[0].rule == "x/10.0.0.1"
    assert masked.diagnoses[0].related == ["x/10.0.0.1"]
    assert masked.diagnoses[0].references == best.references


def test_what_a_part_of_a_document_shows_of_what_was_hidden() -> None:
    document, hidden = mask_document(everywhere("10.0.0.1:1 HF_TOKEN=abc12345 /home/kimberly/x"))
    assert set(hidden) == {"ips", "tokens", "users", "hosts"}
    assert hidden_in([document.next_steps[0]], hidden) == {"ips": 1, "tokens": 1, "users": 1}
    assert hidden_in(["~/x <token>"], {}) == {}
    assert hidden_in(strings(document), hidden) == hidden
    assert hidden_in(strings(document), dict.fromkeys(ALL, 0)) == {}
