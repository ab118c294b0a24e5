"""What lies in cases/ may be passed on: where each log comes from is said, and none holds anything private."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from at_hand import CASES, LOADED, RULES
from rootrank.masking import mask

SAMPLES = sorted(path for path in RULES.glob("*/*/cases/*") if path.is_file())


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: f"{path.parts[-3]}/{path.name}")
def test_a_sample_holds_no_secret(path: Path) -> None:
    text = path.read_text(encoding="utf-8", errors="replace")
    assert mask(text, {"tokens", "urls", "emails"}).hidden == {}


def test_a_secret_would_be_noticed() -> None:
    assert mask("HF_TOKEN=hf_Zq3xT7vB9nK1mW5rY8uP2sD4", {"tokens", "urls", "emails"}).hidden == {"tokens": 1}


def test_every_case_says_where_it_comes_from() -> None:
    assert {case.origin for _, case in CASES} <= {"real", "rewritten", "synthetic"}
    assert all(
        any(case.origin != "synthetic" for case in entry.cases) for entry in LOADED.entries if entry.status == "stable"
    )


def test_the_licence_of_the_samples_is_stated() -> None:
    text = (RULES / "README.md").read_text(encoding="utf-8")
    assert "Apache-2.0" in text
    for word in ("real", "rewritten", "synthetic"):
        assert f"`{word}`" in text
