"""What stands at the user's lines: published, moved with edits, replaced, cleared."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

from editor import Editor, environment, started, within
from lsprotocol import types

RULE = "numerics/sqrt-at-zero"


async def diagnosed(editor: Editor, log: str = "sqrt.log", code: str = "train.py") -> tuple[str, str, str]:
    """Opens code and log and diagnoses the log; returns the code's URI, the log's, and the diagnosis's id."""
    where = editor.open(editor.folder / code)
    read = editor.open(editor.folder / log)
    answer = await editor.diagnose(textDocument={"uri": read})
    return where, read, answer["id"]


def lines(editor: Editor, uri: str) -> list[int]:
    return [one.range.start.line for one in editor.shown(uri)]


async def test_finding(vscode: Editor) -> None:
    code, log, name = await diagnosed(vscode)
    [one] = vscode.shown(code)
    assert (one.code, one.source, one.severity) == (RULE, "Rootrank", types.DiagnosticSeverity.Error)
    assert one.range == types.Range(types.Position(10, 4), types.Position(10, 25))
    assert one.message == "Gradient of sqrt at exactly zero (confirmed)"
    assert one.data == {"id": name, "diagnosis": 0}
    [related] = one.related_information
    assert (related.location.uri, related.location.range.start.line) == (log, 19)
    assert vscode.published[-1].version == 1


async def test_finding_in_a_file_that_is_not_open(vscode: Editor) -> None:
    await vscode.diagnose(path=str(vscode.folder / "sqrt.log"))
    [params] = vscode.published
    assert params.uri == (vscode.folder / "train.py").as_uri()
    assert params.version is None
    [related] = params.diagnostics[0].related_information
    assert related.location.uri == (vscode.folder / "sqrt.log").as_uri()


async def test_client_without_related_information(bare: Editor) -> None:
    code, _, _ = await diagnosed(bare)
    [one] = bare.shown(code)
    assert one.related_information is None


async def test_newer_diagnosis_of_the_same_line_replaces_the_older(vscode: Editor) -> None:
    code, log, first = await diagnosed(vscode)
    again = await vscode.diagnose(text=vscode.texts[log], origin="clipboard")
    [one] = vscode.shown(code)
    assert one.data["id"] == again["id"] != first
    # Dismissing the older one takes nothing away.
    await vscode.request("rootrank/dismiss", {"id": first})
    assert len(vscode.shown(code)) == 1


async def test_newer_diagnosis_of_the_same_log_replaces_the_older_everywhere(vscode: Editor) -> None:
    code, log, _ = await diagnosed(vscode)
    vscode.replace(log, "all is well\n")
    await vscode.diagnose(textDocument={"uri": log})
    assert vscode.shown(code) == []


async def test_finding_moves_with_edits_above_it(vscode: Editor) -> None:
    code, _, _ = await diagnosed(vscode)
    vscode.change(code, ((0, 0), (0, 0), "import os\nimport sys\n"))
    await vscode.settled()
    assert lines(vscode, code) == [12]
    assert vscode.published[-1].version == 2
    vscode.change(code, ((0, 0), (2, 0), ""), ((5, 0), (5, 0), "\n\n\n"))
    await vscode.settled()
    assert lines(vscode, code) == [13]
    sent = len(vscode.published)
    vscode.change(code, ((18, 0), (18, 0), "# below\n"))
    await vscode.settled()
    assert len(vscode.published) == sent


async def test_finding_moves_when_its_line_is_pushed_down_or_indented(vscode: Editor) -> None:
    code, _, _ = await diagnosed(vscode)
    vscode.change(code, ((10, 0), (10, 0), "    # distances\n"))
    vscode.change(code, ((11, 0), (11, 0), "    "))
    await vscode.settled()
    assert lines(vscode, code) == [11]


async def test_finding_goes_when_its_line_is_edited(vscode: Editor) -> None:
    code, _, _ = await diagnosed(vscode)
    # The same text stands elsewhere too: that is another line.
    vscode.change(code, ((12, 0), (12, 0), "\n    dist = torch.sqrt(d2)\n"))
    vscode.change(code, ((10, 22), (10, 24), "d2 + 1e-8"))
    await vscode.settled()
    assert vscode.shown(code) == []


async def test_finding_goes_when_its_line_is_deleted_among_others(vscode: Editor) -> None:
    code, _, _ = await diagnosed(vscode)
    vscode.change(code, ((8, 0), (13, 0), ""))
    await vscode.settled()
    assert vscode.shown(code) == []


async def test_change_of_the_whole_text(vscode: Editor) -> None:
    code, _, _ = await diagnosed(vscode)
    vscode.replace(code, "# first\n" + vscode.texts[code])
    await vscode.settled()
    assert lines(vscode, code) == [11]
    vscode.replace(code, "pass\n")
    await vscode.settled()
    assert vscode.shown(code) == []


async def test_dismissed(vscode: Editor) -> None:
    code, log, name = await diagnosed(vscode)
    assert await vscode.request("rootrank/dismiss", {"id": name}) is None
    assert vscode.shown(code) == []
    assert await vscode.actions(log, 19) == []


async def test_closing_without_saving_brings_back_what_the_disk_has(vscode: Editor) -> None:
    file = vscode.folder / "train.py"
    code = vscode.open(file, "# unsaved\n" + file.read_text())
    await vscode.diagnose(path=str(vscode.folder / "sqrt.log"))
    assert lines(vscode, code) == [11]
    vscode.close(code)
    await vscode.settled()
    assert lines(vscode, code) == [10]
    assert vscode.published[-1].version is None


