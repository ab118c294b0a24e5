"""Quick fixes: their edits, applied to the document, give the file as it should be."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future

import pytest
from editor import Editor, within
from lsprotocol import types
from pygls.exceptions import JsonRpcException

ADD = "Add a constant inside sqrt (Rootrank)"
CLAMP = "Clamp the argument of sqrt (Rootrank)"
NORM = "Use vector_norm for the distance (Rootrank)"


def titles(actions: list[types.CodeAction]) -> list[str]:
    return [action.title for action in actions]


async def diagnosed(editor: Editor, text: str | None = None) -> tuple[str, str]:
    code = editor.open(editor.folder / "train.py", text)
    log = editor.open(editor.folder / "sqrt.log")
    await editor.diagnose(textDocument={"uri": log})
    return code, log


async def test_actions_at_the_finding(vscode: Editor) -> None:
    code, _ = await diagnosed(vscode)
    actions = await vscode.actions(code, 10)
    assert titles(actions) == [ADD, CLAMP, NORM]
    add, clamp, norm = actions
    assert {action.kind for action in actions} == {"quickfix"}
    assert [action.is_preferred for action in actions] == [True, None, None]
    assert add.diagnostics == tuple(vscode.shown(code)) or add.diagnostics == vscode.shown(code)
    fixed = vscode.texts[code].replace("torch.sqrt(d2)", "torch.sqrt(d2 + 1e-8)")
    assert vscode.applied(code, add.edit, 1) == fixed
    assert add.edit.change_annotations is None
    assert norm.edit is None
    assert norm.disabled.reason == "nothing like `$A.pow(2).sum($D).sqrt()` stands on line 11 of train.py"
    clamped = vscode.texts[code].replace("torch.sqrt(d2)", "torch.sqrt(torch.clamp(d2, min=1e-8))")
    assert vscode.applied(code, clamp.edit, 1) == clamped


async def test_fix_under_review_asks_for_confirmation(vscode: Editor) -> None:
    code, _ = await diagnosed(vscode)
    clamp = (await vscode.actions(code, 10))[1]
    [edit] = clamp.edit.document_changes[0].edits
    assert isinstance(edit, types.AnnotatedTextEdit)
    annotation = clamp.edit.change_annotations[edit.annotation_id]
    assert annotation.needs_confirmation is True
    assert annotation.label == "Review: Clamp the argument of sqrt"
    assert annotation.description == "the argument is far below 0"


async def test_client_that_can_not_confirm_reads_it_in_the_title(bare: Editor) -> None:
    code, _ = await diagnosed(bare)
    actions = await bare.actions(code, 10)
    # No disabled ones: this client would offer them as if they did something.
    assert titles(actions) == [ADD, "Clamp the argument of sqrt (Rootrank, review it)"]
    assert all(action.is_preferred is None and action.edit.change_annotations is None for action in actions)
    assert "torch.clamp(d2, min=1e-8)" in bare.applied(code, actions[1].edit, 1)


async def test_actions_at_the_log_lines_say_which_file(vscode: Editor) -> None:
    code, log = await diagnosed(vscode)
    actions = await vscode.actions(log, 19)
    assert titles(actions)[0] == "Add a constant inside sqrt in train.py (Rootrank)"
    assert "d2 + 1e-8" in vscode.applied(code, actions[0].edit, 1)
    assert titles(await vscode.actions(log, 0, 25)) == titles(actions)


async def test_nothing_elsewhere_and_nothing_of_another_kind(vscode: Editor) -> None:
    code, log = await diagnosed(vscode)
    assert await vscode.actions(code, 3) == []
    assert await vscode.actions(log, 0) == []
    assert await vscode.actions(code, 10, only=[types.CodeActionKind.Source]) == []
    assert await vscode.actions(code, 10, only=["quickfix.other"]) == []
    assert titles(await vscode.actions(code, 10, only=[""]))
    assert titles(await vscode.actions(code, 10, only=[types.CodeActionKind.QuickFix]))


async def test_edit_follows_its_line(vscode: Editor) -> None:
    code, _ = await diagnosed(vscode)
    vscode.change(code, ((0, 0), (0, 0), "import os\n"), ((11, 0), (11, 0), "    # here\n"))
    [add, *_] = await vscode.actions(code, 12)
    assert vscode.applied(code, add.edit, 2).splitlines()[12] == "    dist = torch.sqrt(d2 + 1e-8)"


async def test_edit_is_refused_once_its_line_is_gone(vscode: Editor) -> None:
    code, log = await diagnosed(vscode)
    vscode.change(code, ((10, 0), (11, 0), "    dist = d2.sum()\n"))
    assert await vscode.actions(code, 10) == []
    actions = await vscode.actions(log, 19)
    assert actions
    assert all(action.edit is None and action.disabled.reason for action in actions)


async def test_unsaved_text_wins_over_the_disk(vscode: Editor) -> None:
    disk = (vscode.folder / "train.py").read_text()
    unsaved = disk.replace("dist = torch.sqrt(d2)", "dist = torch.sqrt(d2)  # unsaved")
    code, log = await diagnosed(vscode, "\n\n" + disk)
    [add, *_] = await vscode.actions(log, 19)
    assert vscode.applied(code, add.edit, 1).splitlines()[12] == "    dist = torch.sqrt(d2 + 1e-8)"
    vscode.replace(code, unsaved)
    assert all(action.disabled for action in await vscode.actions(log, 19))


async def test_positions_count_utf_16_units(vscode: Editor) -> None:
    line = 'note = "損失 😀😀"; dist = torch.sqrt(d2)'
    text = (vscode.folder / "train.py").read_text().replace("dist = torch.sqrt(d2)", line)
    (vscode.folder / "train.py").write_text(text, encoding="utf-8")
    log = (vscode.folder / "sqrt.log").read_text().replace("dist = torch.sqrt(d2)", line)
    code = vscode.open(vscode.folder / "train.py")
    await vscode.diagnose(text="損失 😀 " * 3 + "\n" + log, origin="clipboard")
    [one] = vscode.shown(code)
    assert one.range.end.character == 4 + len(line) + 2
    [add, *_] = await vscode.actions(code, 10)
    assert vscode.applied(code, add.edit, 1) == text.replace("torch.sqrt(d2)", "torch.sqrt(d2 + 1e-8)")
    # An edit behind an emoji, given in UTF-16 units, keeps the server's text equal to the editor's.
    end = len(text.splitlines()[9])
    vscode.change(code, ((9, end), (9, end), "  # 😀x"))
    vscode.change(code, ((9, end + 6), (9, end + 7), "\n    # 損y"))
    [add, *_] = await vscode.actions(code, 11)
    assert vscode.applied(code, add.edit, 3) == vscode.texts[code].replace("torch.sqrt(d2)", "torch.sqrt(d2 + 1e-8)")
    fix = await vscode.request("rootrank/fix", {"id": one.data["id"], "diagnosis": 0, "fix": 0})
    assert "  # 😀\n     # 損y\n" in fix["diff"]


async def test_lines_end_where_the_editor_ends_them(vscode: Editor) -> None:
    """A form feed or a Unicode line separator ends no line in an editor."""
    text = "# one\x0c two\u2028 three\x85 four\n" + (vscode.folder / "train.py").read_text()
    code, _ = await diagnosed(vscode, text)
    assert [one.range.start.line for one in vscode.shown(code)] == [11]
    vscode.change(code, ((0, 0), (0, 0), "#\x1e\n"))
    await vscode.settled()
    assert [one.range.start.line for one in vscode.shown(code)] == [12]
    [add, *_] = await vscode.actions(code, 12)
    assert "\n    dist = torch.sqrt(d2 + 1e-8)\n" in vscode.applied(code, add.edit, 2)


async def test_file_that_is_not_open_is_edited_without_a_version(vscode: Editor) -> None:
    file = vscode.folder / "train.py"
    log = vscode.open(vscode.folder / "sqrt.log")
    await vscode.diagnose(textDocument={"uri": log})
    [add, *_] = await vscode.actions(log, 19)
    vscode.texts[file.as_uri()] = file.read_text()
    assert "d2 + 1e-8" in vscode.applied(file.as_uri(), add.edit, None)
    # Another program changes it: the next look sees that.
    file.write_text("#\n" + file.read_text())
    [add, *_] = await vscode.actions(log, 19)
    assert add.edit.document_changes[0].edits[0].range.start.line == 11


async def test_log_that_grew_or_was_written_anew(vscode: Editor) -> None:
    _, log = await diagnosed(vscode)
    vscode.change(log, ((20, 0), (20, 0), "one more line\n"))
    assert titles(await vscode.actions(log, 19))
    vscode.change(log, ((0, 0), (0, 0), "one line before\n"))
    assert await vscode.actions(log, 19) == []


async def test_ill_typed_parameters_are_answered(vscode: Editor) -> None:
    protocol = vscode.client.protocol
    for method in ("textDocument/codeAction", "textDocument/hover"):
        answer: Future[object] = Future()
        protocol._request_futures[method] = answer
        protocol._send_data({"jsonrpc": "2.0", "id": method, "method": method, "params": {"nonsense": 1}})
        with pytest.raises(JsonRpcException) as caught:
            await within(asyncio.wrap_future(answer))
        assert caught.value.code == -32602
        assert method in caught.value.message
    await vscode.settled()
