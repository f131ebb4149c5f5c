"""How a local server answers: its page and the files of it, and JSON."""

from __future__ import annotations

import functools
import json
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from sumtrace.errors import InputError

_TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


def pages(index: str, places: tuple[str, ...]) -> list[Route]:
    """Return the routes of a page: itself at ``/``, and below ``/static/`` the files of some places of report/static."""

    def page(request: Request) -> Response:
        content, kind = _files(places)[index]
        return Response(content, headers={"content-type": kind})

    def static(request: Request) -> Response:
        content, kind = _files(places).get(request.path_params["name"], (None, ""))
        if content is None:
            return as_json({"problem": "no such file"}, 404)
        return Response(content, headers={"content-type": kind})

    return [Route("/", page), Route("/static/{name:path}", static)]


@functools.cache
def _files(places: tuple[str, ...]) -> dict[str, tuple[bytes, str]]:
    """Return all that is ever served as a file, by name; no name from outside becomes a path."""
    static = resources.files("sumtrace.report").joinpath("static")
    files: dict[str, Traversable] = {}
    for place in places:
        entry = static.joinpath(place)
        files |= {f"{place}/{one.name}": one for one in entry.iterdir()} if entry.is_dir() else {place: entry}
    return {
        name: (entry.read_bytes(), f"{_TYPES[suffix]}; charset=utf-8")
        for name, entry in files.items()
        if (suffix := Path(name).suffix) in _TYPES
    }


async def parsed(request: Request) -> dict[str, Any]:
    """Return the JSON object that a request holds."""
    try:
        body = json.loads(await request.body())
    except (ValueError, RecursionError) as error:
        raise InputError("the request is not valid JSON") from error
    if not isinstance(body, dict):
        raise InputError("the request is not a JSON object")
    return body


def as_json(content: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Return an answer in JSON."""
    body = json.dumps(content, separators=(",", ":")).encode()
    return Response(body, status, {"content-type": "application/json"} | (headers or {}))
