"""What the texts of one report have in common: the names that they told, and the words that stand for them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from attrs import define, field

from rootrank.masking import hosts, names
from rootrank.masking.kinds import KINDS, Hidden, Kind
from rootrank.masking.secrets import secrets_in
from rootrank.masking.words import COMMON_WORDS, NO_USERS

PLACEHOLDER = r"<(?:token|password|user|email|(?:hosts?|ip)-[0-9]{1,9})>"
_NUMBERED = re.compile(r"<(hosts?|ip)-(\d{1,9})>")
_PROMPT = re.compile(r":[~/]|[ \t][~/\w.-]{1,100}\][$#%]|[ \t]?[$#%](?:[ \t]|$)|[ \t]➜")


@define
class Context:
    """What one report has in common: names that were learnt, numbers that were given."""

    users: set[str] = field(factory=set)
    hosts: set[str] = field(factory=set)
    schemes: set[tuple[str, int]] = field(factory=set)
    """How rows of machines are numbered: what stands before the number, and its digits."""
    secrets: set[str] = field(factory=set)
    numbers: dict[str, int] = field(factory=dict)
    """Of hosts, lists of hosts and addresses, by ``host``, ``hosts`` or ``ip`` and their name."""
    highest: dict[str, int] = field(factory=dict)
    found: dict[Kind, set[str]] = field(factory=dict)

    def hidden(self) -> Hidden:
        """How many different things were hidden so far."""
        return {kind: len(self.found[kind]) for kind in KINDS if self.found.get(kind)}

    def note(self, kind: Kind, what: str) -> None:
        """Counts something that is hidden."""
        self.found.setdefault(kind, set()).add(what)

    def numbered(self, word: str, name: str) -> str:
        """The word for a host or an address: ``<host-1>``; one machine keeps it with and without its domain."""
        key = f"{word} {name.lower().split('.')[0] if word == 'host' else name.lower()}"
        if key not in self.numbers:
            self.highest[word] = self.numbers[key] = self.highest.get(word, 0) + 1
        return f"<{word}-{self.numbers[key]}>"

    def learn(self, texts: Iterable[str]) -> bool:
        """Takes in the names that texts tell, to hide them where they stand alone; says whether any was new."""
        before = self._known()
        for text in texts:
            for found in _NUMBERED.finditer(text):
                self.highest[found[1]] = max(self.highest.get(found[1], 0), int(found[2]))
            self._learn_users(text)
            self._learn_hosts(text)
            self.secrets |= secrets_in(text)
        return self._known() > before

    def _known(self) -> int:
        return len(self.users) + len(self.hosts) + len(self.schemes) + len(self.secrets)

    def name_host(self, name: str) -> None:
        """Takes in a host that is known from elsewhere."""
        for one in (name, name.split(".", maxsplit=1)[0]):
            is_word = one.lower() in COMMON_WORDS or one.isdigit() or len(one) < 2
            if not is_word and re.fullmatch(r"[A-Za-z0-9][\w.-]*", one):
                self.hosts.add(one)
                self._name_scheme(one)

    def _name_hosts(self, listed: str) -> None:
        """Takes in a list of machines in Slurm's short form."""
        self.hosts.add(listed)
        self._name_scheme(listed)

    def _name_scheme(self, name: str) -> None:
        scheme = hosts.scheme(name)
        if scheme:
            self.schemes.add(scheme)

    def _learn_users(self, text: str) -> None:
        for pattern in (names.HOME, names.TILDE, names.NAMED_USER):
            for found in pattern.finditer(text):
                self._name_user(found["name"])
        for pattern in names.PEOPLE:
            for found in pattern.finditer(text):
                if " " in found["name"].strip():
                    self._name_user(found["name"].strip())
        for found in names.LOGIN.finditer(text):
            if self.is_login(found):
                self._name_user(found["user"])
                if hosts.is_host_word(found["host"]) or "." in found["host"]:
                    self.name_host(found["host"])

    def _learn_hosts(self, text: str) -> None:
        named = [name for found in hosts.FIELD.finditer(text) for name in hosts.items(found["names"])]
        named += [found["name"] for pattern in (hosts.PORT, hosts.NCCL) for found in pattern.finditer(text)]
        for name in (*named, *hosts.prefixes(text)):
            if "[" in name:
                self._name_hosts(name)
            elif hosts.is_host_word(name.rstrip(".-")):
                self.name_host(name.rstrip(".-"))
        for found in hosts.BRACKETS.finditer(text):
            if hosts.is_host_list(found["stem"], found["numbers"]):
                self._name_hosts(found[0])

    def _name_user(self, name: str) -> None:
        if len(name) > 2 and name.lower() not in NO_USERS | COMMON_WORDS and not name.isdigit():
            self.users.add(name)

    def is_login(self, found: re.Match[str]) -> bool:
        """Whether ``a@b`` is a user on a machine."""
        user, host = found["user"], found["host"]
        if host.replace(".", "").isdigit() or host.startswith("sha256"):
            return False
        known = host in self.hosts or user in self.users
        return known or _prompts(found) or hosts.is_node(host) or bool(names.SSH.search(text_before(found, 140)))


def text_before(found: re.Match[str], length: int) -> str:
    """What stands right before a match."""
    return found.string[max(0, found.start() - length) : found.start()]


def _prompts(found: re.Match[str]) -> bool:
    """Whether a shell's prompt goes on after ``user@host``."""
    return bool(_PROMPT.match(found.string, found.end()))
