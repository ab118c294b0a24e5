"""Masks a whole document: every text in it but those that only the rulebook can have written.

What isn't listed here is masked, so that a field that comes later is masked until somebody says otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, TypeVar, cast

import attrs

from rootrank.masking.context import Context
from rootrank.masking.kinds import ALL, Hidden, Kind
from rootrank.masking.masker import apply
from rootrank.model.document import Document, Edit, Evidence, Fingerprint, Fix, Place, Reference

T = TypeVar("T")

_IDS = "rule area severity tags systems layer phase confidence related version hash"
_OURS = frozenset(f"{_IDS} kind safety state outcome status source verdict".split())
"""Fields that hold ids and closed words."""
REFUSED = "a part of this edit is hidden in this report"
_OUR_CLASSES = (Fingerprint, Reference)


def mask_document(
    document: Document, kinds: Collection[Kind] = ALL, *, roots: Sequence[str] = ()
) -> tuple[Document, Hidden]:
    """The document with what is private hidden, and what was hidden.

    Args:
        document: Any document, also one that was masked before.
        kinds: What to hide.
        roots: The workspace's folders. Paths in them become relative; an edit of a file elsewhere keeps only its name.
    """
    if not kinds:
        return document, {}
    context = Context()
    for host in _hosts(document):
        context.name_host(host)
    context.learn(strings(document))
    masker = _Masker(kinds, context, [root.replace("\\", "/").rstrip("/") + "/" for root in roots])
    masked = masker.tree(document)
    if context.learn(strings(masked)):  # what stood against something hidden is told apart only now
        masked = masker.tree(masked)
    return masked, context.hidden()


def strings(tree: object) -> Iterator[str]:
    """Every text in a tree of attrs classes, lists, tuples and dictionaries; a value of a dictionary with its key."""
    if isinstance(tree, str):
        yield tree
    elif isinstance(tree, dict):
        for key, value in tree.items():
            yield from [f"{key}={value}"] if isinstance(value, str) else [str(key)]
    elif isinstance(tree, (list, tuple)):
        for item in tree:
            yield from strings(item)
    elif attrs.has(type(tree)):
        for name in _fields(tree):
            yield from strings(getattr(tree, name))


def hidden_in(texts: Iterable[str], hidden: Hidden) -> Hidden:
    """Of what was hidden in a document, as much as these texts of it show: a report rarely shows all."""
    seen: dict[Kind, list[str]] = {}
    for text in texts:
        for found in _SHOWN.finditer(text):
            seen.setdefault(_KIND_OF[found[1] or found[2] or "~"], []).append(found[0])
    counts: dict[Kind, int] = {}
    for kind, words in seen.items():
        number = len(set(words)) if kind in {"hosts", "ips"} else min(len(words), hidden.get(kind, 0))
        if hidden.get(kind, 0) and number:
            counts[kind] = number
    return counts


_SHOWN = re.compile(r"<(token|password|email|user)>|<(hosts?|ip)-\d+>|(?<![\w/~.])~(?=[/\\])")
_KIND_OF: dict[str, Kind] = {
    "token": "tokens",
    "password": "urls",
    "email": "emails",
    "user": "users",
    "~": "users",
    "host": "hosts",
    "hosts": "hosts",
    "ip": "ips",
}


def _refused_where_changed(fix: Fix, masked: Fix) -> Fix:
    """An edit whose own text was masked would write the mask into the code."""
    before = [(edit.new_text, edit.expected_text) for edit in fix.edits]
    after = [(edit.new_text, edit.expected_text) for edit in masked.edits]
    return masked if before == after else attrs.evolve(masked, refused=masked.refused or REFUSED)


def _fields(one: object) -> list[str]:
    return list(attrs.fields_dict(cast("type[attrs.AttrsInstance]", type(one))))


def _hosts(document: Document) -> list[str]:
    ranks = document.ranks
    named = [ranks.initiating_host, *(detail.host for detail in ranks.details), *ranks.clock_skew_s]
    return [host for host in named if host]


class _Masker:
    """One walk through a document."""

    def __init__(self, kinds: Collection[Kind], context: Context, roots: Sequence[str]) -> None:
        self._kinds = kinds
        self._context = context
        self._roots = roots

    def tree(self, tree: T) -> T:
        """The same tree with its texts masked."""
        result: Any = tree
        if isinstance(tree, str):
            result = apply(tree, self._kinds, self._context)
        elif isinstance(tree, dict):
            result = {self.tree(key): self._valued(str(key), value) for key, value in tree.items()}
        elif isinstance(tree, (list, tuple)):
            result = type(tree)(self.tree(item) for item in tree)
        elif attrs.has(type(tree)) and not isinstance(tree, _OUR_CLASSES):
            result = self._instance(tree)
        return result  # type: ignore[no-any-return]

    def _instance(self, one: Any) -> Any:
        changes: dict[str, Any] = {}
        for name in _fields(one):
            value = getattr(one, name)
            if name == "file" and value is not None and isinstance(one, (Edit, Evidence, Place)):
                changes[name] = self.tree(self._relative(value, must_be=isinstance(one, Edit)))
            elif name in {"host", "initiating_host"} and value:
                changes[name] = self._host(value)
            elif name == "clock_skew_s":
                changes[name] = {self._host(host): seconds for host, seconds in value.items()}
            elif name not in _OURS:
                changes[name] = self.tree(value)
        masked = attrs.evolve(one, **changes)
        return _refused_where_changed(one, masked) if isinstance(one, Fix) else masked

    def _valued(self, key: str, value: Any) -> Any:
        """A value as it is masked where its key stands before it."""
        if not isinstance(value, str):
            return self.tree(value)
        masked = apply(f"{key}={value}", self._kinds, self._context)
        return masked[len(key) + 1 :] if masked.startswith(f"{key}=") else apply(value, self._kinds, self._context)

    def _host(self, name: str) -> str:
        """A host in its own field is one whatever its name."""
        masked = apply(name, self._kinds, self._context)
        if masked != name or "hosts" not in self._kinds or not re.fullmatch(r"[\w.-]+", name):
            return masked
        word = self._context.numbered("host", name)
        self._context.note("hosts", word)
        return word

    def _relative(self, path: str, *, must_be: bool) -> str:
        slashed = path.replace("\\", "/")
        for root in self._roots:
            if slashed.startswith(root):
                return slashed[len(root) :]
        is_absolute = slashed.startswith(("/", "~")) or slashed[1:3] == ":/"
        return slashed.rsplit("/", 1)[-1] if must_be and is_absolute else path
