"""What the client may set: the section ``rootrank`` of its configuration. A wrong value is logged and left out."""

from __future__ import annotations

import logging
from typing import Any

from attrs import evolve, fields, frozen

log = logging.getLogger("rootrank.lsp")

SECTION = "rootrank"


@frozen
class Options:
    """The options, with their defaults."""

    findings: bool = True
    """Show a diagnosis at the lines to change."""
    hover: bool = True
    """Explain log lines on hover."""


def read_options(section: Any, current: Options) -> Options:
    """Returns the options after a change: what the section names and is of the right type. Other keys are not ours."""
    if not isinstance(section, dict):
        if section is not None:
            log.warning("the section %s of the configuration is not an object: left out", SECTION)
        return current
    wanted: dict[str, bool] = {}
    for option in fields(Options):
        value = section.get(option.name)
        if isinstance(value, bool):
            wanted[option.name] = value
        elif value is not None:
            log.warning("%s.%s must be true or false: %s is used", SECTION, option.name, str(option.default).lower())
            wanted[option.name] = bool(option.default)
    return evolve(current, **wanted)
