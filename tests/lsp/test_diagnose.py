"""``rootrank/diagnose``: what may be asked, what is answered, and what is refused in words."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest
from editor import Editor, within
from lsprotocol import types
from pygls.exceptions import JsonRpcException

CANCELLED = -32800
INVALID = -32602
RULE = "numerics/sqrt-at-zero"


def rules(answer: dict) -> list[str]:
    return [one["rule"] for one in answer["document"]["diagnoses"]]


def log_lines(answer: dict) -> list[int]:
    return [e["line"] for e in answer["document"]["diagnoses"][0]["evidence"] if e["source"] == "log"]


async def refused(editor: Editor, **params: object) -> str:
    with pytest.raises(JsonRpcException) as caught:
        await editor.diagnose(**params)
    assert caught.value.code == INVALID, caught.value
    return caught.value.message


async def test_text(vscode: Editor) -> None:
    answer = await vscode.diagnose(text=(vscode.folder / "sqrt.log").read_text(), origin="clipboard")
    assert rules(answer) == [RULE]
    assert answer["message"] is None
    assert answer["document"]["input"]["files"] == ["<clipboard>"]


async def test_text_with_the_command_that_ran(vscode: Editor) -> None:
    text = (vscode.folder / "sqrt.log").read_text()
    run = {"command": "python train.py --lr 0.1", "cwd": str(vscode.folder), "exitCode": 1}
    answer = await vscode.diagnose(text=text, origin="terminal", run=run)
    assert answer["document"]["diagnoses"][0]["verify"]["command"] == "python train.py --lr 0.1"


async def test_document(vscode: Editor) -> None:
    uri = vscode.open(vscode.folder / "sqrt.log")
    answer = await vscode.diagnose(textDocument={"uri": uri})
    assert rules(answer) == [RULE]
    assert answer["document"]["input"]["files"] == [str(vscode.folder / "sqrt.log")]
    assert log_lines(answer) == [20]


async def test_range_keeps_the_line_numbers_of_the_file(vscode: Editor) -> None:
    """Whole lines; half of the first and the last one; behind the end of a line; behind the end of the file."""
    uri = vscode.open(vscode.folder / "sqrt.log")
    for first, last in (((2, 0), (20, 0)), ((2, 30), (19, 7)), ((2, 0), (19, 200)), ((0, 5), (500, 0))):
        start, end = ({"line": line, "character": character} for line, character in (first, last))
        where = {"start": start, "end": end}
        answer = await vscode.diagnose(textDocument={"uri": uri}, range=where, origin="selection")
        assert rules(answer) == [RULE], where
        assert log_lines(answer) == [20], where


async def test_range_that_ends_before_the_exception(vscode: Editor) -> None:
    uri = vscode.open(vscode.folder / "sqrt.log")
    where = {"start": {"line": 0, "character": 0}, "end": {"line": 2, "character": 0}}
    answer = await vscode.diagnose(textDocument={"uri": uri}, range=where, origin="selection")
    assert rules(answer) == []
    assert answer["document"]["input"]["lines"] == 2


async def test_empty_selection(vscode: Editor) -> None:
    uri = vscode.open(vscode.folder / "sqrt.log")
    at = {"line": 3, "character": 4}
    said = await refused(vscode, textDocument={"uri": uri}, range={"start": at, "end": at}, origin="selection")
    assert "nothing is selected" in said


async def test_unsaved_text_of_a_log_wins_over_the_disk(vscode: Editor) -> None:
    uri = vscode.open(vscode.folder / "sqrt.log", "all is well\n")
    assert rules(await vscode.diagnose(textDocument={"uri": uri})) == []


async def test_path(vscode: Editor) -> None:
    answer = await vscode.diagnose(path=str(vscode.folder / "sqrt.log"))
    assert rules(answer) == [RULE]
    assert log_lines(answer) == [20]


async def test_document_that_is_not_open_is_read_from_the_disk(vscode: Editor) -> None:
    answer = await vscode.diagnose(textDocument={"uri": (vscode.folder / "sqrt.log").as_uri()})
    assert rules(answer) == [RULE]


async def test_path_of_a_large_file(vscode: Editor) -> None:
    large = vscode.folder / "large.log"
    healthy = "".join(f"step {n}  loss 0.5\n" for n in range(200_000))
    large.write_text(healthy + (vscode.folder / "sqrt.log").read_text())
    assert large.stat().st_size > 2 << 20
    answer = await vscode.diagnose(path=str(large))
    assert rules(answer) == [RULE]
    assert log_lines(answer) == [200_020]


async def test_paths_that_are_no_log(vscode: Editor) -> None:
    assert "no such file" in await refused(vscode, path=str(vscode.folder / "gone.log"))
    empty = vscode.folder / "without-logs"
    empty.mkdir()
    assert "holds no logs" in await refused(vscode, path=str(empty))
    binary = vscode.folder / "model.pt"
    binary.write_bytes(bytes(range(256)) * 400)
    assert "binary" in await refused(vscode, path=str(binary))
    assert "not open" in await refused(vscode, textDocument={"uri": "untitled:Untitled-7"})
    await vscode.settled()


async def test_a_folder_of_ranks_is_one_run(vscode: Editor) -> None:
    logs = vscode.folder / "ranks"
    logs.mkdir()
    (logs / "rank0.log").write_text("RuntimeError: Connection closed by peer [127.0.0.1]:3999\n")
    (logs / "rank1.log").write_text("ValueError: bad sample\n")
    answer = await vscode.diagnose(path=str(logs))
    assert answer["document"]["ranks"]["initiating"] == 1
    assert answer["document"]["failure"]["exception"] == "ValueError"


async def test_empty_input_and_prose_get_a_sentence(vscode: Editor) -> None:
    empty = await vscode.diagnose(text="", origin="clipboard")
    assert empty["message"] == "Nothing to diagnose: the input is empty."
    prose = await vscode.diagnose(text="The quick brown fox jumps over the lazy dog.\n", origin="selection")
    assert prose["message"].startswith("The selection shows no failure.")
    assert prose["document"]["diagnoses"] == []
    assert vscode.published == []


WRONG = [
    ({}, "give exactly one of text, textDocument and path"),
    ({"text": "a", "path": "b"}, "give exactly one"),
    ({"text": 5}, "text must be a string"),
    ({"path": True}, "path must be a string"),
    ({"textDocument": "x"}, "textDocument must be an object"),
    ({"textDocument": {}}, "uri is missing"),
    ({"text": "a", "origin": "sky"}, "origin must be one of"),
    ({"text": "a", "range": {}}, "start is missing"),
    (
        {"textDocument": {"uri": "x"}, "range": {"start": {"line": -1, "character": 0}, "end": {}}},
        "must not be negative",
    ),
    ({"text": "a", "run": {"exitCode": "1"}}, "exitCode must be a whole number"),
    ({"text": "a", "workDoneToken": []}, "workDoneToken must be"),
]


async def test_ill_typed_parameters(vscode: Editor) -> None:
    for params, said in WRONG:
        assert said in await refused(vscode, **params), params


async def test_parameters_that_are_no_object(vscode: Editor) -> None:
    for params in (None, [1], "text"):
        with pytest.raises(JsonRpcException, match="must be an object"):
            await vscode.request("rootrank/diagnose", params)


async def test_names_that_python_reserves_are_plain_data(vscode: Editor) -> None:
    answer = await vscode.request("rootrank/diagnose", {"text": "a", "type_name": "x", "class": 1, "_x": {}})
    assert answer["document"]["verdict"] == "unknown"


async def test_cancelling_and_progress(vscode: Editor) -> None:
    """A FIFO keeps the diagnosis in flight for as long as the test wants."""
    fifo = vscode.folder / "live.log"
    os.mkfifo(fifo)
    protocol = vscode.client.protocol
    params = {"path": str(fifo), "origin": "file", "workDoneToken": "t1"}
    running = asyncio.ensure_future(protocol.send_request_async("rootrank/diagnose", params, msg_id="slow"))
    await vscode.until(lambda: len(vscode.progress) == 1)
    assert vscode.progress[0]["kind"] == "begin"
    assert vscode.progress[0]["cancellable"] is True
    vscode.cancel("slow")
    with pytest.raises(JsonRpcException) as caught:
        await within(running)
    assert caught.value.code == CANCELLED
    assert [one["kind"] for one in vscode.progress] == ["begin", "end"]
    assert rules(await vscode.diagnose(path=str(vscode.folder / "sqrt.log"))) == [RULE]


async def test_cancel_at_the_progress(vscode: Editor) -> None:
    fifo = vscode.folder / "live.log"
    os.mkfifo(fifo)
    params = {"path": str(fifo), "origin": "file", "workDoneToken": 7}
    running = asyncio.ensure_future(vscode.client.protocol.send_request_async("rootrank/diagnose", params))
    await vscode.until(lambda: len(vscode.progress) == 1)
    vscode.client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(7))
    with pytest.raises(JsonRpcException) as caught:
        await within(running)
    assert caught.value.code == CANCELLED


async def test_more_stuck_diagnoses_than_threads_leave_the_server_alive(vscode: Editor) -> None:
    fifo = vscode.folder / "live.log"
    os.mkfifo(fifo)
    protocol = vscode.client.protocol
    for number in range(4):
        params = {"path": str(fifo), "origin": "file"}
        running = asyncio.ensure_future(
            protocol.send_request_async("rootrank/diagnose", params, msg_id=f"slow{number}")
        )
        await asyncio.sleep(0)
        vscode.cancel(f"slow{number}")
        with pytest.raises(JsonRpcException):
            await within(running)
    assert rules(await vscode.diagnose(path=str(vscode.folder / "sqrt.log"))) == [RULE]


async def test_quick_answers_show_no_progress(vscode: Editor) -> None:
    await vscode.settled()
    await vscode.diagnose(path=str(vscode.folder / "sqrt.log"), workDoneToken="t2")
    assert vscode.progress == []


async def test_slow_log_is_read_to_its_end(vscode: Editor) -> None:
    """Also one that is still being written, by another process."""
    fifo = vscode.folder / "live.log"
    os.mkfifo(fifo)
    running = asyncio.ensure_future(vscode.diagnose(path=str(fifo)))
    text = (vscode.folder / "sqrt.log").read_bytes()
    with await asyncio.to_thread(Path(fifo).open, "wb") as stream:
        stream.write(text)
    assert rules(await running) == [RULE]


async def test_result_is_as_the_command_line_prints_it(vscode: Editor) -> None:
    from rootrank.presenting.document import from_dict

    answer = await vscode.diagnose(path=str(vscode.folder / "sqrt.log"))
    assert set(answer) == {"id", "document", "message", "warnings"}
    assert from_dict(answer["document"]).diagnoses[0].rule == RULE
