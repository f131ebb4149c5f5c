"""A real server over a room of desks, and plain requests to it."""

import http.client
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
import uvicorn

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
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            sent = {name: value for name, value in given.items() if value is not None}
            connection.request(method or ("GET" if data is None else "POST"), path, data, sent)
            response = connection.getresponse()
            content = response.read()
            told = {name.lower(): value for name, value in response.getheaders()}
        finally:
            connection.close()
        is_json = told.get("content-type", "").startswith("application/json")
        return response.status, json.loads(content) if is_json else content, told


def _serving() -> Iterator[Callable[..., Client]]:
    running: list[tuple[uvicorn.Server, threading.Thread, Room, socket.socket]] = []

    def start(room: Room, host: str = "127.0.0.1") -> Client:
        listening = bound_socket("127.0.0.1", 0)
        server = uvicorn.Server(uvicorn.Config(application(room, host), log_level="error", ws="none"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.01)
        running.append((server, thread, room, listening))
        return Client(listening.getsockname()[1], room.tokens[0])

    yield start
    for server, thread, room, listening in running:
        server.should_exit = True
        thread.join(10)
        listening.close()
        room.close()


@pytest.fixture
def serve() -> Iterator[Callable[..., Client]]:
    """Serve rooms for the length of a test."""
    yield from _serving()


@pytest.fixture(scope="module")
def serve_all() -> Iterator[Callable[..., Client]]:
    """Serve rooms for the length of a module: for tests that change nothing."""
    yield from _serving()
