"""What one launcher, runtime or shipper of logs puts before each line, and how such forms are found."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from attrs import field, frozen


@frozen
class Form:
    """One kind of prefix. Its pattern is matched where the line, or what is left of it, begins.

    Named groups that it may have: ``rank``, ``host``, ``pid``, ``time``, ``source`` (see ``Record``) ``local`` (a
    local rank) and ``device`` (a GPU's number).
    """

    pattern: re.Pattern[str]
    first: str
    """Characters, one of which it begins with: a test that spares most lines the pattern. Empty: any character."""
    ambiguous: bool = False
    """Looks like text that a program may print itself: taken off only in a log most of whose lines have it."""
    strip: bool = True
    """False: the line tells its rank in its own words, which stay."""
    needs: str = ""
    """Stands, in lower case, on every line that has the form: a test that spares most lines the pattern."""
    tells: frozenset[str] = field(init=False)
    """Names of its pattern's groups."""

    @tells.default
    def _names(self) -> frozenset[str]:
        return frozenset(self.pattern.groupindex)


class Forms:
    """Forms in the order in which they are tried, found by the character that a prefix begins with."""

    def __init__(self, forms: Iterable[Form]) -> None:
        self.forms = tuple(forms)
        self._anywhere = tuple(form for form in self.forms if not form.first)
        known = {character for form in self.forms for character in form.first}
        self._by_first = {
            first: tuple(form for form in self.forms if not form.first or first in form.first) for first in known
        }
        self._by_first[""] = self.forms

    def __iter__(self) -> Iterator[Form]:
        """Yields all forms."""
        return iter(self.forms)

    def at(self, text: str, place: int) -> tuple[Form, ...]:
        """Returns the forms that may stand at a place of a line."""
        return self._by_first.get(text[place : place + 1], self._anywhere)
