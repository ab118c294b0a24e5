"""How the names of machines stand in logs, and which words are none although they stand like one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from rootrank.masking.words import COMMON_WORDS, INTERNAL_ENDS, INTERNAL_ZONES, NO_HOSTS, NUMBERED_THINGS

_FIELD = (
    r"""(?:(?<![A-Za-z])(?i:(?:batch|exec|submit|local|remote|req|exc|sched|alloc)?_?"""
    r"""(?:hostname|host|hosts|hostlist|nodename|node_name|nodelist|node:sid)|job_nodelist|"""
    r"""master_addr|rdzv[_-]endpoint|rendezvous[_-]endpoint)\\?["']?[ \t]{0,12}[=:][ \t]{0,4}\\?["']?|"""
    r"""--(?:rdzv[_-]endpoint|master[_-]addr|host|hosts|hostlist|nodelist)[ =]|"""
    r"""\*\*\* (?:JOB|STEP) [\d.+]{1,20} ON |srun: error: (?:Node failure on )?|\[pod/|Pid[ ]{1,8}\d{1,9} on[ ]{1,8}|"""
    r"""\b(?:node|nodes|host|hosts) (?=[A-Za-z.-]{0,60}[0-9\[])|^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d )"""
)
_NAME = r"[A-Za-z][A-Za-z0-9.-]{1,100}"
_NUMBERS = r"\d{1,6}(?:[-,]\d{1,6}){0,200}"
_ITEM = rf"[A-Za-z][A-Za-z0-9.-]{{0,60}}(?:\[{_NUMBERS}\][A-Za-z0-9.-]{{0,60}})?"

FIELD = re.compile(rf"{_FIELD}(?P<names>{_ITEM}(?:,{_ITEM}){{0,500}})", re.MULTILINE)
"""Where a log names machines, one or a list; ``is_host_word`` says whether it did."""
BRACKETS = re.compile(
    rf"(?<![\w.\]\[-])(?P<stem>[A-Za-z][A-Za-z0-9-]{{0,60}})\[(?P<numbers>{_NUMBERS})\](?![\w*+?{{\[(])"
)
"""Slurm's short form of many names: ``gpu-[01-04,07]``; ``is_host_list`` tells it from an index."""
PORT = re.compile(
    rf"(?:\b(?:to|from|at|with|peer) [\[(\"']?|[\[(])(?P<name>{_NAME})[\"']?(?:\]?:|, ?)\d{{2,8}}(?![\w.])"
)
"""A machine with a port, or with the process that speaks: ``[gpu-07:4242]``."""
NCCL = re.compile(rf"(?<![\w.-])(?P<name>{_NAME}):\d{{1,9}}:\d{{1,9}} \[\d{{1,3}}\] (?=[^\n]{{0,80}}?\bNCCL\b)")
ALONE = re.compile(
    r"""(?:^|[\s{,("'=])(?i:hostname|nodename|batchhost|host)\\?["']?[ \t]{0,12}[:=][ \t]{0,4}\\?["']?"""
    r"""(?P<name>[a-z]{3,30})\\?["']?[ \t]{0,12}(?=$|[,;)}\n])""",
    re.MULTILINE,
)
"""A plain word that is all a field holds. It may be a word of the log too, so it is hidden only there."""
NODE = re.compile(
    r"(?<![\w.@-])(?P<name>ip-\d{1,3}-\d{1,3}-\d{1,3}-\d{1,3}(?:\.[A-Za-z0-9-]{1,63}){0,6}"
    r"|[A-Za-z0-9][A-Za-z0-9-]{0,62}(?:\.[A-Za-z0-9-]{1,63}){1,6})(?![\w(\[-]|\.\w)"
)
"""A dotted name, or AWS's form; ``is_node`` says whether it names a machine."""

_PREFIX = re.compile(
    r"^(?P<name>(?P<stem>[A-Za-z][A-Za-z-]{1,30}?)(?:\d{1,6}|-[a-z])(?:-[a-z0-9]{1,20}){0,2}): ", re.MULTILINE
)
_LINE = re.compile(r"^(?=\S)", re.MULTILINE)
_MOST = 0.8
"""Share of a text's lines that carry a machine's name before them where pdsh or clush put it there."""


def is_node(name: str) -> bool:
    """Whether a dotted name is that of a machine, rather than of a module or a file."""
    labels = name.lower().split(".")
    if labels[0].startswith("ip-") and labels[0][3:].replace("-", "").isdigit():
        return True
    if labels[-1] not in INTERNAL_ENDS:
        return False
    numbered = any(sign in labels[0] for sign in "0123456789-")
    return numbered or (len(labels) > 2 and labels[-2] in INTERNAL_ZONES)


def is_host_word(name: str) -> bool:
    """Whether what stands in a host's place can be one: prose stands there too, as in ``host: not found``."""
    signs = any(sign in name for sign in "0123456789-") and not name.replace(".", "").isdigit()
    return len(name) > 2 and signs and name.lower() != "localhost" and not name.startswith(("python3", "torch-"))


def is_plain_host(name: str) -> bool:
    """Whether a word that is all a host's field holds can be one."""
    return name.lower() not in COMMON_WORDS | NO_HOSTS


def is_host_list(stem: str, numbers: str) -> bool:
    """Whether ``stem[numbers]`` outside of a host's field is a list of machines, rather than an index or a glob."""
    ranges = re.findall(r"(\d+)-(\d+)", numbers)
    padded = any(len(low) == len(high) > 1 and low[0] == "0" for low, high in ranges)
    thing = stem.rstrip("-").lower() in NUMBERED_THINGS
    return not thing and (padded or (bool(ranges) and stem.endswith("-") and numbers != "0-9"))


def items(names: str) -> Iterator[str]:
    """The parts of a list of machines: a comma in brackets parts nothing."""
    yield from (part for part in re.split(r",(?![^\[]*\])", names) if part)


def scheme(name: str) -> tuple[str, int] | None:
    """What a numbered machine has in common with its neighbours: what stands before the number, and its digits.

    ``gpu-[01-04]`` and ``gpu-07`` give ``("gpu-", 2)``. None when the name has no number at its end, or one that
    needn't belong to a row of machines.
    """
    listed = re.fullmatch(r"([A-Za-z][A-Za-z0-9.-]*?)\[(\d+)[\d,-]*\]", name)
    if listed:
        return listed[1], len(listed[2])
    single = re.fullmatch(r"([A-Za-z][A-Za-z-]+)(0\d+)", name)
    return (single[1], len(single[2])) if single else None


def prefixes(text: str) -> set[str]:
    """Machines whose names stand before most lines of a text: pdsh, clush and DeepSpeed's launcher put them there."""
    names: Counter[str] = Counter()
    stems: dict[str, set[str]] = {}
    for found in _PREFIX.finditer(text):
        if found["stem"].strip("-").lower() not in NUMBERED_THINGS:
            names[found["name"]] += 1
            stems.setdefault(found["stem"], set()).add(found["name"])
    lines = sum(1 for _ in _LINE.finditer(text)) if names else 0
    if names.total() < 2 or names.total() < _MOST * lines:
        return set()
    rows = [row for row in stems.values() if len(row) > 1 or any(scheme(name) for name in row)]
    return {name for row in rows for name in row}
