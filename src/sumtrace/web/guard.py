"""The guard in front of the server: who may ask, from where, how much, and what a browser may do with the answer."""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import json
import socket
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST_REQUEST = 4 << 20
"""Bytes a request's body may have."""
LONGEST_PATH = 1000
"""Characters; the number of a pair in a longer one would not even be a number to Python."""
SLOWEST_REQUEST = 30.0
"""Seconds a request's body may take."""

_HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",
}
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


class Refusal(Exception):  # noqa: N818 - it is an answer, not a failure
    """A request that is turned away, with the status and what to say."""

    def __init__(self, status: int, problem: str) -> None:
        super().__init__(problem)
        self.status = status
        self.problem = problem


class Guard:
    """Checks every request before the application sees it; ``scope["seat"]`` is the number of the token it came with.

    Paths that begin with one of ``private`` need a token; with a ``cookie``, a cookie of that name will do instead, which
    holds the token's pass. ``largest`` is how many bytes a request's body may have.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        tokens: Iterable[str],
        host: str,
        private: tuple[str, ...] = ("/api/",),
        cookie: str | None = None,
        largest: int = LARGEST_REQUEST,
    ) -> None:
        self._app = app
        self._tokens = list(tokens)
        self._hosts = _allowed_hosts(host)
        self._any_address = host not in _LOOPBACK
        self._private = private
        self._cookie = cookie
        self._largest = largest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through or turn it away."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = {name.encode() for name in _HEADERS}
                kept = [(name, value) for name, value in message.get("headers", ()) if name.lower() not in own]
                message["headers"] = kept + [(name.encode(), value.encode()) for name, value in _HEADERS.items()]
            await send(message)

        try:
            headers = _headers(scope)
            self._check_origin(headers)
            if len(scope["path"]) > LONGEST_PATH:
                raise Refusal(414, f"a path may have at most {LONGEST_PATH} characters")
            if scope["path"].startswith(self._private):
                scope["seat"] = self._seat(headers)
            body = await _body(scope, headers, receive, self._largest)
        except Refusal as refusal:
            await _answer(guarded, refusal)
            return
        await self._app(scope, _replay(body, receive), guarded)

    def _check_origin(self, headers: dict[str, str]) -> None:
        """A page elsewhere may not ask, not even one whose name was made to point here (DNS rebinding)."""
        host = headers.get("host", "")
        name = _host_name(host)
        if name not in self._hosts and not (self._any_address and _is_address(name)):
            raise Refusal(421, "this server does not answer to that name")
        origin = headers.get("origin")
        if origin is not None and _place(origin) != host.lower():
            raise Refusal(403, "requests from other pages are refused")
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            raise Refusal(403, "requests from other pages are refused")

    def _seat(self, headers: dict[str, str]) -> int:
        """Return whose token it is; all are compared, each in constant time, so that time tells nothing."""
        given, known = headers.get("authorization", "").removeprefix("Bearer "), self._tokens
        if not given and self._cookie is not None:
            given, known = _cookie(headers.get("cookie", ""), self._cookie), [pass_of(token) for token in self._tokens]
        found = -1
        for number, secret in enumerate(known):
            if hmac.compare_digest(secret.encode(), given.encode("utf-8", "replace")):
                found = number
        if found < 0:
            raise Refusal(
                401,
                "the token is missing or wrong: open the link that the server printed, "
                'or send the token in it as "Authorization: Bearer TOKEN"',
            )
        return found


def pass_of(token: str) -> str:
    """Return what a page's cookie holds: it opens the door like the token, but does not tell it."""
    return hmac.new(token.encode(), b"page", "sha256").hexdigest()


def _cookie(header: str, name: str) -> str:
    for part in header.split(";"):
        own, _, value = part.strip().partition("=")
        if own == name:
            return value
    return ""


async def _body(scope: Scope, headers: dict[str, str], receive: Receive, largest: int) -> bytes:
    """Return the body of a request that is neither too long nor too slow."""
    if scope["method"] not in ("GET", "HEAD", "POST"):
        raise Refusal(405, "only GET and POST are allowed")
    if scope["method"] != "POST":
        return b""
    if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refusal(415, "the request body must be JSON")
    length = headers.get("content-length", "0")
    if not length.isdecimal() or len(length) > 20 or int(length) > largest:
        raise Refusal(413, f"a request may have at most {largest:,} bytes")
    body = bytearray()
    try:
        async with asyncio.timeout(SLOWEST_REQUEST):
            more = True
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise Refusal(400, "the request was cut off")
                body += message.get("body", b"")
                more = message.get("more_body", False)
                if len(body) > largest:
                    raise Refusal(413, f"a request may have at most {largest:,} bytes")
    except TimeoutError:
        raise Refusal(408, "the request took too long") from None
    return bytes(body)


def _replay(body: bytes, receive: Receive) -> Receive:
    """Return a channel that gives the body already read, then whatever comes after it."""
    given = False

    async def replay() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replay


async def _answer(send: Send, refusal: Refusal) -> None:
    body = json.dumps({"problem": refusal.problem}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _headers(scope: Scope) -> dict[str, str]:
    """Return the headers by name; one that must be single may not come twice."""
    headers: dict[str, str] = {}
    pairs: list[tuple[bytes, bytes]] = scope["headers"]
    for raw, value in pairs:
        name = raw.decode("latin-1").lower()
        if name in headers and name in ("host", "origin", "authorization", "content-length", "content-type"):
            raise Refusal(400, f"the header {name} was sent twice")
        headers[name] = value.decode("latin-1")
    return headers


def _allowed_hosts(host: str) -> frozenset[str]:
    if host in _LOOPBACK:
        return _LOOPBACK
    machine: set[Any] = {socket.gethostname().lower(), socket.getfqdn().lower()}
    return frozenset(_LOOPBACK | {host.lower()} | machine)


def _place(origin: str) -> str:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


def _host_name(host: str) -> str:
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