async def test_opening_a_file_with_unsaved_changes_of_an_earlier_session(vscode: Editor) -> None:
    file = vscode.folder / "train.py"
    await vscode.diagnose(path=str(vscode.folder / "sqrt.log"))
    code = vscode.open(file, "# kept by hot exit\n" + file.read_text())
    await vscode.settled()
    assert lines(vscode, code) == [11]


async def test_file_written_by_another_program(vscode: Editor) -> None:
    file = vscode.folder / "train.py"
    await vscode.diagnose(path=str(vscode.folder / "sqrt.log"))
    file.write_text("# generated\n" + file.read_text())
    event = types.FileEvent(file.as_uri(), types.FileChangeType.Changed)
    vscode.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
    await vscode.settled()
    assert lines(vscode, file.as_uri()) == [11]


async def test_deleted_file(vscode: Editor) -> None:
    file = vscode.folder / "train.py"
    name = (await vscode.diagnose(path=str(vscode.folder / "sqrt.log")))["id"]
    file.unlink()
    event = types.FileEvent(file.as_uri(), types.FileChangeType.Deleted)
    vscode.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
    await vscode.settled()
    assert vscode.shown(file.as_uri()) == []
    fix = await vscode.request("rootrank/fix", {"id": name, "diagnosis": 0, "fix": 0})
    assert fix["edit"] is None
    assert fix["refused"]


async def test_file_that_comes_later_is_found(vscode: Editor) -> None:
    await vscode.until(lambda: any(one.id == "files" for one in vscode.registered))
    await vscode.settled()
    text = (vscode.folder / "sqrt.log").read_text().replace("/train.py", "/later.py")
    later = (vscode.folder / "train.py").rename(vscode.folder / "later.py")
    event = types.FileEvent(later.as_uri(), types.FileChangeType.Created)
    vscode.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
    await vscode.diagnose(text=text, origin="clipboard")
    assert lines(vscode, later.as_uri()) == [10]


async def test_two_documents(vscode: Editor) -> None:
    sqrt, _, _ = await diagnosed(vscode)
    mean, _, name = await diagnosed(vscode, "mean.log", "mean.py")
    assert [one.code for one in vscode.shown(sqrt)] == [RULE]
    assert [one.code for one in vscode.shown(mean)] == ["python/zero-division"]
    await vscode.request("rootrank/dismiss", {"id": name})
    assert [one.code for one in vscode.shown(sqrt)] == [RULE]
    assert vscode.shown(mean) == []


async def test_code_that_changed_while_the_log_was_read(vscode: Editor) -> None:
    """The finding stands where its line is when it is shown, not where it was when the reading began."""
    code = vscode.open(vscode.folder / "train.py")
    fifo = vscode.folder / "live.log"
    os.mkfifo(fifo)
    protocol = vscode.client.protocol
    running = protocol.send_request("rootrank/diagnose", {"path": str(fifo), "origin": "file"})
    await vscode.settled()
    vscode.change(code, ((0, 0), (0, 0), "# new\n"))
    await vscode.settled()
    await write_slowly(fifo, (vscode.folder / "sqrt.log").read_bytes())
    await within(asyncio.wrap_future(running))
    assert lines(vscode, code) == [11]


async def test_diagnosis_of_a_document_that_moved_on_shows_no_findings(project: Path, rulebook: Path) -> None:
    slow = project / "slow"
    os.mkfifo(slow)
    async with started(project, environment(rulebook, ROOTRANK_TEST_SLOW=str(slow))) as editor:
        await editor.begin()
        code = editor.open(project / "train.py")
        log = editor.open(project / "sqrt.log")
        running = editor.client.protocol.send_request(
            "rootrank/diagnose", {"textDocument": {"uri": log}, "origin": "file"}
        )
        await editor.settled()
        editor.change(log, ((0, 0), (0, 0), "one line more\n"))
        await write_slowly(slow, b"go on")
        assert (await within(asyncio.wrap_future(running)))["document"]["diagnoses"]
        assert editor.shown(code) == []
        assert editor.published == []


async def test_options_switch_findings_off_and_on(vscode: Editor) -> None:
    code, _, _ = await diagnosed(vscode)
    for value, shown in ((False, 0), ("often", 1), (False, 0), (True, 1)):
        vscode.client.set_configuration({"rootrank": {"findings": value, "interpreter": "x"}})
        params = types.DidChangeConfigurationParams(None)
        vscode.client.workspace_did_change_configuration(params)
        await vscode.until(lambda shown=shown: len(vscode.shown(code)) == shown)


async def test_options_sent_by_a_client_that_is_not_asked(bare: Editor) -> None:
    code, _, _ = await diagnosed(bare)
    for settings in ({"rootrank": {"findings": False}}, None, [], {"rootrank": 5}, {"other": {}}):
        bare.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings))
    await bare.settled()
    assert bare.shown(code) == []


async def test_oldest_diagnosis_takes_its_findings_along(vscode: Editor) -> None:
    code, _, _ = await diagnosed(vscode)
    for number in range(20):
        await vscode.diagnose(text=f"line {number}\n", origin="clipboard")
    assert vscode.shown(code) == []


async def write_slowly(fifo: Path, data: bytes) -> None:
    def write() -> None:
        with fifo.open("wb") as stream:
            stream.write(data)

    await within(asyncio.to_thread(write))
