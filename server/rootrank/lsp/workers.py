"""The threads that the engine runs on, off the event loop. Knows nothing of LSP or of logs.

A job that was given up (a FIFO that nobody writes to can't be interrupted) keeps its thread but not its turn, so two
of them don't stop the server.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")

AT_ONCE = 2
"""Jobs at a time: one that takes long, and one that a user waits for meanwhile."""


class Workers:
    """Runs jobs, ``AT_ONCE`` at a time, each on a thread of its own that is kept for the next one."""

    def __init__(self) -> None:
        self._turns = asyncio.Semaphore(AT_ONCE)
        # One executor per thread: a thread that is stuck is then simply not in the list.
        self._idle: list[ThreadPoolExecutor] = []

    async def run(self, job: Callable[[], T]) -> T:
        """Returns the job's result. Cancelling gives the turn away; the job itself has to notice by its own means."""
        async with self._turns:
            thread = self._idle.pop() if self._idle else ThreadPoolExecutor(1, thread_name_prefix="rootrank")
            running = thread.submit(job)
            running.add_done_callback(lambda _: self._free(thread))
            return await asyncio.wrap_future(running)

    def _free(self, thread: ThreadPoolExecutor) -> None:
        if len(self._idle) < AT_ONCE:
            self._idle.append(thread)
        else:
            thread.shutdown(wait=False)
