"""Sentences with this run's values."""

from hypothesis import given
from hypothesis import strategies as st
from rootrank.diagnosis.wording import choose, fill, without_run
from rootrank.rulebook.entry import Wording


def test_values_and_other_words() -> None:
    assert fill("{a} and {b|no b} and {c}", {"a": "1"}) == "1 and no b and unknown"
    assert fill("{fault.text|x}", {"fault.text": "y = {a}"}) == "y = {a}"
    assert fill("{not a name} {}", {}) == "{not a name} {}"


def test_a_rule_without_a_run() -> None:
    assert without_run("print `{code.X|x}` at {step}") == "print `x` at <step>"


def test_long_values_are_cut() -> None:
    assert fill("{a}", {"a": "x" * 999}).endswith("…")


@given(st.text(), st.text())
def test_a_value_is_never_read_as_a_template(value: str, other: str) -> None:
    value = value[:150]
    assert fill("<{a}>", {"a": value, "b": other}) == f"<{value}>"


def test_the_first_wording_whose_condition_was_seen() -> None:
    wordings = [Wording("one", when="x"), Wording("two", when="y"), Wording("three {a|?}")]
    assert choose(wordings, ["y"], {}) == "two"
    assert choose(wordings, [], {"a": "!"}) == "three !"
