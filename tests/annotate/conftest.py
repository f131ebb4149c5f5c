"""A real server over a room of desks, and plain requests to it."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from local_server import answered, started
from sumtrace.annotate.room import Room
from sumtrace.annotate.server import application
from sumtrace.web.running import bound_socket


@dataclass
class Client:
    """Asks a server as a page does, or as somebody who should not."""

    port: int
    token: str

    def ask(
        self,
        path: str,
        body: Any = None,
        *,
        method: str | None = None,
        headers: dict[str, str | None] | None = None,
        raw: bytes | None = None,
    ) -> tuple[int, Any, dict[str, str]]:
        """Return status, JSON (or bytes) and headers."""
        data = raw if raw is not None else None if body is None else json.dumps(body).encode()
        given: dict[str, str | None] = {"authorization": f"Bearer {self.token}"}
        if data is not None:
            given["content-type"] = "application/json"
        given.update(headers or {})
        sent = {name: value for name, value in given.items() if value is not None}
        return answered(self.port, path, data, method=method, headers=sent)


def _serving() -> Iterator[Callable[..., Client]]:
    running: list[tuple[Callable[[], None], Room]] = []

    def start(room: Room, host: str = "127.0.0.1") -> Client:
        listening = bound_socket("127.0.0.1", 0)
        running.append((started(application(room, host), listening), room))
        return Client(listening.getsockname()[1], room.tokens[0])

    yield start
    for end, room in running:
        end()
        room.close()


@pytest.fixture
def serve() -> Iterator[Callable[..., Client]]:
    """Serve rooms for the length of a test."""
    yield from _serving()


@pytest.fixture(scope="module")
def serve_all() -> Iterator[Callable[..., Client]]:
    """Serve rooms for the length of a module: for tests that change nothing."""
    yield from _serving()
