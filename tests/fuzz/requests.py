"""Requests to the annotation server, straight into the application: a file holds what a client would send."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from running import run
from sumtrace.annotate.desk import Desk
from sumtrace.annotate.forms import AlignmentForm
from sumtrace.annotate.room import Room
from sumtrace.annotate.server import application
from sumtrace.corpus.pair import Pair

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


def request_seeds() -> Sequence[Mapping[str, bytes]]:
    """What a page sends: the line, the headers, and the body in a file of its own."""
    return [
        {"head": f"{line}\n{HEAD}".encode()} | ({} if body is None else {"body": json.dumps(body).encode()})
        for line, body in BODIES
    ]


def answered(folder: Path, pairs: Sequence[Pair]) -> None:
    """Send the request; whatever it is, it gets an answer, and never that of a server that broke."""
    line, *rest = (folder / "head").read_bytes().split(b"\n")
    method, _, path = line.partition(b" ")
    headers = [(name.strip().lower(), value.strip()) for name, _, value in (one.partition(b":") for one in rest)]
    body = (folder / "body").read_bytes() if (folder / "body").exists() else b""
    desk = Desk(pairs, folder / "gold.jsonl", AlignmentForm())
    try:
        status, answer = run(_ask(Room((desk,), (TOKEN,)), method, path, headers, body))
    finally:
        desk.close()
    assert 200 <= status < 500, f"status {status}: {answer[:500]!r}"


async def _ask(
    room: Room, method: bytes, path: bytes, headers: list[tuple[bytes, bytes]], body: bytes
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

    await application(room)(scope, receive, send)
    return sent[0]["status"], b"".join(message.get("body", b"") for message in sent[1:])
