"""The line in which requests wait: first come, first served, and never longer than memory and patience allow."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

from starlette.concurrency import run_in_threadpool

Result = TypeVar("Result")

LONGEST = 64
"""Requests that may wait."""


class BusyError(Exception):
    """The line is full; ``seconds`` is about how long it will take."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"too many requests are waiting; try again in {seconds} s")
        self.seconds = seconds


class LeftError(Exception):
    """Whoever asked left before the turn came."""


class Queue:
    """Does one piece of work at a time, in the order in which they were asked for."""

    def __init__(self, longest: int = LONGEST) -> None:
        self._longest = longest
        self._turn = asyncio.Lock()  # wakes those who wait in the order in which they came
        self._inside = 0
        self._seconds = 0.1  # what a piece of work takes, by the latest ones

    async def do(self, work: Callable[[], Result], has_left: Callable[[], Awaitable[bool]]) -> Result:
        """Return what the work returns, once its turn has come; work for somebody who has left is not done."""
        if self._inside > self._longest:
            raise BusyError(max(1, math.ceil(self._inside * self._seconds)))
        self._inside += 1
        try:
            async with self._turn:
                if await has_left():
                    raise LeftError
                started = time.monotonic()
                try:
                    return await run_in_threadpool(work)
                finally:
                    self._seconds += 0.1 * (time.monotonic() - started - self._seconds)
        finally:
            self._inside -= 1
