"""What a test changes in the server's process, which is otherwise the one that ships: picked up through PYTHONPATH."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path


def use_rulebook(folder: Path) -> None:
    from rootrank.rulebook import store

    store.open_rulebook.__defaults__ = (folder,)


def print_and_raise() -> None:
    """The engine prints on each diagnosis, as a library may, and fails on a text that says so."""
    from rootrank import api

    diagnose = api.diagnose

    def noisy(inputs, **more):
        print("printed by the engine")  # noqa: T201
        sys.stdout.flush()
        os.write(1, b"written by the engine\n")
        with inputs[0].open() as stream:
            if b"please raise" in stream.read():
                raise ZeroDivisionError("sec" + "ret of the user")
        return diagnose(inputs, **more)

    api.diagnose = noisy


def wait_for(fifo: Path) -> None:
    """A diagnosis that finds something waits until the test lets it go on."""
    from rootrank import api

    diagnose = api.diagnose

    def slow(inputs, **more):
        answer = diagnose(inputs, **more)
        if answer.document.diagnoses:
            fifo.read_bytes()
        return answer

    api.diagnose = slow


def forbid_sockets() -> None:
    """All but the pair that asyncio wakes itself with."""
    pair, plain = socket.socketpair, socket.socket

    class Forbidden(plain):
        def __init__(self, family=-1, type=-1, proto=-1, fileno=None):  # noqa: A002
            if fileno is None:
                os.write(2, b"A SOCKET WAS OPENED\n")
                raise PermissionError("sockets are forbidden")
            super().__init__(family, type, proto, fileno)

        def connect(self, address):
            os.write(2, b"A SOCKET WAS CONNECTED\n")
            raise PermissionError("sockets are forbidden")

    socket.socket = Forbidden
    socket.socketpair = pair


if folder := os.environ.get("ROOTRANK_TEST_RULEBOOK"):
    use_rulebook(Path(folder))
if os.environ.get("ROOTRANK_TEST_NOISE"):
    print_and_raise()
if fifo := os.environ.get("ROOTRANK_TEST_SLOW"):
    wait_for(Path(fifo))
if os.environ.get("ROOTRANK_TEST_NO_SOCKETS"):
    forbid_sockets()
