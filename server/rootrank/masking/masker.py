"""Hides what is private in one text after another, and gives the same thing the same word in all of them.

A name is often told once (``/home/kim/…``, ``[kim@gpu-17 run]$``) and stands alone elsewhere, so names are learnt first
and then hidden everywhere. Masked text masked again stays as it is: no pattern matches what another one leaves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from attrs import frozen

from rootrank.masking import hosts, names
from rootrank.masking.context import PLACEHOLDER, Context, text_before
from rootrank.masking.kinds import ALL, Hidden, Kind
from rootrank.masking.secrets import hide_secrets, hide_url_passwords
from rootrank.masking.words import COMMON_WORDS, NO_NAMES, NO_USERS, TOP_LEVELS

_PASSES = 4
"""One is enough for all but text made to need more."""


@frozen
class Masked:
    """A text, and what is hidden in it."""

    text: str
    hidden: Hidden


def mask(text: str, kinds: Collection[Kind] = ALL, context: Context | None = None) -> Masked:
    """Hides what is private in a text.

    Args:
        text: Any text.
        kinds: What to hide.
        context: What other texts of the same report told; this text adds to it.
    """
    context = Context() if context is None else context
    before = {kind: set(values) for kind, values in context.found.items()}
    context.found = {}
    context.learn([text])
    masked = apply(text, kinds, context)
    if context.learn([masked]):
        masked = apply(masked, kinds, context)
    hidden = context.hidden()
    for kind, values in before.items():
        context.found.setdefault(kind, set()).update(values)
    return Masked(masked, hidden)


def apply(text: str, kinds: Collection[Kind], context: Context) -> str:
    """Hides what is private in a text of which ``context`` has learnt."""
    steps = [step for kind, step in _STEPS if kind in kinds]
    for _ in range(_PASSES):
        before = text
        for step in steps:
            text = step(text, context)
        if text == before:
            break
    return text


def _hide_logins(text: str, context: Context) -> str:
    def replace(found: re.Match[str]) -> str:
        user, host = found["user"], found["host"]
        if user.lower() in NO_USERS or not context.is_login(found):
            return found[0]
        context.note("users", user)
        return f"<user>@{host}"

    return names.LOGIN.sub(replace, text)


def _hide_homes(text: str, context: Context) -> str:
    def replace(found: re.Match[str]) -> str:
        name = found["name"]
        if name.lower() in NO_USERS or name.isdigit() or set(name) <= set(".-_~"):
            return found[0]
        context.note("users", name)
        begins = not re.search(r"[\w/.:~>-]\Z", text_before(found, 1)) or _is_list_of_paths(found)
        return "~" if begins else f"{found['before']}<user>"

    text = names.HOME.sub(replace, text)
    return names.TILDE.sub(lambda found: _noted(context, found["name"], "~"), text)


def _is_list_of_paths(found: re.Match[str]) -> bool:
    """Whether a colon before it separates paths, rather than a scheme or a host from its path."""
    before = text_before(found, 210)
    if not before.endswith(":"):
        return False
    last = re.split(r"[\s:=]", before[:-1])[-1]
    return "/" in last or before[-2:-1] == "="


def _noted(context: Context, name: str, word: str) -> str:
    context.note("users", name)
    return word


def _hide_users(text: str, context: Context) -> str:
    text = _hide_homes(_hide_logins(text, context), context)

    def replace(found: re.Match[str]) -> str:
        name = found["name"]
        if name.lower() in NO_USERS | {"none", "null", "str"}:
            return found[0]
        context.note("users", name)
        return f"{found['before']}<user>"

    def replace_here(found: re.Match[str]) -> str:
        common = found["name"] in NO_USERS | COMMON_WORDS | NO_NAMES
        return found[0] if common else f"{found['before']}{_noted(context, found['name'], '<user>')}"

    def replace_person(found: re.Match[str]) -> str:
        return f"{found['before']}{_noted(context, found['name'], '<user>')}"

    for pattern in names.PEOPLE:
        text = pattern.sub(replace_person, text)
    text = names.USER_HERE.sub(replace_here, names.NAMED_USER.sub(replace, text))
    return _words(text, context.users, lambda name: _noted(context, name, "<user>"))


def _hide_emails(text: str, context: Context) -> str:
    def replace(found: re.Match[str]) -> str:
        if found["top"] not in TOP_LEVELS or found["user"] == "git":
            return found[0]
        context.note("emails", found[0].lower())
        return "<email>"

    return names.EMAIL.sub(replace, text).replace("<<email>>", "<email>")


def _hide_hosts(text: str, context: Context) -> str:
    def hidden(name: str) -> str:
        word = context.numbered("hosts" if "[" in name else "host", name)
        context.note("hosts", word)
        return word

    def in_place(found: re.Match[str]) -> str:
        start, end = (place - found.start() for place in found.span("name"))
        known = found["name"] in context.hosts or not hosts.is_plain_host(found["name"])
        return found[0] if known else f"{found[0][:start]}{hidden(found['name'])}{found[0][end:]}"

    text = hosts.NODE.sub(lambda found: hidden(found[0]) if hosts.is_node(found[0]) else found[0], text)
    text = _words(text, context.hosts, hidden)
    for stem, digits in sorted(context.schemes):
        if stem in text:
            row = rf"(?<![\w.-]){re.escape(stem)}\d{{{digits}}}(?![\w-])"
            text = re.sub(row, lambda found: hidden(found[0]), text)
    return hosts.ALONE.sub(in_place, hosts.NCCL.sub(in_place, text))


def _hide_ips(text: str, context: Context) -> str:
    def hidden(address: str) -> str:
        word = context.numbered("ip", address)
        context.note("ips", word)
        return word

    def replace4(found: re.Match[str]) -> str:
        known = f"ip {found[0]}" in context.numbers
        return hidden(found[0]) if known or names.is_address(found.string, *found.span()) else found[0]

    text = names.IPV4.sub(replace4, text)
    return names.IPV6.sub(lambda found: hidden(found[0]) if names.is_address6(found[0]) else found[0], text)


def _words(text: str, words: Collection[str], word_for: Callable[[str], str]) -> str:
    """The text with whole words replaced, the longest first; a placeholder is no word."""
    present = sorted((word for word in words if word in text), key=lambda word: (-len(word), word))
    if not present:
        return text
    alternatives = "|".join(map(re.escape, present))
    pattern = rf"(?P<ours>{PLACEHOLDER})|(?<!\w)(?:{alternatives})(?!\w)"
    return re.sub(pattern, lambda found: found[0] if found["ours"] else word_for(found[0]), text)


_STEPS: tuple[tuple[Kind, Callable[[str, Context], str]], ...] = (
    ("urls", lambda text, context: hide_url_passwords(text, context.note)),
    ("tokens", lambda text, context: hide_secrets(text, context.secrets, context.note)),
    # Before names, or the name of a home folder would be hidden in the address and leave its rest.
    ("emails", _hide_emails),
    ("users", _hide_users),
    ("hosts", _hide_hosts),
    ("ips", _hide_ips),
)
