"""Versions that must go together: they are pinned once, with hashes, and what is pinned is what was installed here."""

import re
from importlib import metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOCKS = ("bundled.lock", "dev.lock")


def pins(name: str) -> dict[str, str]:
    text = (ROOT / "requirements" / name).read_text(encoding="utf-8")
    return dict(re.findall(r"^([a-z][a-z0-9-]*)==([^\s;\\]+)", text, re.MULTILINE))


def test_lsprotocol_is_the_one_that_pygls_was_made_for() -> None:
    needs = " ".join(metadata.requires("pygls") or ())
    wanted = re.search(r"lsprotocol ?\(?==([\d.]+)", needs)
    assert wanted, needs
    for lock in LOCKS:
        assert pins(lock)["lsprotocol"] == wanted[1]
        assert pins(lock)["pygls"] == metadata.version("pygls")


def test_the_packaged_versions_are_those_that_are_tested() -> None:
    bundled, dev = pins("bundled.lock"), pins("dev.lock")
    assert len(bundled) > 10
    assert {name: dev.get(name) for name in bundled} == bundled


@pytest.mark.parametrize("name", LOCKS)
def test_every_package_of_a_lock_has_hashes(name: str) -> None:
    text = (ROOT / "requirements" / name).read_text(encoding="utf-8")
    packages = re.split(r"\n(?=[a-z])", text)
    missing = [one.split()[0] for one in packages if "==" in one.split("\n")[0] and "--hash=sha256:" not in one]
    assert missing == []


def test_exact_pins_of_the_package_are_in_the_lock() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    exact = re.findall(r'"([a-z-]+)==([\d.]+)', project)
    assert len(exact) >= 2
    assert {name: pins("bundled.lock")[name] for name, _ in exact} == dict(exact)
