"""What the tests of the servers share: a real server in a thread, and plain requests to it."""

import http.client
import json
import socket
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

import uvicorn


def started(application: Any, listening: socket.socket, **options: Any) -> Callable[[], None]:
    """Serve in a thread, and return what ends that."""
    server = uvicorn.Server(uvicorn.Config(application, log_level="error", ws="none", **options))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)

    def end() -> None:
        server.should_exit = True
        thread.join(10)
        listening.close()

    return end


def answered(
    port: int, path: str, data: bytes | None, *, method: str | None, headers: Mapping[str, str]
) -> tuple[int, Any, dict[str, str]]:
    """Return status, JSON (or bytes) and headers; without a method, data are posted."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request(method or ("GET" if data is None else "POST"), path, data, dict(headers))
        response = connection.getresponse()
        content = response.read()
        told = {name.lower(): value for name, value in response.getheaders()}
    finally:
        connection.close()
    is_json = told.get("content-type", "").startswith("application/json")
    return response.status, json.loads(content) if is_json else content, told
