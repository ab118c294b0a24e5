"""How user names, hosts and addresses stand in logs, and which words are none although they stand like one."""

from __future__ import annotations

import ipaddress
import re

from rootrank.masking.words import INTERNAL_ENDS, INTERNAL_ZONES

HOME = re.compile(
    r"(?P<before>(?:(?<![A-Za-z0-9])[A-Za-z]:)?(?P<start>(?:\\{1,2}|/)(?:home|users|Users)(?:\\{1,2}|/)))"
    r"(?P<name>[^\\/\s:\"'`<>|,;()\[\]{}*?$%&=]{1,64}(?: [^\\/\s:\"'`<>|,;()\[\]{}*?$%&=]{1,64}(?=\\))?)"
)
"""A home directory, on Windows also one with a space in its name."""
TILDE = re.compile(r"(?<![\w/~.])~(?P<name>[A-Za-z_][A-Za-z0-9_-]{1,31})(?=/)")
NAMED_USER = re.compile(
    r"""(?P<before>(?<![A-Za-z0-9_])(?:(?:SUDO_|SLURM_JOB_|SLURM_|PBS_O_|JUPYTERHUB_)?(?:USER|LOGNAME|USERNAME)|username)"""
    r"""\\?["']?[ \t]{0,4}[:=][ \t]{0,4}\\?["']?|[Ll]ogged in as:?[ \t]|\buid=[0-9]{1,10}\()"""
    r"""(?P<name>[A-Za-z_][A-Za-z0-9_.-]{1,40})"""
)
LOGIN = re.compile(
    r"(?<![\w.+@/-])(?P<user>[A-Za-z_][A-Za-z0-9_.-]{0,31})@(?P<host>[A-Za-z0-9][A-Za-z0-9.-]{0,100}(?<![.-]))"
)
"""``user@host``. Only what follows or the host itself tells it from a product of matrices."""
SSH = re.compile(r"\b(?:ssh|scp|sftp|rsync|mosh)\b[^\n@]{0,120}\Z")


HOST_FIELD = re.compile(
    r"""(?:(?<![A-Za-z])(?i:hostname|host|nodename|node_name|nodelist|job_nodelist|master_addr|rdzv[_-]endpoint|"""
    r"""rendezvous[_-]endpoint)\\?["']?[ \t]{0,12}[=:][ \t]{0,4}\\?["']?|"""
    r"""--(?:rdzv[_-]endpoint|master[_-]addr|host)[ =]|"""
    r"""\*\*\* (?:JOB|STEP) [\d.]{1,20} ON |srun: error: |\[pod/|"""
    r"""\b(?:node|host) (?=[A-Za-z.-]{0,60}[0-9])|^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d )"""
    r"""(?P<name>[A-Za-z][A-Za-z0-9.-]{1,100})""",
    re.MULTILINE,
)
"""Where a log names a machine; ``is_host_word`` says whether it did."""
HOST_PORT = re.compile(
    r"(?:\b(?:to|from|at|with|peer) [\[(\"']?|[\[(])(?P<name>[A-Za-z][A-Za-z0-9.-]{1,100})"
    r"[\"']?(?:\]?:|, ?)\d{2,5}(?![\w.])"
)
NCCL_HOST = re.compile(r"(?<![\w.-])(?P<name>[A-Za-z][A-Za-z0-9.-]{1,100}):\d{1,9}:\d{1,9} \[\d{1,3}\] (?=NCCL)")
NODE = re.compile(
    r"(?<![\w.@-])(?P<name>ip-\d{1,3}-\d{1,3}-\d{1,3}-\d{1,3}(?:\.[A-Za-z0-9-]{1,63}){0,6}"
    r"|[A-Za-z0-9][A-Za-z0-9-]{0,62}(?:\.[A-Za-z0-9-]{1,63}){1,6})(?![\w(\[-]|\.\w)"
)
"""A dotted name, or AWS's form; ``is_node`` says whether it names a machine."""

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
