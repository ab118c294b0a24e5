"""The kinds of private text, each of which can be switched on and off by its name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, cast, get_args

Kind = Literal["tokens", "urls", "emails", "users", "hosts", "ips"]
Hidden = Mapping[Kind, int]
"""How many different things of each kind were hidden; a kind of which there was none is left out."""

KINDS: tuple[Kind, ...] = get_args(Kind)
ALL: frozenset[Kind] = frozenset(KINDS)

_NOUNS: dict[Kind, tuple[str, str]] = {
    "tokens": ("token", "tokens"),
    "urls": ("password in a URL", "passwords in URLs"),
    "emails": ("e-mail address", "e-mail addresses"),
    "users": ("user name", "user names"),
    "hosts": ("host name", "host names"),
    "ips": ("IP address", "IP addresses"),
}


def kinds_of(words: str) -> frozenset[Kind]:
    """The kinds that ``tokens,urls`` names; ``all`` and ``none`` stand for themselves.

    Raises:
        ValueError: A word is no kind; the message names the kinds.
    """
    names = {word.strip() for word in words.split(",") if word.strip()}
    if names in ({"all"}, {"none"}):
        return ALL if names == {"all"} else frozenset()
    unknown = sorted(names - ALL)
    if unknown or not names:
        raise ValueError(f"no kind {', '.join(unknown) or words!r}; there are {', '.join(KINDS)}, all, none")
    return frozenset(cast("set[Kind]", names))


def sentence(hidden: Hidden) -> str | None:
    """What was hidden, in words: "Hidden: 3 tokens, 2 host names"; None when nothing was."""
    counts = [(kind, hidden.get(kind, 0)) for kind in KINDS]
    parts = [f"{number:,} {_NOUNS[kind][number != 1]}" for kind, number in counts if number]
    return f"Hidden: {', '.join(parts)}" if parts else None
