"""The process: how it starts, what it keeps off the protocol's stream, what it survives, and how it ends."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from editor import BARE, VSCODE, Editor, capabilities, environment, make_client, started, within
from lsprotocol import types
from lsprotocol.converters import get_converter
from pygls.exceptions import JsonRpcException

SERVE = [sys.executable, "-m", "rootrank", "serve"]


async def test_initialize(vscode: Editor) -> None:
    able = vscode.answer.capabilities
    assert vscode.answer.server_info.name == "rootrank"
    assert able.position_encoding == "utf-16"
    assert able.text_document_sync.change == types.TextDocumentSyncKind.Incremental
    assert able.text_document_sync.open_close is True
    assert list(able.code_action_provider.code_action_kinds) == ["quickfix"]
    assert able.hover_provider
    assert able.workspace.workspace_folders.change_notifications is True
    # Diagnostics are pushed; offering both would show them twice.
    assert able.diagnostic_provider is None
    assert able.completion_provider is None


async def test_what_the_server_asks_of_a_client(vscode: Editor) -> None:
    await vscode.until(lambda: len(vscode.registered) == 2)
    assert {one.method for one in vscode.registered} == {
        "workspace/didChangeWatchedFiles",
        "workspace/didChangeConfiguration",
    }


async def test_initialize_is_answered_before_the_rulebook_is_loaded(
    project: Path, tmp_path: Path, rulebook: Path
) -> None:
    slow = tmp_path / "slow"
    slow.mkdir()
    fifo = slow / "rulebook-0.json"
    os.mkfifo(fifo)
    async with started(project, environment(slow)) as editor:
        await editor.begin()
        running = asyncio.ensure_future(editor.diagnose(path=str(project / "sqrt.log")))
        [compiled] = rulebook.glob("rulebook-*.json")
        await within(asyncio.to_thread(lambda: fifo.write_bytes(compiled.read_bytes())))
        assert (await running)["document"]["diagnoses"]


async def test_without_a_rulebook_each_diagnosis_says_so(project: Path, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    async with started(project, environment(empty)) as editor:
        await editor.begin()
        with pytest.raises(JsonRpcException, match="no compiled rulebook") as caught:
            await editor.diagnose(text="a")
        assert caught.value.code == -32803
        log = editor.open(project / "sqrt.log")
        assert await editor.hover(log, 19) is None
        status = await editor.request("rootrank/status", {})
        assert "no compiled rulebook" in status["problems"][0]


async def test_whatever_prints_prints_elsewhere_and_whatever_raises_ends_nothing(project: Path, rulebook: Path) -> None:
    command = ["bash", "-c", 'exec "$@" 2>stderr.txt', "bash", *SERVE]
    editor = make_client(project)
    env = environment(rulebook, ROOTRANK_TEST_NOISE="1")
    await editor.client.start_io(*command, env=env, cwd=str(project))
    await editor.begin()
    with pytest.raises(JsonRpcException) as caught:
        await editor.diagnose(text="please raise")
    assert caught.value.code == -32603
    assert "secret" not in caught.value.message
    short = caught.value.message.partition("error ")[2][:8]
    assert (await editor.diagnose(path=str(project / "sqrt.log")))["document"]["diagnoses"]
    assert await editor.end() == 0
    stderr = (project / "stderr.txt").read_text()
    assert "printed by the engine" in stderr
    assert "written by the engine" in stderr
    assert f"error {short}: ZeroDivisionError" in stderr
    assert "secret" not in stderr
    assert not editor.client.messages


async def test_no_socket_is_opened_from_diagnosis_to_verification(project: Path, rulebook: Path) -> None:
    command = ["bash", "-c", 'exec "$@" 2>stderr.txt', "bash", *SERVE]
    editor = make_client(project)
    env = environment(rulebook, ROOTRANK_TEST_NO_SOCKETS="1")
    await editor.client.start_io(*command, env=env, cwd=str(project))
    await editor.begin()
    file = project / "train.py"
    code, log = editor.open(file), editor.open(project / "sqrt.log")
    name = (await editor.diagnose(textDocument={"uri": log}))["id"]
    assert await editor.hover(log, 19)
    assert await editor.actions(code, 10)
    fix = await editor.request("rootrank/fix", {"id": name, "diagnosis": 0, "fix": 0})
    fixed = editor.applied(code, get_converter().structure(fix["edit"], types.WorkspaceEdit), 1)
    editor.replace(code, fixed)
    file.write_text(fixed)
    asked = {"id": name, "diagnosis": 0, "exitCode": 0, "text": "step 7  loss 0.9\ntraining finished\n"}
    assert (await editor.request("rootrank/verify", asked))["outcome"] == "verified"
    assert await editor.end() == 0
    assert "SOCKET" not in (project / "stderr.txt").read_text()


def test_sockets_would_be_noticed(rulebook: Path) -> None:
    env = environment(rulebook, ROOTRANK_TEST_NO_SOCKETS="1")
    done = subprocess.run(
        [sys.executable, "-c", "import socket; socket.socket()"], env=env, capture_output=True, text=True, check=False
    )
    assert "A SOCKET WAS OPENED" in done.stderr


async def test_folders_that_come_and_go(bare: Editor, tmp_path: Path) -> None:
    """A client that names only a root, and tells of folders all the same."""
    await bare.diagnose(path=str(bare.folder / "sqrt.log"))
    assert bare.shown((bare.folder / "train.py").as_uri())
    other = tmp_path / "other"
    other.mkdir()
    text = (bare.folder / "sqrt.log").read_text().replace("/train.py", "/elsewhere.py")
    elsewhere = (bare.folder / "train.py").rename(other / "elsewhere.py")
    folder = types.WorkspaceFolder(other.as_uri(), "other")

    def tell(added: list[types.WorkspaceFolder], removed: list[types.WorkspaceFolder]) -> None:
        event = types.WorkspaceFoldersChangeEvent(added, removed)
        bare.client.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(event))

    tell([folder], [])
    answer = await bare.diagnose(text=text, origin="clipboard")
    assert answer["document"]["diagnoses"][0]["place"]["file"] == str(elsewhere)
    tell([], [folder])
    answer = await bare.diagnose(text=text, origin="clipboard")
    assert not Path(answer["document"]["diagnoses"][0]["place"]["file"]).is_relative_to(other)


async def test_no_folder_at_all(server: Editor) -> None:
    """Only open files are code then."""
    await server.begin(folders=[])
    await server.diagnose(path=str(server.folder / "sqrt.log"))
    assert server.published == []
    code = server.open(server.folder / "train.py")
    await server.diagnose(path=str(server.folder / "sqrt.log"))
    assert len(server.shown(code)) == 1


async def test_client_that_knows_commands_only_gets_no_actions(server: Editor) -> None:
    await within(
        server.client.initialize_session(
            types.InitializeParams(types.ClientCapabilities(), root_uri=server.folder.as_uri())
        )
    )
    code = server.open(server.folder / "train.py")
    name = (await server.diagnose(path=str(server.folder / "sqrt.log")))["id"]
    assert await server.actions(code, 10) == []
    fix = await server.request("rootrank/fix", {"id": name, "diagnosis": 0, "fix": 0})
    assert list(fix["edit"]) == ["changes"]
    assert list(fix["edit"]["changes"]) == [code]


async def test_shutdown_and_exit(project: Path, rulebook: Path) -> None:
    async with started(project, environment(rulebook)) as editor:
        await editor.begin()
        assert await editor.end() == 0


async def test_exit_does_not_wait_for_a_diagnosis(project: Path, rulebook: Path) -> None:
    os.mkfifo(project / "live.log")
    async with started(project, environment(rulebook)) as editor:
        await editor.begin()
        params = {"path": str(project / "live.log"), "origin": "file"}
        running = editor.client.protocol.send_request("rootrank/diagnose", params)
        await editor.settled()
        assert await editor.end() == 0
        assert running.done()


def message(method: str, number: int | None, params: object) -> bytes:
    body = {"jsonrpc": "2.0", "method": method, "params": params}
    data = json.dumps(body if number is None else {**body, "id": number}).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(data), data)


def first_messages(process: int) -> bytes:
    able = get_converter().unstructure(capabilities(BARE))
    hello = {"processId": process, "rootUri": None, "capabilities": able}
    return message("initialize", 1, hello) + message("initialized", None, {})


def test_end_of_stdin_ends_it(project: Path, rulebook: Path) -> None:
    done = subprocess.run(
        SERVE,
        input=first_messages(os.getpid()),
        env=environment(rulebook),
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert done.stdout.startswith(b"Content-Length: ")


def test_exit_without_shutdown_is_an_error(rulebook: Path) -> None:
    sent = first_messages(os.getpid()) + message("exit", None, None)
    done = subprocess.run(SERVE, input=sent, env=environment(rulebook), capture_output=True, timeout=60, check=False)
    assert done.returncode == 1


def test_death_of_the_client_ends_it(rulebook: Path) -> None:
    """Also when somebody else still holds the pipe, so that stdin does not end."""
    client = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    server = subprocess.Popen(SERVE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment(rulebook))
    try:
        server.stdin.write(first_messages(client.pid))
        server.stdin.flush()
        assert server.stdout.readline().startswith(b"Content-Length")
        client.kill()
        client.wait()
        assert server.wait(timeout=30) == 1
    finally:
        server.kill()
        server.communicate()
        client.communicate()


async def test_garbage_between_messages(project: Path, rulebook: Path) -> None:
    async with started(project, environment(rulebook)) as editor:
        await editor.begin(VSCODE)
        assert editor.client._server is not None
        for body in (b"not json", b"[]", b'{"jsonrpc": "1.0", "method": "x"}', b"{}", b'"text"', b"\xff\xfe"):
            editor.client._server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        assert (await editor.diagnose(path=str(project / "sqrt.log")))["document"]["diagnoses"]
