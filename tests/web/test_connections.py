"""Clients that open connections and say nothing, or say it slowly, are shown out; the annotator is served meanwhile."""

import socket
import threading
from collections.abc import Iterator

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from sumtrace.web import connections
from waiting import until

PATIENCE = 0.3
REQUEST = b"GET / HTTP/1.1\r\nhost: here\r\n\r\n"


@pytest.fixture
def address(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, int]]:
    monkeypatch.setattr(connections, "SLOWEST_HEADERS", PATIENCE)
    app = Starlette(routes=[Route("/", lambda request: PlainTextResponse("here"))])
    config = uvicorn.Config(app, http=connections.PatientProtocol, log_level="error", limit_concurrency=200)
    server = uvicorn.Server(config)
    listening = socket.create_server(("127.0.0.1", 0), backlog=512)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    until(lambda: server.started)
    yield listening.getsockname()
    server.should_exit = True
    thread.join()


def opened(address: tuple[str, int]) -> socket.socket:
    return socket.create_connection(address, timeout=30)


def is_closed_by_the_server(client: socket.socket) -> bool:
    """Read to the end; the fixture's patience is far below the socket's, which would raise."""
    try:
        while client.recv(4096):
            pass
    except ConnectionResetError:
        pass
    return True


def test_a_connection_without_a_request_is_closed(address: tuple[str, int]) -> None:
    with opened(address) as client:
        assert is_closed_by_the_server(client)


def test_headers_that_never_end_are_not_waited_for(address: tuple[str, int]) -> None:
    with opened(address) as client:
        client.sendall(b"GET / HTTP/1.1\r\nhost: ")
        assert is_closed_by_the_server(client)


def test_headers_that_never_end_after_an_answer_are_not_waited_for_either(address: tuple[str, int]) -> None:
    with opened(address) as client:
        client.sendall(REQUEST)
        assert client.recv(4096).startswith(b"HTTP/1.1 200")
        client.sendall(b"GET / HTTP/1.1\r\nhost: ")
        assert is_closed_by_the_server(client)


def test_230_silent_connections_do_not_keep_anyone_out(
    monkeypatch: pytest.MonkeyPatch, address: tuple[str, int]
) -> None:
    monkeypatch.setattr(connections, "SLOWEST_HEADERS", 60.0)
    silent = [opened(address) for _ in range(230)]
    with opened(address) as client:
        client.sendall(REQUEST)
        assert client.recv(4096).startswith(b"HTTP/1.1 200")
    for each in silent:
        each.close()
