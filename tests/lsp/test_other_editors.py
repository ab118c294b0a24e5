"""docs/EDITORS.md: what its snippets start and ask for is what there is."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from rootrank.lsp.server import REQUESTS

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "EDITORS.md").read_text(encoding="utf-8")
SNIPPETS = re.findall(r"```(\w+)\n(.*?)```", PAGE, re.DOTALL)


def test_there_is_one_for_each_editor() -> None:
    assert [language for language, _ in SNIPPETS] == ["lua", "elisp", "toml"]


def test_each_starts_the_command_that_the_package_installs() -> None:
    scripts = tomllib.loads((DOCS.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]
    for language, text in SNIPPETS:
        started = re.search(r'"(\w+)"[^\w"]*(?:args = \[)?"serve"', text)
        assert started, language
        assert started[1] in scripts


def test_requests_are_those_of_the_server_and_are_documented() -> None:
    asked = set(re.findall(r"\brootrank/\w+", " ".join(text for _, text in SNIPPETS)))
    assert {"rootrank/diagnose", "rootrank/markdown"} <= asked <= set(REQUESTS)
    protocol = (DOCS / "PROTOCOL.md").read_text(encoding="utf-8")
    for method in REQUESTS:
        assert method.startswith("textDocument/") or f"`{method}`" in protocol, method


def test_the_toml_of_helix_names_the_server_it_declares() -> None:
    settings = tomllib.loads(dict(SNIPPETS)["toml"])
    assert settings["language-server"]["rootrank"] == {"command": "rootrank", "args": ["serve"]}
    assert [one["language-servers"] for one in settings["language"]] == [["rootrank"]]


def test_brackets_of_the_other_two_close() -> None:
    for language in ("lua", "elisp"):
        plain = re.sub(r'"(?:\\.|[^"\\])*"|--[^\n]*|;[^\n]*', "", dict(SNIPPETS)[language])
        for opening, closing in ("()", "{}", "[]"):
            assert plain.count(opening) == plain.count(closing), f"{language}: {opening}{closing}"


DRIVES = Path(__file__).with_name("other_editors")
EDITORS = {
    "nvim": ("lua", ["--headless", "-u", "NONE", "-c", f"luafile {DRIVES / 'drive.lua'}"]),
    "emacs": ("elisp", ["--batch", "-l", str(DRIVES / "drive.el")]),
}


@pytest.mark.parametrize("editor", EDITORS)
def test_the_snippet_diagnoses_in_the_editor(editor: str, tmp_path: Path) -> None:
    if shutil.which(editor) is None:
        pytest.skip(f"{editor} is not installed (2026-12-01)")
    language, arguments = EDITORS[editor]
    snippet = tmp_path / "snippet"
    snippet.write_text(dict(SNIPPETS)[language], encoding="utf-8")
    log = shutil.copy(DOCS / "demo" / "sqrt-at-zero.log", tmp_path / "train.log")
    tools = Path(sys.executable).parent
    env = {**os.environ, "SNIPPET": str(snippet), "LOG": str(log), "HOME": str(tmp_path)}
    env["PATH"] = f"{tools}{os.pathsep}{env['PATH']}"
    done = subprocess.run(
        [editor, *arguments], cwd=tmp_path, env=env, capture_output=True, text=True, check=False, timeout=110
    )
    assert "## ✗ Gradient of sqrt at exactly zero" in done.stdout + done.stderr, done.stderr[-2000:]
