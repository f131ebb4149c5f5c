"""A server on this machine: a place to listen, and serving until it is interrupted."""

from __future__ import annotations

import contextlib
import errno
import signal
import socket
from typing import TYPE_CHECKING

from sumtrace.errors import InputError

if TYPE_CHECKING:
    from starlette.types import ASGIApp

FIRST_PORT = 8471
_TAKEN = (errno.EADDRINUSE, errno.EACCES)


def bound_socket(host: str, port: int | None) -> socket.socket:
    """Return a listening place: the port asked for, else the first free one from ``FIRST_PORT`` on."""
    for candidate in [port] if port is not None else [*range(FIRST_PORT, FIRST_PORT + 20), 0]:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        # Named, not left at 0: only then does asyncio switch Nagle's delay off, 40 ms per answer.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, candidate))
            listening.listen(128)  # from here on a browser may knock: it waits until the server answers
        except OSError as error:
            listening.close()
            if port is not None or error.errno not in _TAKEN:
                raise InputError(
                    f"cannot listen on {host}, port {candidate}: {error.strerror}", hint="Try another `port` or `host`."
                ) from error
            continue
        return listening
    raise InputError(f"no free port on {host}", hint="Choose a `port`.")


def run(app: ASGIApp, listening: socket.socket) -> None:
    """Serve until interrupted."""
    import uvicorn

    from sumtrace.web.connections import PatientProtocol

    config = uvicorn.Config(
        app,
        http=PatientProtocol,
        log_level="warning",
        access_log=False,
        server_header=False,
        limit_concurrency=200,
        timeout_graceful_shutdown=2,
        ws="none",
    )
    # uvicorn ends in good order on either signal, then raises it once more: here it means no more than "ended".
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listening])
