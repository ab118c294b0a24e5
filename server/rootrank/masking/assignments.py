"""Secrets that only their name gives away: ``HF_TOKEN=…``, ``--api-key …``, ``password: …``, in any notation.

Finding a name with a value is a linear pattern; whether it is a secret is decided here, because a training log is full
of tokens and keys that are none: ``pad_token=<pad>``, ``max_tokens: 512``, ``key: layers.0.weight``.
"""

from __future__ import annotations

import re

from rootrank.masking.words import NO_SECRET

NAMED = re.compile(
    r"""(?P<word>(?i:passw(?:or)?d|passwd|passphrase|pass|pwd|secret|token|key|pat|credentials?|auth))"""
    r"""(?P<tail>[0-9]{0,2}|_[A-Za-z0-9]{1,20})"""
    r"""(?P<sep>\\?["'`]?\]?[ \t]{0,12}(?:=>|:=|[:=])[ \t]{0,12}[bf]?|[ \t]provided[:=]?[ \t]"""
    r"""|["'],[ \t]{0,2}(?=["'])|[ \t]{1,4}(?=[^\s=:-]))"""
    r"""(?:\\"(?P<escaped>[^"\\\n]{1,4000})\\"|"(?P<double>(?:[^"\\\n]|\\.){1,4000})"|'(?P<single>(?:[^'\\\n]|\\.){1,4000})'"""
    r"""|\\?["'`]?(?P<bare>[^\s"'`<>;]{1,300}))"""
)
"""A name that may be a secret's, and what follows it. The part of the name before ``word`` is looked up backwards."""
LONGEST_BARE = 300
"""Characters of an unquoted value that are judged; a secret is then followed to its end."""
LONGEST_NAME = 60
"""Characters of a name that are looked at; the longest one of a known tool has 36."""

AUTHORIZATION = re.compile(
    r"""(?i)(authorization\\?["']?\s{0,4}[:=]\s{0,4}\\?["']?(?:(?:bearer|basic|token|digest|negotiate|apikey)\s{1,4})?)"""
    r"""((?!(?:bearer|basic|token|digest|negotiate|apikey)\s)[^\s"'\\<>,;]{4,})"""
)
BEARER = re.compile(r"(?i)(?<![a-z0-9_])(bearer[ \t]{1,4})(?=[a-z_.~+/=-]{0,60}[0-9])([a-z0-9_.~+/=-]{12,})")
COOKIE = re.compile(
    r"(?i)(?<![a-z0-9_])((?:set-)?cookie\\?[\"']?[ \t]{0,4}:(?![ \t]{0,4}<token>)[ \t]{0,4})([^\n\"']{4,4000})"
)
QUERY = re.compile(
    r"(?i)([?&;](?:sig|signature|token|access_token|id_token|auth|apikey|api_key|key|code|password|"
    r"x-amz-(?:signature|credential|security-token)|x-goog-(?:signature|credential)|awsaccesskeyid|"
    r"googleaccessid)=)([^&\s\"'<>#]{6,})"
)
CURL_USER = re.compile(r"((?<=\s)(?:-u|--user|--proxy-user)[ =]['\"]?[^\s:'\"<>]{1,100}:)([^\s'\"<>]{1,400})")

_REST = re.compile(r"""[^\s"'`<>]*""")
_CLOSING = ".,;)]}\\"
_STRONG = re.compile(
    r"passw(or)?d|passphrase|secret|credentials?|"
    r"(api|access|private|account|auth|storage|license|encryption|signing|ssh|master|service|admin|write)_?(key|token)|"
    r"(bearer|refresh|session|security|identity|bot|app|push|deploy|jwt|vault|hf|hub|hugging_?face|gh|github|"
    r"gitlab|slack|wandb|neptune|comet|clearml|mlflow|openai|anthropic|aws|azure|gcp|google|npm|pypi|docker|ngc|"
    r"nvidia|telegram|discord|dagshub|kaggle)_?(token|key|pat)$"
)
_PASSWORD = re.compile(
    r"passw(or)?d|passphrase|(^|_)pwd$|(db|user|smtp|mysql|pg|redis|ftp|http|proxy|ssh|root|admin)_?pass$"
)
_NO_SECRET_NAME = re.compile(
    r"(pad|eos|bos|unk|sep|cls|mask|image|img|video|audio|special|start|end|stop|next|prev|last|first|sub|per|added|"
    r"additional|extra|pooled|prompt|response|decoder|encoder|begin|sot|eot|newline|prefix|suffix|null|blank|register|"
    r"class|time|speaker|language|lang|tool|think|system)_?token$|"
    r"(sort|primary|foreign|cache|partition|group|dict|data|dataset|label|input|output|batch|metric|monitor|state|"
    r"param|past|query|public|lookup|index|map|json|config|cfg|text|target|column|feature|rng|random|prng|hot|short|"
    r"arrow|enter|store|weight|model|module|layer|attn|attention|value|image|host|rank|prefix|task|loss|missing|"
    r"unexpected|optimizer|hash|event|log|field|dispatch|step|scalar|mon|don|tur)_?key$|"
    r"_(names?|files?|path|dir|types?|urls?|uri|env|var|length|len|size|count|ids?|index|mask|dim|ratio|loss|func|fn|"
    r"class|cls|prefix|suffix|regex|pattern|format|padding|states?|cache|rank|heads|error|values?|proj|layer|"
    r"embeddings?|limit|usage|rate)$"
)
_REFERENCE = re.compile(
    r"\$|%[A-Za-z_]|\{|os\.(?:environ|getenv)|getenv|environ|getpass|\*{3,}|[x*]{4,}$|\.\.\.|"
    r"\[?(?:redacted|hidden|masked|filtered)",
    re.IGNORECASE,
)
_CODE = re.compile(r"[A-Za-z_][A-Za-z_.]*(?:$|[(\[,:])|[A-Za-z_][\w.]*[(\[]|[\[(]")
_CODE_FOR_PASSWORD = re.compile(
    r"(?:self|args|cfg|config|opts?|settings|params|kwargs)\b|input\(|(?:Optional|Union|Any)\b"
)
_RANDOM = re.compile(r"(?=[^0-9]{0,200}[0-9])(?=[^A-Za-z]{0,200}[A-Za-z])[A-Za-z0-9_+/=~-]{16,}\Z")
_UUID = re.compile(r"(?:[A-Z]+-)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z", re.IGNORECASE)
_HEX = re.compile(r"(?:0x)?[0-9a-f]+\Z", re.IGNORECASE)
_AUTH_FILE = re.compile(r"(?=[^A-Z0-9=+/]{0,100}[A-Z0-9=+/])[A-Za-z0-9+/=]{8,}\Z")


