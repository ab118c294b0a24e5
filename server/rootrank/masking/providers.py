"""A table: what the usual providers' keys and tokens look like, wherever they stand.

Every pattern is linear: a fixed start that no word character precedes, then one greedy run to its end. A run takes all
characters that a token can have, so that nothing of it is left over.
"""

from __future__ import annotations

import re

_WORD = r"[A-Za-z0-9_-]"
_DIGIT_SOON = r"(?=[A-Za-z_*-]{0,60}[0-9])"

SHAPES: tuple[str, ...] = (
    r"hf_[A-Za-z0-9]{20,}",  # Hugging Face
    r"api_org_[A-Za-z0-9]{20,}",
    rf"sk-(?:ant|proj|svcacct|admin|or|lf)-{_WORD}{{8,}}",  # OpenAI, Anthropic, OpenRouter, Langfuse
    rf"sk-{_DIGIT_SOON}{_WORD}{{20,}}",
    rf"sess-{_DIGIT_SOON}{_WORD}{{20,}}",
    r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{12,}",  # AWS
    r"gh[pousr]_[A-Za-z0-9_]{20,}",  # GitHub
    r"github_pat_[A-Za-z0-9_]{20,}",
    r"gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|imt|oas)-[A-Za-z0-9_.-]{16,}",  # GitLab
    r"xox[abeoprs]-[A-Za-z0-9.-]{8,}",  # Slack
    r"xapp-[A-Za-z0-9-]{16,}",
    rf"AIza{_WORD}{{30,}}",  # Google
    rf"GOCSPX-{_WORD}{{20,}}",
    rf"ya29\.{_WORD}{{16,}}",
    rf"wandb_v1_{_WORD}{{20,}}",  # Weights & Biases
    r"eyJ[A-Za-z0-9_+/=-]{12,}(?:\.[A-Za-z0-9_+/=-]*){0,4}",  # JWT, Neptune
    r"npm_[A-Za-z0-9]{20,}",
    rf"pypi-Ag{_WORD}{{16,}}",
    rf"dckr_(?:pat|oat)_{_WORD}{{16,}}",  # Docker
    rf"nvapi-{_WORD}{{20,}}",  # NVIDIA
    rf"SG\.{_WORD}{{16,}}\.{_WORD}{{16,}}",  # SendGrid
    r"[rs]k_(?:live|test)_[A-Za-z0-9]{16,}",  # Stripe
    r"r8_[A-Za-z0-9]{30,}",  # Replicate
    r"gsk_[A-Za-z0-9]{20,}",  # Groq
    r"xai-[A-Za-z0-9]{20,}",
    r"pplx-[A-Za-z0-9]{20,}",
    r"rpa_[A-Z0-9]{20,}",  # RunPod
    rf"tgp_v1_{_WORD}{{20,}}",  # Together
    rf"lsv2_(?:pt|sk)_{_WORD}{{16,}}",  # LangSmith
    r"dapi[0-9a-f]{32,}(?:-[0-9]+)?",  # Databricks
    r"do[opr]_v1_[0-9a-f]{32,}",  # DigitalOcean
    rf"hv[sbr]\.{_WORD}{{20,}}",  # Vault
    r"AGE-SECRET-KEY-1[0-9A-Z]{20,}",
)

ANYWHERE = re.compile(rf"(?<![A-Za-z0-9_])(?:{'|'.join(SHAPES)})")
"""A provider's token by its own shape."""

WEBHOOK = re.compile(
    r"(hooks\.slack\.com/(?:services|workflows)/|discord(?:app)?\.com/api/webhooks/|/bot(?=[0-9]{6,12}:))"
    r"([A-Za-z0-9_:-][A-Za-z0-9_:/-]{15,})"
)
"""Addresses that are a secret by themselves: whoever knows them can post."""

PRIVATE_KEY = re.compile(
    r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
    r"[A-Za-z0-9+/=,:\s\\\[\]]*(?:-[A-Za-z0-9+/=,:\s\\\[\]]+)*"
    r"(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?"
)
"""A PEM block, also one whose end was cut off, or that stands in JSON with written-out newlines."""

HEX_KEY = re.compile(r"(?<![A-Za-z0-9])[0-9a-f]{40}(?![A-Za-z0-9])")
"""What a key of Weights & Biases looks like, and a commit too: only the words before it tell."""
HEX_KEY_WORDS = ("wandb", "api key", "api_key", "api-key", "apikey", "login")
HEX_NO_KEY_WORDS = ("commit", "sha", "rev", "hash", "checksum", "digest", "tree", "blob", "head is")
HEX_WINDOW = 80
"""How many characters before it are looked at."""
