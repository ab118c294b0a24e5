"""Hides keys, tokens and passwords in one text."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator

from rootrank.masking import assignments, names, providers
from rootrank.masking.kinds import Kind

Note = Callable[[Kind, str], None]

TOKEN = "<token>"  # noqa: S105  (what stands for one)
_PLACEHOLDER = re.compile(r"<(?:token|password|user|email)>")
_LEAST_LEARNT = 8
"""Shorter secrets are hidden where their name stands, and not searched for elsewhere."""


def hide_secrets(text: str, known: Collection[str], note: Note) -> str:
    """The text with ``<token>`` for each secret."""

    def whole(found: re.Match[str]) -> str:
        return _noted(note, found[0])

    def second(found: re.Match[str]) -> str:
        if _PLACEHOLDER.match(found[2]) or assignments.is_reference(found[2]):
            return found[0]
        return found[1] + _noted(note, found[2])

    for secret in sorted((one for one in known if one in text), key=lambda one: (-len(one), one)):
        note("tokens", secret)
        text = text.replace(secret, TOKEN)
    text = providers.PRIVATE_KEY.sub(whole, text)
    for pattern in (assignments.AUTHORIZATION, assignments.BEARER, assignments.COOKIE, assignments.QUERY):
        text = pattern.sub(second, text)
    text = providers.WEBHOOK.sub(second, assignments.CURL_USER.sub(second, text))
    text = providers.ANYWHERE.sub(whole, text)
    text = providers.HEX_KEY.sub(lambda found: whole(found) if _is_hex_key(found) else found[0], text)
    return _hide_named(text, note)


def hide_url_passwords(text: str, note: Note) -> str:
    """The text with ``<user>:<password>`` in its URLs."""

    def replace(found: re.Match[str]) -> str:
        if assignments.is_reference(found["password"]):
            return found[0]
        note("urls", found["password"])
        user = "<user>" if found["user"] else ""
        return f"{found['before']}{user}:<password>@"

    return names.URL_LOGIN.sub(replace, text)


def secrets_in(text: str) -> set[str]:
    """The secrets that only their place gives away, long and odd enough to be searched for elsewhere."""
    found = [text[start:end] for start, end in _named(text)]
    found += [one["password"] for one in names.URL_LOGIN.finditer(text)]
    found += [one[2] for one in assignments.AUTHORIZATION.finditer(text)]
    found += [one[0] for one in providers.HEX_KEY.finditer(text) if _is_hex_key(one)]
    return {one for one in found if len(one) >= _LEAST_LEARNT and not one.isalpha() and "<" not in one}


def _hide_named(text: str, note: Note) -> str:
    parts, last = [], 0
    for start, end in _named(text):
        parts += [text[last:start], _noted(note, text[start:end])]
        last = end
    return "".join([*parts, text[last:]])


def _named(text: str) -> Iterator[tuple[int, int]]:
    found = assignments.NAMED.search(text)
    while found:
        span = assignments.secret_in(found)
        if span:
            yield span
        found = assignments.NAMED.search(text, span[1] if span else found.end("word"))


def _is_hex_key(found: re.Match[str]) -> bool:
    before = found.string[max(0, found.start() - providers.HEX_WINDOW) : found.start()].rsplit("\n", 1)[-1].lower()
    said = any(word in before for word in providers.HEX_KEY_WORDS)
    return said and not any(word in before for word in providers.HEX_NO_KEY_WORDS)


def _noted(note: Note, secret: str) -> str:
    note("tokens", secret)
    return TOKEN
