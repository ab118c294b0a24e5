"""The requests about a diagnosis that was made."""

from __future__ import annotations

import pytest
from editor import Editor, replaced
from lsprotocol import types
from lsprotocol.converters import get_converter
from pygls.exceptions import JsonRpcException

FINE = "step 7  loss 0.9\ntraining finished\n"


async def diagnosed(editor: Editor) -> tuple[str, str]:
    code = editor.open(editor.folder / "train.py")
    answer = await editor.diagnose(path=str(editor.folder / "sqrt.log"))
    return code, answer["id"]


async def refused(editor: Editor, method: str, params: object) -> str:
    with pytest.raises(JsonRpcException) as caught:
        await editor.request(method, params)
    assert caught.value.code == -32602, caught.value
    return caught.value.message


async def test_fix(vscode: Editor) -> None:
    code, name = await diagnosed(vscode)
    answer = await vscode.request("rootrank/fix", {"id": name, "diagnosis": 0, "fix": 0})
    assert answer["refused"] is None
    assert answer["diff"].splitlines()[:2] == ["--- a/train.py", "+++ b/train.py"]
    assert "+    dist = torch.sqrt(d2 + 1e-8)\n" in answer["diff"]
    edit = get_converter().structure(answer["edit"], types.WorkspaceEdit)
    assert "torch.sqrt(d2 + 1e-8)" in vscode.applied(code, edit, 1)
    review = await vscode.request("rootrank/fix", {"id": name, "diagnosis": 0, "fix": 1})
    assert review["edit"]["changeAnnotations"]["rootrank-review"]["needsConfirmation"] is True


async def test_fix_that_can_not_be_an_edit(vscode: Editor) -> None:
    code, name = await diagnosed(vscode)
    nothing = await vscode.request("rootrank/fix", {"id": name, "diagnosis": 0, "fix": 2})
    assert (nothing["edit"], nothing["diff"]) == (None, "")
    assert "nothing like" in nothing["refused"]
    command = await vscode.request("rootrank/fix", {"id": name, "diagnosis": 0, "fix": 3})
    assert command["refused"] == "this fix is not an edit of the code"
    vscode.change(code, ((10, 0), (11, 0), ""))
    gone = await vscode.request("rootrank/fix", {"id": name, "diagnosis": 0, "fix": 0})
    assert gone["edit"] is None
    assert gone["refused"]


async def test_fix_uses_the_unsaved_text(vscode: Editor) -> None:
    code, name = await diagnosed(vscode)
    vscode.change(code, ((0, 0), (0, 0), "# unsaved\n"))
    answer = await vscode.request("rootrank/fix", {"id": name, "diagnosis": 0, "fix": 0})
    assert answer["edit"]["documentChanges"][0]["textDocument"]["version"] == 2
    assert "@@ -9,7 +9,7 @@" in answer["diff"]


async def test_verified_clears_the_finding(vscode: Editor) -> None:
    code, name = await diagnosed(vscode)
    assert vscode.shown(code)
    asked = {"id": name, "diagnosis": 0, "exitCode": 0, "text": FINE}
    answer = await vscode.request("rootrank/verify", asked)
    assert answer["outcome"] == "verified"
    assert answer["message"].endswith(".")
    assert answer["document"]["verdict"] == "healthy"
    assert answer["id"] != name
    assert vscode.shown(code) == []
    assert "verified" in (await vscode.request("rootrank/markdown", {"id": name}))["markdown"].lower()


async def test_other_outcomes_keep_the_finding(vscode: Editor) -> None:
    code, name = await diagnosed(vscode)
    same = (vscode.folder / "sqrt.log").read_text()
    other = (vscode.folder / "mean.log").read_text()
    for text, exit_code, outcome in (
        (same, 1, "still_failing"),
        (other, 1, "failed_differently"),
        (FINE, None, "inconclusive"),
        ("", 0, "inconclusive"),
        (FINE, 137, "inconclusive"),
    ):
        asked = {"id": name, "diagnosis": 0, "exitCode": exit_code, "text": text}
        answer = await vscode.request("rootrank/verify", asked)
        assert answer["outcome"] == outcome, text
        assert len(vscode.shown(code)) == 1
    record = vscode.folder / "record.log"
    record.write_text(FINE)
    by_path = {"id": name, "diagnosis": 0, "exitCode": 0, "path": str(record)}
    assert (await vscode.request("rootrank/verify", by_path))["outcome"] == "verified"
    assert "no such file" in await refused(vscode, "rootrank/verify", {**by_path, "path": str(record) + "x"})


async def test_markdown(vscode: Editor) -> None:
    _, name = await diagnosed(vscode)
    answer = await vscode.request("rootrank/markdown", {"id": name})
    assert "Gradient of sqrt at exactly zero" in answer["markdown"]


async def test_status(vscode: Editor) -> None:
    status = await vscode.request("rootrank/status", {})
    assert set(status) == {"version", "rulebook", "interpreter", "scan", "codeQuestions", "lastMs", "problems"}
    assert status["rulebook"]["entries"] == 2
    assert status["problems"] == []
    assert status["lastMs"] is None
    await diagnosed(vscode)
    assert (await vscode.request("rootrank/status", None))["lastMs"] > 0


async def test_unknown_and_ill_typed(vscode: Editor) -> None:
    _, name = await diagnosed(vscode)
    quiet = (await vscode.diagnose(text="nothing", origin="clipboard"))["id"]
    for method in ("fix", "verify", "dismiss", "markdown"):
        assert "run Diagnose again" in await refused(vscode, f"rootrank/{method}", {"id": "77"})
        assert "id is missing" in await refused(vscode, f"rootrank/{method}", {})
        assert "id must be a string" in await refused(vscode, f"rootrank/{method}", {"id": 7})
        assert "must be an object" in await refused(vscode, f"rootrank/{method}", None)
    fix = {"id": name, "diagnosis": 0, "fix": 0}
    assert "from 0 to 3; it is 4" in await refused(vscode, "rootrank/fix", {**fix, "fix": 4})
    assert "from 0 to 0; it is -1" in await refused(vscode, "rootrank/fix", {**fix, "diagnosis": -1})
    assert "fix must be a whole number" in await refused(vscode, "rootrank/fix", {**fix, "fix": True})
    assert "has no diagnosis" in await refused(vscode, "rootrank/fix", {**fix, "id": quiet})
    verify = {"id": name, "diagnosis": 0, "exitCode": 0}
    assert "exactly one of text and path" in await refused(vscode, "rootrank/verify", verify)
    assert "exitCode must be" in await refused(vscode, "rootrank/verify", {**verify, "exitCode": 0.5, "text": ""})
    with pytest.raises(JsonRpcException, match="Method Not Found"):
        await vscode.request("rootrank/nothing", {})


def test_the_tests_count_utf_16_units_themselves() -> None:
    where = types.Range(types.Position(1, 2), types.Position(1, 3))
    assert replaced("a\n😀b", [types.TextEdit(where, "c")]) == "a\n😀c"
