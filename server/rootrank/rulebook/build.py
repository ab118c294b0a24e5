"""Builds entries from plain data of a checked shape, and plain data from entries (for the compiled file)."""

from __future__ import annotations

import functools
from typing import Any

import cattrs
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

from rootrank.rulebook.entry import Entry, EvidenceSpec, Recognise, SignalSpec


@functools.cache
def _converter() -> cattrs.Converter:
    converter = cattrs.Converter(omit_if_default=True, detailed_validation=False)
    converter.register_structure_hook(str | Recognise, _name_or_nested)
    converter.register_structure_hook(
        EvidenceSpec, make_dict_structure_fn(EvidenceSpec, converter, for_=override(rename="for"))
    )
    converter.register_unstructure_hook(
        EvidenceSpec,
        make_dict_unstructure_fn(EvidenceSpec, converter, _cattrs_omit_if_default=True, for_=override(rename="for")),
    )
    return converter


def _name_or_nested(value: Any, _: Any) -> str | Recognise:
    return value if isinstance(value, str) else _converter().structure(value, Recognise)


def build_entry(data: dict[str, Any]) -> Entry:
    """Builds an entry from plain data whose shape was checked."""
    return _converter().structure(data, Entry)


def build_signal(data: dict[str, Any]) -> SignalSpec:
    """Builds one signal alone, so that a scan needs no whole entries."""
    return _converter().structure(data, SignalSpec)


def build_recognise(data: dict[str, Any]) -> Recognise:
    """Builds an entry's recognition alone."""
    return _converter().structure(data, Recognise)


def plain_entry(entry: Entry) -> dict[str, Any]:
    """Returns an entry as plain data; keys that hold their default are left out."""
    plain: dict[str, Any] = _converter().unstructure(entry)
    return plain
