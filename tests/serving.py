"""What the tests of the page to paste into share: its server, and who asks it."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from local_server import answered, started
from sumtrace.serve.reader import Reader
from sumtrace.serve.server import application
from sumtrace.web.access import link_to
from sumtrace.web.connections import PatientProtocol
from sumtrace.web.running import bound_socket

TOKEN = "t" * 43


@dataclass
class Client:
    """Asks a server as another program does."""

    port: int

    @property
    def link(self) -> str:
        """What opens the page."""
        return link_to("127.0.0.1", self.port, TOKEN)

    def ask(
        self, path: str, body: Any = None, *, method: str | None = None, headers: Mapping[str, str] | None = None
    ) -> tuple[int, Any, dict[str, str]]:
        """Return status, JSON (or bytes) and headers; without other headers, the token is sent."""
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        given = {"authorization": f"Bearer {TOKEN}"} if headers is None else dict(headers)
        if data is not None:
            given.setdefault("content-type", "application/json")
        return answered(self.port, path, data, method=method, headers=given)


def servings() -> Iterator[Callable[..., Client]]:
    """A fixture: serve readers for as long as it lasts."""
    running = []

    def start(reader: Any, **options: Any) -> Client:
        if isinstance(reader, Reader):
            reader.warm_up()  # as the command does: the first request waits for no compiling
        listening = bound_socket("127.0.0.1", 0)
        port = listening.getsockname()[1]
        app = application(reader, TOKEN, port=port, **options)
        running.append(started(app, listening, http=PatientProtocol))
        return Client(port)

    yield start
    for end in running:
        end()
