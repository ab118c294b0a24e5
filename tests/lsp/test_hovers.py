"""Hovers on the line at fault and on log lines, also before anyone asked for a diagnosis."""

from __future__ import annotations

import json
from urllib.parse import quote

from editor import Editor, environment, started
from lsprotocol import types


async def test_log_line_is_explained_on_demand(vscode: Editor) -> None:
    log = vscode.open(vscode.folder / "sqrt.log")
    hover = await vscode.hover(log, 19)
    assert hover.contents.kind == types.MarkupKind.Markdown
    assert hover.contents.value.startswith("**Gradient of sqrt at exactly zero** · confirmed")
    assert "Do now: Add a constant inside sqrt" in hover.contents.value
    assert "command:" not in hover.contents.value
    assert vscode.published == []
    for line in (0, 5, 21, 500):
        assert await vscode.hover(log, line) is None


async def test_line_at_fault_links_to_the_panel_where_there_is_one(vscode: Editor) -> None:
    code = vscode.open(vscode.folder / "train.py")
    assert await vscode.hover(code, 10) is None
    log = vscode.open(vscode.folder / "sqrt.log")
    made = await vscode.diagnose(textDocument={"uri": log})
    named = quote(json.dumps([{"id": made["id"], "diagnosis": 0}]))
    for uri, line in ((code, 10), (log, 19)):
        hover = await vscode.hover(uri, line)
        assert f"[Open the diagnosis](command:rootrank.openPanel?{named})" in hover.contents.value
    assert await vscode.hover(code, 9) is None


async def test_plain_text_for_a_client_without_markdown_or_panel(bare: Editor) -> None:
    log = bare.open(bare.folder / "sqrt.log")
    hover = await bare.hover(log, 19)
    assert hover.contents.kind == types.MarkupKind.PlainText
    assert hover.contents.value.startswith("Gradient of sqrt at exactly zero · confirmed\n\nIn `dist = torch.sqrt(d2)`")
    assert "command:" not in hover.contents.value


async def test_log_is_read_again_when_it_changed(vscode: Editor) -> None:
    text = (vscode.folder / "sqrt.log").read_text()
    log = vscode.open(vscode.folder / "sqrt.log", "nothing yet\n")
    assert await vscode.hover(log, 0) is None
    vscode.replace(log, text)
    assert await vscode.hover(log, 19) is not None


async def test_which_documents_are_read(vscode: Editor) -> None:
    text = (vscode.folder / "sqrt.log").read_text()
    untitled = vscode.open("untitled:Untitled-1", text, "plaintext")
    remote = vscode.open("vscode-remote://ssh-remote%2Bnode1/home/kim/sqrt.log", text)
    for uri in (untitled, remote):
        assert await vscode.hover(uri, 19) is not None
    own = vscode.open("output:rootrank.Rootrank", text)
    other = vscode.open(vscode.folder / "notes.md", text, "markdown")
    binary = vscode.open(vscode.folder / "zeros.log", "\0" * 4000)
    for uri in (own, other, binary):
        assert await vscode.hover(uri, 19) is None
    assert vscode.published == []


async def test_diagnosing_documents_of_other_schemes(vscode: Editor) -> None:
    text = (vscode.folder / "sqrt.log").read_text()
    code = vscode.open(vscode.folder / "train.py")
    for uri in ("untitled:Untitled-1", "vscode-remote://ssh-remote%2Bnode1/home/kim/sqrt.log", "file:///c%3A/r/s.log"):
        vscode.open(uri, text, "log")
        answer = await vscode.diagnose(textDocument={"uri": uri})
        assert answer["document"]["diagnoses"], uri
        assert len(vscode.shown(code)) == 1, uri
        [related] = vscode.shown(code)[0].related_information
        assert related.location.uri == uri
        assert await vscode.actions(uri, 19)
        assert await vscode.hover(uri, 19) is not None
    # Code that is only on another machine is not looked at, and does no harm.
    for uri in ("vscode-remote://ssh-remote%2Bnode1/home/kim/train.py", "file:///c%3A/runs/train.py", "untitled:x.py"):
        vscode.open(uri, "import torch\n", "python")
        assert await vscode.hover(uri, 0) is None
        assert await vscode.actions(uri, 0) == []


async def test_switched_off(project, rulebook) -> None:
    async with started(project, environment(rulebook)) as editor:
        editor.client.set_configuration({"rootrank": {"hover": False}})
        await editor.begin()
        await editor.until(lambda: bool(editor.registered))
        await editor.settled()
        log = editor.open(project / "sqrt.log")
        assert await editor.hover(log, 19) is None
