"""Muting from the command line, and the rulebook's tools for authors."""

import json
from pathlib import Path


def test_mute_list_and_undo(rootrank, tmp_path: Path) -> None:
    (name,) = [line.split()[0] for line in rootrank("rules", "list").stdout.splitlines()]
    here = ["--workspace", str(tmp_path)]
    muted = rootrank("suppress", name, "--reason", "known", "--until", "2999-01-01", *here)
    assert (muted.returncode, "--undo" in muted.stderr) == (0, True)
    assert json.loads((tmp_path / ".rootrank" / "suppressed.json").read_text())["suppressed"][0]["rule"] == name
    assert rootrank("suppress", "--list", *here).stdout == f"{name}, until 2999-01-01: known\n"
    assert rootrank("suppress", name, "--undo", *here).returncode == 0
    assert rootrank("suppress", name, "--undo", *here).returncode == 1


def test_what_can_t_be_muted_is_one_message(rootrank, tmp_path: Path) -> None:
    (name,) = [line.split()[0] for line in rootrank("rules", "list").stdout.splitlines()]
    here = ["--workspace", str(tmp_path)]
    for words, said in (
        ([name], "--reason is missing"),
        (["no/such", "--reason", "x"], "has no entry no/such"),
        ([name, "--reason", "x", "--until", "soon"], "must be a day"),
        ([name, "--reason", "x", "--until", "2020-01-01"], "has passed"),
        ([], "name an entry"),
    ):
        result = rootrank("suppress", *words, *here)
        assert (result.returncode, said in result.stderr) == (2, True), result.stderr
    assert not (tmp_path / ".rootrank").exists()


def test_an_entry_begun_from_a_log_is_refused_until_it_is_finished(rootrank, tmp_path: Path) -> None:
    log = tmp_path / "excerpt.log"
    log.write_text(
        'Traceback (most recent call last):\n  File "a.py", line 3, in <module>\n    f()\n'
        "ValueError: expected 12 channels but got 3\n"
    )
    rules = tmp_path / "rules"
    made = rootrank("rules", "new", "numerics/channels", "--log", str(log), "--folder", str(rules))
    assert made.returncode == 0, made.stderr
    text = (rules / "numerics" / "channels" / "entry.yaml").read_text()
    named = text.splitlines()[0].removeprefix("# yaml-language-server: $schema=")
    assert (rules / "numerics" / "channels" / named).read_text() == rootrank("rules", "schema").stdout
    assert "type: [ValueError]" in text
    assert "\\\\d+\\\\ channels" in text
    assert (rules / "numerics" / "channels" / "cases" / "first.log").read_text() == log.read_text()
    lint = rootrank("rules", "lint", str(rules))
    assert (lint.returncode, "unfinished text" in lint.stdout) == (1, True)
    again = rootrank("rules", "new", "numerics/channels", "--log", str(log), "--folder", str(rules))
    assert (again.returncode, "exists already" in again.stderr) == (2, True)


def test_overlaps_of_a_folder_are_yaml(rootrank, tmp_path: Path) -> None:
    rules = Path(__file__).with_name("rules")
    result = rootrank("rules", "overlaps", str(rules))
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.splitlines()[-1] == "{}", "one entry overlaps with none"
    assert rootrank("rules", "overlaps", str(tmp_path)).returncode == 2


def test_search_and_stats(rootrank) -> None:
    (name,) = [line.split()[0] for line in rootrank("rules", "list").stdout.splitlines()]
    assert rootrank("rules", "search", name.split("/")[1]).stdout.startswith(name)
    assert rootrank("rules", "search", "no-such-word").returncode == 1
    assert "1 entries" in rootrank("rules", "stats").stderr
