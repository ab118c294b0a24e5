from __future__ import annotations

import builtins
import json
import math
import types
import typing
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

import attrs
import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rootrank.model.document import Document, Evidence, MetricSeries
from rootrank.presenting.document import DocumentError, from_dict, from_json, to_dict, to_json
from rootrank.presenting.schema import json_schema

from .samples import sqrt_at_zero

FINITE = st.floats(allow_nan=False, allow_infinity=False)
POINTS = st.lists(st.tuples(FINITE, FINITE | st.sampled_from([math.inf, -math.inf])), max_size=3)
PRIMITIVES: dict[object, st.SearchStrategy[Any]] = {
    str: st.text(max_size=20),
    int: st.integers(),
    float: FINITE,
    bool: st.booleans(),
    type(None): st.none(),
}
VALIDATOR = jsonschema.Draft7Validator(json_schema())


@cache
def any_of(hint: Any) -> st.SearchStrategy[Any]:
    """Values of a type of the document: `builds` alone knows no postponed annotations and makes huge lists."""
    if attrs.has(hint):
        fields = {name: any_of(kind) for name, kind in get_type_hints(hint).items()}
        return st.builds(hint, **fields | ({"points": POINTS} if hint is MetricSeries else {}))
    arguments = get_args(hint)
    match get_origin(hint):
        case typing.Literal:
            return st.sampled_from(arguments)
        case builtins.list:
            return st.lists(any_of(arguments[0]), max_size=2)
        case builtins.dict:
            return st.dictionaries(any_of(str), any_of(arguments[1]), max_size=2)
        case builtins.tuple:
            return st.tuples(*map(any_of, arguments))
        case types.UnionType | typing.Union:
            return st.one_of(*map(any_of, arguments))
    return PRIMITIVES[hint]


def documents() -> st.SearchStrategy[Document]:
    return any_of(Document).map(lambda document: attrs.evolve(document, schema=1))


@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
@given(documents())
def test_any_document_round_trips_and_validates(document: Document) -> None:
    text = to_json(document)
    assert from_json(text) == document
    VALIDATOR.validate(json.loads(text))


def test_dictionaries_are_plain_json() -> None:
    document = sqrt_at_zero()
    assert json.loads(to_json(document)) == to_dict(document)
    VALIDATOR.validate(to_dict(document))


def test_evidence_uses_the_key_for() -> None:
    evidence = to_dict(sqrt_at_zero())["diagnoses"][0]["evidence"]
    assert [item["for"] for item in evidence] == [True, True, False]
    assert "for_" not in evidence[0]
    assert isinstance(from_json(to_json(sqrt_at_zero())).diagnoses[0].evidence[2], Evidence)


def test_numbers_that_json_lacks_are_strings_and_come_back() -> None:
    document = sqrt_at_zero()
    (series,) = to_dict(document)["metrics"]["series"]
    assert [value for _, value in series["points"]][-3:] == ["Infinity", "-Infinity", "NaN"]
    back = from_json(to_json(document)).metrics.series[0].points
    assert back[-3][1] == math.inf
    assert back[-2][1] == -math.inf
    assert math.isnan(back[-1][1])


def test_json_is_ascii_and_escapes_what_is_not() -> None:
    assert to_json(sqrt_at_zero()).isascii()


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"verdict": "bad"}, "document.verdict"),
        ({"input": {"files": "train.log"}}, "document.input.files"),
        ({"next_steps": [1]}, "document.next_steps[0]"),
        ({"ranks": []}, "document.ranks"),
        ({"environment": {"torch": None}}, "document.environment"),
        ({"surprise": 1}, "extra fields found (surprise)"),
        ({"schema": 2}, "this version reads schema 1"),
        ({"engine": {"version": "1", "rulebook": {"version": "1", "hash": "x", "entries": True}}}, "entries"),
    ],
)
def test_what_is_no_document_is_refused_with_its_place(change: dict[str, object], where: str) -> None:
    with pytest.raises(DocumentError) as error:
        from_dict({**to_dict(sqrt_at_zero()), **change})
    assert where in str(error.value)


@pytest.mark.parametrize("text", ["", "nonsense", '{"a": NaN}', "[]", "null"])
def test_what_is_no_json_object_is_refused(text: str) -> None:
    with pytest.raises(DocumentError):
        from_json(text)
