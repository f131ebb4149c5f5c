"""Requests to both servers, straight into the application: a file holds what a client would send."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from running import run
from sumtrace import load
from sumtrace.annotate.desk import Desk
from sumtrace.annotate.forms import AlignmentForm
from sumtrace.annotate.room import Room
from sumtrace.annotate.server import application
from sumtrace.corpus.pair import Pair
from sumtrace.serve import server
from sumtrace.serve.reader import Reader

TOKEN = "t" * 43
HEAD = f"host: 127.0.0.1:8471\nauthorization: Bearer {TOKEN}\ncontent-type: application/json\norigin: http://127.0.0.1:8471"
BODIES = (
    (
        "POST /api/pairs/0/edits",
        {"edit": "e", "base": 0, "set": {"link/x": {"doc": [[0, 1]], "sum": [[0, 1]], "label": "S"}}},
    ),
    ("POST /api/pairs/0/edits", {"edit": "e", "base": 0, "set": {"null/0": "", "comment": "short", "done": True}}),
    ("POST /api/pairs/1/edits", {"edit": "e", "base": 0, "undo": True}),
    ("POST /api/pairs/1/beat", {"seconds": 12.5}),
    ("GET /api/pairs/0", None),
    ("GET /api/pairs/1/sheet", None),
    ("GET /api/session", None),
    ("GET /static/shared/keys.js", None),
)
TEXTS = {"document": "The mill closed on Friday. Ada left.", "summary": "The mill closed on Monday."}
SEVERAL = {"documents": [{"id": "x", "text": "Rain fell."}, "It was dry."], "summary": ["Rain", "fell", "."], "id": "p"}
SERVED = (
    ("POST /v1/align", TEXTS),
    ("POST /v1/align", SEVERAL),
    ("POST /v1/check", TEXTS),
    ("POST /v1/check", SEVERAL),
    ("POST /page/live", TEXTS),
    ("POST /page/share", TEXTS),
    ("GET /page/session", None),
    ("GET /openapi.json", None),
)


def request_seeds(requests: Sequence[tuple[str, Any]] = BODIES) -> Sequence[Mapping[str, bytes]]:
    """What a page sends: the line, the headers, and the body in a file of its own."""
    return [
        {"head": f"{line}\n{HEAD}".encode()} | ({} if body is None else {"body": json.dumps(body).encode()})
        for line, body in requests
    ]


def answered(folder: Path, pairs: Sequence[Pair]) -> None:
    """Send the request; whatever it is, it gets an answer, and never that of a server that broke."""
    desk = Desk(pairs, folder / "gold.jsonl", AlignmentForm())
    try:
        _answered_by(application(Room((desk,), (TOKEN,))), folder)
    finally:
        desk.close()


def served(folder: Path) -> None:
    """Send the request to ``sumtrace serve``, likewise."""
    _answered_by(server.application(_reader(), TOKEN), folder)


@cache
def _reader() -> Reader:
    return Reader(load())


def _answered_by(server: Any, folder: Path) -> None:
    line, *rest = (folder / "head").read_bytes().split(b"\n")
    method, _, path = line.partition(b" ")
    headers = [(name.strip().lower(), value.strip()) for name, _, value in (one.partition(b":") for one in rest)]
    body = (folder / "body").read_bytes() if (folder / "body").exists() else b""
    status, answer = run(_ask(server, method, path, headers, body))
    assert 200 <= status < 500, f"status {status}: {answer[:500]!r}"


async def _ask(
    server: Any, method: bytes, path: bytes, headers: list[tuple[bytes, bytes]], body: bytes
) -> tuple[int, bytes]:
    scope: dict[str, Any] = {
        "type": "http",
        "http_version": "1.1",
        "method": method.decode("latin-1"),
        "path": path.decode("utf-8", "replace"),
        "raw_path": path,
        "query_string": b"",
        "headers": headers,
        "client": ("127.0.0.1", 5),
        "server": ("127.0.0.1", 8471),
        "scheme": "http",
    }
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    await server(scope, receive, send)
    return sent[0]["status"], b"".join(message.get("body", b"") for message in sent[1:])
