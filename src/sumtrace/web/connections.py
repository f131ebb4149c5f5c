"""Connections that say nothing, or say it too slowly, are closed: they must not keep the annotator out."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from uvicorn.protocols.http.h11_impl import H11Protocol

SLOWEST_HEADERS = 10.0
"""Seconds from the start of a connection, or of a request on it, to the end of the request's headers."""
MOST_CONNECTIONS = 100
"""Beyond as many, the connection that has waited longest without a request is closed."""


class PatientProtocol(H11Protocol):
    """HTTP/1.1 with a limit on how long a client may take to ask."""

    _deadline: asyncio.TimerHandle | None = None
    _since = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the clock; make room where there are too many."""
        super().connection_made(transport)
        self._since = self.loop.time()
        self._start_clock()
        others = [other for other in cast("set[PatientProtocol]", self.connections) if not other.transport.is_closing()]
        idle = [other for other in others if other._is_idle()]
        if len(others) > MOST_CONNECTIONS and idle:
            min(idle, key=lambda other: other._since).transport.abort()

    def data_received(self, data: bytes) -> None:
        """Stop the clock once a request is there; a part of its headers starts it."""
        super().data_received(data)
        if not self._is_idle():
            self._stop_clock()
        elif self._deadline is None:
            self._start_clock()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the clock."""
        self._stop_clock()
        super().connection_lost(exc)

    def _is_idle(self) -> bool:
        cycle: Any = self.cycle
        return cycle is None or bool(cycle.response_complete)

    def _start_clock(self) -> None:
        self._deadline = self.loop.call_later(SLOWEST_HEADERS, self.transport.abort)

    def _stop_clock(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
