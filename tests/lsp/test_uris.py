"""Whatever a client calls its documents, a path comes of it or none."""

from __future__ import annotations

from pathlib import Path

import pytest
from editor import Editor
from hypothesis import given
from hypothesis import strategies as st
from pygls.exceptions import JsonRpcException
from rootrank.lsp.server import path_of, same_document

SCHEMES = ["file:", "file://", "file:///", "untitled:", "vscode-notebook-cell:", "vscode-remote://ssh-remote%2Bn1", ""]


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///home/kim/a%20b%C3%A9.log", "/home/kim/a bé.log"),
        ("file:///c%3A/runs/train.py", "c:/runs/train.py"),
        ("file:///C:/runs/train.py", "c:/runs/train.py"),
        ("file://server/share/train.py", "//server/share/train.py"),
        ("file:///run/train.py?x=1#L3", "/run/train.py"),
    ],
)
def test_paths_of_files_drives_and_shares(uri: str, path: str) -> None:
    assert path_of(uri) == Path(path)


@pytest.mark.parametrize(
    "uri", ["untitled:a.py", "output:rootrank", "file:", "file://[", "file:///a%00b", "C:\\a.py", ""]
)
def test_what_is_no_file_has_no_path(uri: str) -> None:
    assert path_of(uri) is None


@given(st.sampled_from(SCHEMES), st.text(max_size=40))
def test_any_text_is_answered(scheme: str, rest: str) -> None:
    path = path_of(scheme + rest)
    assert path is None or scheme.startswith("file") or rest.startswith("file:")
    assert same_document(scheme + rest, scheme + rest)


@pytest.mark.parametrize("uri", ["file:///a%00b.log", "nothing", "notebook:///x.ipynb#cell", "file:///gone.log"])
async def test_the_server_lives_on(vscode: Editor, uri: str) -> None:
    text = (vscode.folder / "sqrt.log").read_text()
    vscode.open(uri, text, "log")
    assert (await vscode.diagnose(textDocument={"uri": uri}))["document"]["diagnoses"]
    assert await vscode.actions(uri, 19) is not None
    vscode.close(uri)
    status = await vscode.request("rootrank/status", {})
    assert status["problems"] == []


async def test_what_pygls_can_not_open_is_said_and_ends_nothing(vscode: Editor) -> None:
    text = (vscode.folder / "sqrt.log").read_text()
    vscode.open("file://[", text, "log")
    with pytest.raises(JsonRpcException, match="is not open in the editor: open it, or send its text"):
        await vscode.diagnose(textDocument={"uri": "file://["})
    assert (await vscode.diagnose(text=text))["document"]["diagnoses"]
