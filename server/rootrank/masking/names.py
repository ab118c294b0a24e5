"""How user names and addresses stand in logs, and which words are none although they stand like one."""

from __future__ import annotations

import ipaddress
import re

HOME = re.compile(
    r"(?P<before>(?:(?<![A-Za-z0-9])[A-Za-z]:)?(?P<start>(?:\\{1,2}|/)(?:home|users|Users)(?:\\{1,2}|/)))"
    r"(?P<name>[^\\/\s:\"'`<>|,;()\[\]{}*?$%&=]{1,64}(?: [^\\/\s:\"'`<>|,;()\[\]{}*?$%&=]{1,64}(?=\\))?)"
)
"""A home directory, on Windows also one with a space in its name."""
TILDE = re.compile(r"(?<![\w/~.])~(?P<name>[A-Za-z_][A-Za-z0-9_-]{1,31})(?=/)")
NAMED_USER = re.compile(
    r"""(?P<before>(?<![A-Za-z0-9_])(?:(?:SUDO_|SLURM_JOB_|SLURM_|PBS_O_|JUPYTERHUB_)?(?:USER|LOGNAME|USERNAME)|username)"""
    r"""\\?["']?[ \t]{0,4}[:=][ \t]{0,4}\\?["']?|[Ll]ogged in as:?[ \t]|\buid=[0-9]{1,10}\(|"""
    r"""\bUserId=|\bUser/Group:[ \t]{1,12})"""
    r"""(?P<name>[A-Za-z_][A-Za-z0-9_.-]{1,40})"""
)
USER_HERE = re.compile(
    r"""(?P<before>(?:^|[\s{,(|=])\\?["']?[Uu]ser\\?["']?(?:[ \t]{0,12}:(?:[ \t]{1,12}\\?["']?|\\?["'])|=\\?["']?))"""
    r"""(?P<name>[a-z_][a-z0-9_-]{1,31})(?=\\?["']?[ \t]{0,12}(?:$|[,;)}|]|[a-z]{1,12}=))""",
    re.MULTILINE,
)
"""A field called user, with one word in it. Programs and chats have such fields too, so it is hidden only there."""
_ADDRESS = r"[ \t]{0,4}<(?:[^\s<>@]{1,64}@[^\s<>@]{1,255}|email)>"
PERSON = re.compile(
    r"(?P<before>(?<![\w-])(?:[A-Z][a-z]{2,12}-(?:by|By|To)|Author|Committer|Commit|Maintainer|Tagger|From|To|Cc)"
    r":[ \t]{1,12})"
    rf"(?P<name>[^\W\d_][^<>\n\"'=:;|]{{1,60}}?)(?={_ADDRESS})"
)
"""A person whom a header names with an address: ``Author: Jane Doe <jane@example.org>``."""
SIGNED = re.compile(
    rf"(?P<before>(?<![\w.'-]))(?P<name>[A-Z][\w'.-]{{1,30}}(?: [A-Z][\w'.-]{{0,30}}){{1,3}})(?={_ADDRESS})"
)
"""The same without a header."""
CONFIGURED = re.compile(
    r"(?P<before>\bGIT_(?:AUTHOR|COMMITTER)_NAME=[\"']?|\buser\.name(?:=| = | )[\"']?)"
    r"(?P<name>[^\W\d_][\w'.-]{0,30}(?: [^\W\d_][\w'.-]{0,30}){0,3})(?=[\"']?[ \t]{0,4}$)",
    re.MULTILINE,
)
"""A person as git is told of them."""
PEOPLE = (PERSON, SIGNED, CONFIGURED)
LOGIN = re.compile(
    r"(?<![\w.+@/-])(?P<user>[A-Za-z_][A-Za-z0-9_.-]{0,31})@(?P<host>[A-Za-z0-9][A-Za-z0-9.-]{0,100}(?<![.-]))"
)
"""``user@host``. Only what follows or the host itself tells it from a product of matrices."""
SSH = re.compile(r"\b(?:ssh|scp|sftp|rsync|mosh)\b[^\n@]{0,120}\Z")

IPV4 = re.compile(r"(?<![\w.-])(?:\d{1,3}\.){3}\d{1,3}(?![\w-]|\.\d)")
IPV6 = re.compile(r"(?<![\w:.])(?:[0-9A-Fa-f]{0,4}:){2,7}[0-9A-Fa-f]{0,4}(?![\w:]|\.[0-9A-Fa-f])")
_VERSION_BEFORE = re.compile(
    r"(?i)(?:[=<>~!]=|\b(?:version|ver|release|build|upgrade\w*|downgrade\w*|install\w*|driver|firmware|fw|"
    r"cuda|cudnn|cublas|cufft|tensorrt|trt|nccl|ofed|mlnx_ofed|rocm|lib\w*|python|torch|chrome|section|v)\b"
    r"[ :=(/\"']{0,4}(?:to |of |is )?|\bv)\Z"
)
_ADDRESS_BEFORE = re.compile(
    r"(?i)(?:\b(?:addr\w*|host\w*|ip|ips|peer|from|to|at|connect\w*|server|endpoint|node|remote|client|listen\w*|bind|ping|"
    r"nameserver|gateway|dns|inet|master_addr|route|via|and|interface)\b[\"']?[ =:(\[/<\"']{0,4}|://|@|[\[<])\Z"
)
_PORT_AFTER = re.compile(r"\]?[:,] ?\d{2,5}(?![\d.])|[/<]\d|\]:|>")
_WINDOW = 28
_MASKS = ipaddress.IPv4Network("255.0.0.0/8")

EMAIL = re.compile(
    r"(?<![\w.+%@-])(?P<user>[A-Za-z0-9_](?:[A-Za-z0-9._%+-]{0,200}[A-Za-z0-9_+-])?)@"
    r"(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,62}[A-Za-z0-9])?\.){1,6}(?P<top>[a-z]{2,12})(?![\w(\[-]|\.\w|@)"
)

URL_LOGIN = re.compile(r"(?P<before>://)(?P<user>[^\s/@:\"'<>]{0,200}):(?P<password>[^\s/\"'<>]{1,2000})@")


def is_address(text: str, start: int, end: int) -> bool:
    """Whether four numbers with dots are an address, rather than a version, and not that of any machine's own."""
    try:
        address = ipaddress.IPv4Address(text[start:end])
    except ValueError:
        return False
    own = address.is_loopback or address.is_unspecified
    if own or address in _MASKS:
        return False
    before = text[max(0, start - _WINDOW) : start]
    if _VERSION_BEFORE.search(before):
        return False
    return address.is_private or bool(_PORT_AFTER.match(text, end)) or bool(_ADDRESS_BEFORE.search(before))


def is_address6(text: str) -> bool:
    """Whether it is an IPv6 address that says something, and neither a time nor a name of C++."""
    try:
        address = ipaddress.IPv6Address(text)
    except ValueError:
        return False
    if address.is_loopback or address.is_unspecified:
        return False
    return text.count(":") > 2 or text.lower().startswith(("fe80", "fd", "2001", "2600", "2a0"))
