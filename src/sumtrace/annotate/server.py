"""The server of the annotation tool: the page, and the few requests it makes."""

from __future__ import annotations

import socket
from collections.abc import Callable
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from sumtrace.annotate.desk import ConflictError, Desk, Edit
from sumtrace.annotate.room import Room
from sumtrace.errors import InputError, OutputError, SumtraceError
from sumtrace.web.answers import as_json, pages, parsed
from sumtrace.web.guard import Guard
from sumtrace.web.running import run

_LONGEST_BEAT = 600.0


def application(room: Room, host: str = "127.0.0.1") -> Guard:
    """Return the room as an ASGI application, its guard in front."""
    app = Starlette(
        routes=[
            *pages("annotate/index.html", ("theme.css", "annotate", "shared")),
            Route("/api/session", _answering(lambda seat, _: room.session(seat))),
            Route("/api/guidelines", _answering(lambda seat, _: {"text": guidelines()})),
            Route("/api/agreement", _answering(lambda seat, _: _agreement(room))),
            Route("/api/pairs/{number:int}", _answering(lambda seat, request: room.pair(seat, _number(room, request)))),
            Route("/api/pairs/{number:int}/sheet", _answering(lambda seat, request: _sheet(room, request))),
            Route("/api/pairs/{number:int}/suggestions", _answering(lambda seat, request: _suggestions(room, request))),
            Route("/api/pairs/{number:int}/edits", _edits(room), methods=["POST"]),
            Route("/api/pairs/{number:int}/beat", _beat(room), methods=["POST"]),
        ]
    )
    return Guard(app, tokens=room.tokens, host=host)


def serve(room: Room, listening: socket.socket, host: str) -> None:
    """Serve until interrupted, then finish the files."""
    try:
        run(application(room, host), listening)
    finally:
        room.close()


@cache
def guidelines() -> str:
    """Return the annotation guidelines: the copy in an installed package, else the file of the source tree."""
    packed = resources.files("sumtrace.report").joinpath("static/annotate/guidelines.md")
    source = Path(__file__).parents[3] / "docs" / "annotation-guidelines.md"
    for place in (packed, source):
        if place.is_file():
            return place.read_text(encoding="utf-8")
    return "# Guidelines\n\nThe guidelines are not part of this installation."


def _answering(answer: Callable[[int, Request], Any]) -> Callable[[Request], Any]:
    """Return the endpoint that gives what ``answer`` returns; a problem becomes a status and a sentence."""

    async def endpoint(request: Request) -> Response:
        try:
            return as_json(await run_in_threadpool(answer, request.scope["seat"], request))
        except SumtraceError as error:
            return _refused(error)

    return endpoint


def _edits(room: Room) -> Callable[[Request], Any]:
    async def endpoint(request: Request) -> Response:
        desk = room.desks[request.scope["seat"]]
        try:
            number = _number(room, request)
            edit = _edit_of(await parsed(request))
            sheet = await run_in_threadpool(desk.edit, number, edit)
        except ConflictError as error:
            return as_json({"problem": error.problem, "sheet": desk.sheet(number)}, 409)
        except SumtraceError as error:
            return _refused(error)
        return as_json({"sheet": sheet, "progress": desk.progress(number)})

    return endpoint


def _beat(room: Room) -> Callable[[Request], Any]:
    """A page tells how long its annotator worked on a pair, and hears whether another window changed it."""

    async def endpoint(request: Request) -> Response:
        desk: Desk = room.desks[request.scope["seat"]]
        try:
            number = _number(room, request)
            seconds = (await parsed(request)).get("seconds")
            if not isinstance(seconds, int | float) or not 0 <= seconds <= _LONGEST_BEAT:
                raise InputError("seconds is a number from 0 to 600")
            if seconds:
                await run_in_threadpool(desk.spend, number, float(seconds))
        except SumtraceError as error:
            return _refused(error)
        return as_json({"revision": desk.revision(number), "problem": desk.problem})

    return endpoint


def _edit_of(body: dict[str, Any]) -> Edit:
    name, base, changes = body.get("edit"), body.get("base"), body.get("set", {})
    if not isinstance(name, str) or not 0 < len(name) <= 64 or not name.isascii():
        raise InputError("edit is the page's own name for the edit")
    if type(base) is not int:
        raise InputError("base is the revision the edit was made on")
    if not isinstance(changes, dict):
        raise InputError("set is a mapping from marks to values")
    if body.get("undo") is True:
        return Edit(name, base, "undo", {})
    if body.get("redo") is True:
        return Edit(name, base, "redo", {})
    return Edit(name, base, "set", changes)


def _number(room: Room, request: Request) -> int:
    number: int = request.path_params["number"]
    if number >= len(room.desks[request.scope["seat"]].pairs):
        raise _NoSuchPairError(f"no pair {number}")
    return number


def _sheet(room: Room, request: Request) -> dict[str, Any]:
    return room.desks[request.scope["seat"]].sheet(_number(room, request))


def _suggestions(room: Room, request: Request) -> dict[str, Any]:
    number = _number(room, request)
    return {"suggestions": room.suggestions.of(number) if room.suggestions else []}


def _agreement(room: Room) -> Any:
    return room.agreement.now(room.desks[0]) if room.agreement else {}


class _NoSuchPairError(InputError):
    pass


def _refused(error: SumtraceError) -> Response:
    status = 404 if isinstance(error, _NoSuchPairError) else 507 if isinstance(error, OutputError) else 422
    return as_json({"problem": str(error)}, status)