def secret_in(found: re.Match[str]) -> tuple[int, int] | None:
    """Where the secret of a match of ``NAMED`` starts and ends; None when it holds none."""
    text, kind = found.string, found.lastgroup or "bare"
    prefix = _name_before(text, found.start())
    name = f"{prefix}{found['word']}{found['tail']}"
    start, end = found.span(kind)
    exported = name.isupper() and "_" in name.strip("_-")
    value = text[start:end] if kind != "bare" else _bare(text[start:end])
    if not value or not _may_stand_after(found["sep"], prefix, found["word"], value):
        return None
    if not _is_secret(name, value, quoted=kind != "bare", exported=exported):
        return None
    if kind != "bare":
        return start, end
    if text[max(0, found.start() - len(prefix) - 1)] in "?&":
        return start, start + len(value.partition("&")[0])
    if exported or end - start == LONGEST_BARE:
        end = _REST.match(text, end).end()  # type: ignore[union-attr]  # it may be empty, so it always matches
    return start, start + len(_bare(text[start:end]))


def _bare(value: str) -> str:
    """An unquoted value without the sign or the written-out newline that ends it."""
    return value.partition("\\n")[0].rstrip(_CLOSING)


def _name_before(text: str, end: int) -> str:
    start = end
    while start > 0 and end - start < LONGEST_NAME and (text[start - 1].isalnum() or text[start - 1] in "_-."):
        start -= 1
    return text[start:end]


def _may_stand_after(sep: str, prefix: str, word: str, value: str) -> bool:
    """Without a sign between, as in ``--api-key X`` and ``API key X``; in prose anything follows a name."""
    if ":" in sep or "=" in sep or "provided" in sep or prefix.startswith("--"):
        return True
    spoken = sep.isspace() and word.lower() in {"key", "token"}
    return spoken and bool(_RANDOM.match(value)) and not _HEX.match(value)


def _is_secret(name: str, value: str, *, quoted: bool, exported: bool) -> bool:
    plain = name.lower().lstrip("-.").rsplit(".", 1)[-1].replace("-", "_")
    if value.startswith("<") or value.lower().strip("[](),.:;!") in NO_SECRET or _REFERENCE.match(value):
        return False
    if _NO_SECRET_NAME.search(plain) or (plain in {"pwd", "oldpwd"} and value[0] in "/~.\\"):
        return False
    if _PASSWORD.search(plain):
        return quoted or not _CODE_FOR_PASSWORD.match(value)
    if exported:
        return len(value) >= 4
    if not quoted and _CODE.match(value):
        return False
    if _STRONG.search(plain) or (name.startswith("--") and plain in {"token", "auth", "pat"}):
        return len(value) >= 6 and not (value.isalpha() and len(value) < 20)
    if plain in {"auth", "_auth"} and _AUTH_FILE.match(value):
        return True
    checksum = _HEX.match(value) and not (plain.endswith("token") and len(value) >= 20)
    return bool(_RANDOM.match(value)) and not _UUID.match(value) and not checksum


def is_reference(value: str) -> bool:
    """Whether it says where the secret is, or that there is none, as ``$HF_TOKEN`` and ``None`` do."""
    return value.lower() in NO_SECRET or value.startswith("<") or bool(_REFERENCE.match(value))
