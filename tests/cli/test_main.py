from __future__ import annotations

import json
import subprocess
import sys
from argparse import SUPPRESS
from pathlib import Path

import pytest
from rootrank import __version__
from rootrank.cli.parser import EXIT_CODES, commands

from .conftest import RULES, Rootrank

HEAVY = {"attrs", "cattrs", "pygls", "rich", "yaml", "rootrank.api", "hyperscan"}
LOADED = "import sys; from rootrank.cli.main import main\ntry: main(sys.argv[1:])\nexcept SystemExit: pass\n"
LOADED += "print('\\n' + ' '.join(sys.modules))"


def loaded_by(*arguments: str) -> set[str]:
    result = subprocess.run([sys.executable, "-c", LOADED, *arguments], capture_output=True, text=True, check=True)
    return set(result.stdout.splitlines()[-1].split())


@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["diagnose", "--help"], ["serve", "--help"]])
def test_help_and_version_load_nothing_heavy(arguments: list[str]) -> None:
    assert not HEAVY & loaded_by(*arguments)


def test_a_diagnosis_loads_no_server_and_no_yaml(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    log.write_text("hello\n")
    assert not {"pygls", "lsprotocol", "yaml", "rich"} & loaded_by("diagnose", str(log), "--format", "json")


def test_version(rootrank: Rootrank) -> None:
    assert rootrank("--version").stdout == f"rootrank {__version__}\n"


@pytest.mark.parametrize("name", EXIT_CODES)
def test_help_tells_the_exit_codes(rootrank: Rootrank, name: str) -> None:
    assert " ".join(EXIT_CODES[name].split()) in " ".join(rootrank(name, "--help").stdout.split())


def test_the_module_runs() -> None:
    result = subprocess.run([sys.executable, "-m", "rootrank", "--version"], capture_output=True, text=True, check=True)
    assert result.stdout == f"rootrank {__version__}\n"


def test_rules_are_listed_and_shown(rootrank: Rootrank) -> None:
    assert rootrank("rules", "list").stdout == "python/zero-division  Mean of no values\n"
    shown = rootrank("rules", "show", "python/zero-division")
    assert shown.stdout.startswith("Mean of no values\n\npython/zero-division · error")
    assert "Fix: Look into the data folder\n" in shown.stdout


def test_an_unknown_rule_is_a_usage_error_that_helps(rootrank: Rootrank) -> None:
    near = rootrank("rules", "show", "zero-division")
    assert (near.returncode, "did you mean python/zero-division?" in near.stderr) == (2, True)
    assert "see `rootrank rules list`" in rootrank("rules", "show", "####").stderr


def test_rules_are_checked_and_tested(rootrank: Rootrank, tmp_path: Path) -> None:
    assert rootrank("rules", "lint", RULES).returncode == 0
    result = rootrank("rules", "test", RULES)
    assert result.returncode == 0
    assert "2 cases: 1 found, 1 quiet, 0 missed, 0 noisy; 0 wrong" in result.stderr
    compiled = rootrank("rules", "compile", RULES, "--out", "compiled")
    assert (tmp_path / compiled.stdout.strip()).is_file()


def test_broken_rules_are_named_with_their_place(rootrank: Rootrank, tmp_path: Path) -> None:
    folder = tmp_path / "rules" / "python" / "broken"
    folder.mkdir(parents=True)
    (tmp_path / "rules" / "vocabulary.yaml").write_bytes((RULES / "vocabulary.yaml").read_bytes())
    (folder / "entry.yaml").write_text("id: python/broken\n")
    for action in ("lint", "test"):
        result = rootrank("rules", action)
        assert result.returncode == 1
        assert "rules/python/broken/entry.yaml:1:1: " in result.stdout
    assert rootrank("rules", "compile", "--out", "compiled").returncode == 1
    assert not (tmp_path / "compiled").exists()


def test_what_is_no_folder_of_rules_is_a_usage_error(rootrank: Rootrank) -> None:
    assert "is no folder of rules" in rootrank("rules", "lint").stderr
    assert rootrank("rules", "test", RULES, "--entry", "nope").returncode == 2


def test_the_server_says_whether_it_can_start(rootrank: Rootrank) -> None:
    result = rootrank("serve", "--check")
    report = json.loads(result.stdout)
    assert (result.returncode, report["problems"]) == (0, [])
    assert report["version"] == __version__
    assert report["rulebook"]["entries"] == 1
    assert report["interpreter"] == sys.executable


def test_a_missing_rulebook_is_said(tmp_path: Path) -> None:
    driver = str(Path(__file__).with_name("driver.py"))
    words = [sys.executable, driver, str(tmp_path)]
    for arguments in (["diagnose"], ["rules", "list"]):
        result = subprocess.run([*words, *arguments], input="x", capture_output=True, text=True, check=False)
        assert (result.returncode, "no compiled rulebook" in result.stderr) == (2, True)
    check = subprocess.run([*words, "serve", "--check"], capture_output=True, text=True, check=False)
    assert (check.returncode, len(json.loads(check.stdout)["problems"])) == (1, 1)


def test_every_command_and_option_is_documented() -> None:
    text = (Path(__file__).parents[2] / "docs" / "USAGE.md").read_text(encoding="utf-8")
    for name, parser in commands().items():
        assert f"rootrank {name}" in text
        options = {word for action in parser._actions for word in action.option_strings if action.help != SUPPRESS}
        for option in options - {"-h", "--help"}:
            assert option in text, f"rootrank {name} {option} is not in docs/USAGE.md"
