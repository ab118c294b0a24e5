"""The language server, warm, on a traceback of 300 lines: diagnosing it without and with the code, hovering, starting.

These are times on the clock, as a user waits for them; the least that a run with 60 repetitions gives at its 95th
percentile. The start is compared with importing the library, both as processor time.
"""

from __future__ import annotations

import json
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from processes import PYTHON, ROOTRANK, Used, best, environment, finished

BARS = {
    "diagnose, p95, in 20 ms": 1.0,
    "diagnose with code questions, p95, in 60 ms": 1.0,
    "hover, p95, in 5 ms": 1.0,
    "start / import pygls.lsp.server": 1.3,
}
DEMO = Path(__file__).resolve().parent.parent / "docs" / "demo"
LINES = 300
REPEATS = 60
ROUNDS = 3
RULE = "numerics/sqrt-at-zero"
_FRAME = '  File "/opt/torch/nn/modules/module.py", line {}, in _call_impl\n    return forward_call(*args, **kwargs)\n'


class Server:
    """A server process and its only client."""

    def __init__(self, workspace: Path | None) -> None:
        self._process = subprocess.Popen(
            [*ROOTRANK, "serve"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment(),
        )
        self._number = 0
        folders = [{"uri": workspace.as_uri(), "name": "code"}] if workspace else None
        self.request(
            "initialize", {"processId": None, "rootUri": None, "capabilities": {}, "workspaceFolders": folders}
        )
        self.notify("initialized", {})

    def request(self, method: str, params: dict[str, Any]) -> Any:
        """Sends a request and returns its result."""
        self._number += 1
        self._send({"id": self._number, "method": method, "params": params})
        while True:
            message = self._receive()
            if message.get("id") == self._number and "method" not in message:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']['message']}")
                return message["result"]
            if "id" in message:  # the server asks for something
                self._send({"id": message["id"], "result": None})

    def notify(self, method: str, params: dict[str, Any]) -> None:
        """Sends a notification."""
        self._send({"method": method, "params": params})

    def end(self) -> Used:
        """Ends the server and returns what it used."""
        self.request("shutdown", {})
        self.notify("exit", {})
        return finished(self._process)

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self._process.stdin is not None
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self._process.stdin.flush()

    def _receive(self) -> dict[str, Any]:
        stream = self._process.stdout
        assert stream is not None
        length = 0
        while line := stream.readline().strip():
            name, _, value = line.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        if not length:
            raise RuntimeError("the server ended")
        message: dict[str, Any] = json.loads(stream.read(length))
        return message


def measure() -> dict[str, float]:
    """Return the ratios by name."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        shutil.copy(DEMO / "train.py", folder)
        text = traceback()
        bare, code, hover = (min(_rounds(text, folder, what)) for what in ("bare", "code", "hover"))
    starts = min((_started() for _ in range(5)), key=lambda used: used.seconds)
    library = best([PYTHON, "-c", "import pygls.lsp.server"], times=5)
    print(f"  p95: diagnose {bare:.1f} ms, with code questions {code:.1f} ms, hover {hover:.1f} ms")
    print(f"  start {starts.seconds:.3f} s of CPU time, import pygls.lsp.server {library.seconds:.3f} s")
    return {
        "diagnose, p95, in 20 ms": bare / 20,
        "diagnose with code questions, p95, in 60 ms": code / 60,
        "hover, p95, in 5 ms": hover / 5,
        "start / import pygls.lsp.server": starts.seconds / library.seconds,
    }


def traceback() -> str:
    """Return the demo's log with as many frames of a library as make it 300 lines."""
    lines = (DEMO / "sqrt-at-zero.log").read_text(encoding="utf-8").splitlines(keepends=True)
    at = max(n for n, line in enumerate(lines) if line.startswith("Traceback")) + 1
    frames = (LINES - len(lines)) // 2
    return "".join([*lines[:at], *(_FRAME.format(100 + n) for n in range(frames)), *lines[at:]])


def _started() -> Used:
    return Server(None).end()


def _rounds(text: str, folder: Path, what: str) -> list[float]:
    server = Server(None if what == "bare" else folder)
    log = folder / "run.log"
    document = {"uri": log.as_uri(), "languageId": "log", "version": 1, "text": text}
    server.notify("textDocument/didOpen", {"textDocument": document})
    made: dict[str, Any] = server.request(
        "rootrank/diagnose", {"origin": "file", "textDocument": {"uri": log.as_uri()}}
    )
    found = [one["rule"] for one in made["document"]["diagnoses"]]
    if found[:1] != [RULE]:
        raise RuntimeError(f"wrong answer: {found}, not {RULE}")
    line = made["document"]["failure"]["log_line"] - 1

    def action(n: int) -> None:
        if what == "hover":
            place = {"textDocument": {"uri": log.as_uri()}, "position": {"line": line, "character": 3}}
            if server.request("textDocument/hover", place) is None:
                raise RuntimeError("nothing to hover over")
            return
        # Each text is another, so that no answer is one kept from before.
        params = {"origin": "clipboard", "text": f"step {n} loss {1 + 1 / (n + 1)}\n{text}"}
        rules = [one["rule"] for one in server.request("rootrank/diagnose", params)["document"]["diagnoses"]]
        if rules[:1] != [RULE]:
            raise RuntimeError(f"wrong answer: {rules}, not {RULE}")

    try:
        return [_p95(action, round_ * REPEATS) for round_ in range(ROUNDS)]
    finally:
        server.end()


def _p95(action: Callable[[int], None], first: int) -> float:
    """Return the 95th percentile of some repetitions, in milliseconds."""
    times = []
    for n in range(REPEATS):
        begun = time.perf_counter()
        action(first + n)
        times.append((time.perf_counter() - begun) * 1000)
    return statistics.quantiles(times, n=20)[-1]
