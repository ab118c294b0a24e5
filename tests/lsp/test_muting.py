"""Muting from the editor: the workspace's file, what goes from the editor, and what comes back."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from editor import VSCODE, Editor
from pygls.exceptions import JsonRpcException


@pytest_asyncio.fixture
async def muting(server: Editor) -> AsyncIterator[Editor]:
    """VS Code with our extension, which has the command that asks for a reason."""
    await server.begin(VSCODE, initialization_options={"panel": True, "mute": True, "trusted": True})
    yield server


async def diagnosed(editor: Editor) -> tuple[str, str]:
    code = editor.open(editor.folder / "train.py")
    return code, (await editor.diagnose(path=str(editor.folder / "sqrt.log")))["id"]


def kept(editor: Editor) -> list[dict[str, str]]:
    text = (editor.folder / ".rootrank" / "suppressed.json").read_text(encoding="utf-8")
    return json.loads(text)["suppressed"]


async def refused(editor: Editor, method: str, params: object) -> str:
    with pytest.raises(JsonRpcException) as caught:
        await editor.request(method, params)
    assert caught.value.code == -32602, caught.value
    return caught.value.message


async def test_a_muted_finding_goes_and_the_next_diagnosis_leaves_it_out(muting: Editor) -> None:
    code, name = await diagnosed(muting)
    assert len(muting.shown(code)) == 1
    asked = {"id": name, "diagnosis": 0, "scope": "finding", "reason": "known", "until": "2999-01-31"}
    answer = await muting.request("rootrank/suppress", asked)
    assert answer["path"] == str(muting.folder / ".rootrank" / "suppressed.json")
    rule = "numerics/sqrt-at-zero"
    assert kept(muting) == [
        {"rule": rule, "reason": "known", "folder": ".", "finding": answer["finding"], "until": "2999-01-31"}
    ]
    assert muting.shown(code) == []
    assert await muting.actions(code, 10) == []
    again = await muting.diagnose(path=str(muting.folder / "sqrt.log"))
    assert rule not in [one["rule"] for one in again["document"]["diagnoses"]]
    assert [one["rule"] for one in again["document"]["suppressed"]] == [rule]


async def test_undo_brings_it_back(muting: Editor) -> None:
    code, name = await diagnosed(muting)
    asked = {"id": name, "diagnosis": 0, "scope": "finding", "reason": "known"}
    answer = await muting.request("rootrank/suppress", asked)
    undo = {"rule": answer["rule"], "finding": answer["finding"]}
    assert await muting.request("rootrank/unsuppress", undo) == {"removed": 1}
    assert kept(muting) == []
    assert len(muting.shown(code)) == 1
    assert await muting.request("rootrank/unsuppress", undo) == {"removed": 0}


async def test_an_entry_is_muted_in_the_whole_folder(muting: Editor) -> None:
    code, name = await diagnosed(muting)
    asked = {"id": name, "diagnosis": 0, "scope": "entry", "reason": "old code"}
    answer = await muting.request("rootrank/suppress", asked)
    assert answer["finding"] is None
    assert kept(muting) == [{"rule": "numerics/sqrt-at-zero", "reason": "old code", "folder": "."}]
    assert muting.shown(code) == []
    assert await muting.request("rootrank/unsuppress", {"rule": answer["rule"]}) == {"removed": 1}
    assert len(muting.shown(code)) == 1


async def test_it_is_the_last_action_of_a_client_that_has_the_command(muting: Editor) -> None:
    code, name = await diagnosed(muting)
    last = (await muting.actions(code, 10))[-2:]
    assert [action.title for action in last] == ["Mute this finding… (Rootrank)", "Mute this entry here… (Rootrank)"]
    assert {action.kind for action in last} == {"quickfix"}
    assert all(action.edit is None and not action.is_preferred for action in last)
    commands = [action.command for action in last]
    assert {command.command for command in commands} == {"rootrank.mute"}
    assert [command.arguments[0]["scope"] for command in commands] == ["finding", "entry"]
    assert commands[0].arguments[0]["id"] == name


async def test_what_can_not_be_muted(muting: Editor) -> None:
    _, name = await diagnosed(muting)
    asked = {"id": name, "diagnosis": 0, "scope": "finding", "reason": "known"}
    assert "reason is empty" in await refused(muting, "rootrank/suppress", {**asked, "reason": "  "})
    assert "reason is missing" in await refused(muting, "rootrank/suppress", {**asked, "reason": None})
    assert "finding, entry" in await refused(muting, "rootrank/suppress", {**asked, "scope": "all"})
    assert "like 2027-01-31" in await refused(muting, "rootrank/suppress", {**asked, "until": "soon"})
    assert "has passed" in await refused(muting, "rootrank/suppress", {**asked, "until": "2020-01-31"})
    assert "from 0 to" in await refused(muting, "rootrank/suppress", {**asked, "diagnosis": 9})
    assert "rule is missing" in await refused(muting, "rootrank/unsuppress", {})
    assert not (muting.folder / ".rootrank").exists()
    broken = muting.folder / ".rootrank" / "suppressed.json"
    broken.parent.mkdir()
    broken.write_text("{")
    assert "can't be read" in await refused(muting, "rootrank/suppress", asked)
    assert broken.read_text() == "{"


async def test_without_a_folder_there_is_no_file_to_keep_it_in(server: Editor) -> None:
    await server.begin(VSCODE, folders=[])
    answer = await server.diagnose(path=str(server.folder / "sqrt.log"))
    asked = {"id": answer["id"], "diagnosis": 0, "scope": "entry", "reason": "known"}
    assert "open a folder" in await refused(server, "rootrank/suppress", asked)


async def test_a_broken_file_is_told_with_the_answer_and_in_the_status(muting: Editor) -> None:
    broken = muting.folder / ".rootrank" / "suppressed.json"
    broken.parent.mkdir()
    broken.write_text("[]")
    answer = await muting.diagnose(path=str(muting.folder / "sqrt.log"))
    [warning] = answer["warnings"]
    assert "suppressed.json" in warning
    assert (await muting.request("rootrank/status", {}))["problems"] == [warning]
    broken.unlink()
    assert (await muting.diagnose(path=str(muting.folder / "sqrt.log")))["warnings"] == []
    assert (await muting.request("rootrank/status", {}))["problems"] == []


RULES = """id: [
"""


@pytest.mark.parametrize("trusted", [False, True])
async def test_the_entries_of_a_workspace_are_read_only_when_it_is_trusted(server: Editor, trusted: bool) -> None:
    entry = server.folder / ".rootrank" / "rules" / "mine" / "broken" / "entry.yaml"
    entry.parent.mkdir(parents=True)
    entry.write_text(RULES)
    await server.begin(VSCODE, initialization_options={"trusted": trusted})
    answer = await server.diagnose(path=str(server.folder / "sqrt.log"))
    assert bool(answer["warnings"]) is trusted
    # Trust that is given later counts from then on.
    await server.request("rootrank/trust", {})
    assert (await server.diagnose(path=str(server.folder / "sqrt.log")))["warnings"]
