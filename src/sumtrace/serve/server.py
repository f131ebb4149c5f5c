"""The server: the page, its requests, and the API for other programs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from sumtrace.errors import SumtraceError
from sumtrace.serve.asking import LARGEST_REQUEST, TooLongError
from sumtrace.serve.openapi import description
from sumtrace.serve.queue import LONGEST, BusyError, LeftError, Queue
from sumtrace.serve.reader import Reader, example_texts
from sumtrace.web.answers import as_json, pages, parsed
from sumtrace.web.guard import Guard, pass_of

Work = Callable[[Mapping[str, Any]], bytes]

_JSON, _HTML = "application/json", "text/html; charset=utf-8"


def application(
    reader: Reader, token: str, *, host: str = "127.0.0.1", port: int = 0, longest_queue: int = LONGEST
) -> Guard:
    """Return the server as an ASGI application, its guard in front."""
    queue = Queue(longest_queue)
    cookie = f"sumtrace-{port}"  # browsers share cookies among all ports of a machine

    def session(request: Request) -> Response:
        kept = f"{cookie}={pass_of(token)}; Path=/; HttpOnly; SameSite=Strict"
        return as_json({"examples": example_texts()}, headers={"set-cookie": kept})

    app = Starlette(
        routes=[
            *pages("serve/index.html", ("theme.css", "serve", "shared", "view")),
            Route("/openapi.json", lambda request: as_json(description())),
            Route("/v1/align", _answering(queue, reader.align, _JSON), methods=["POST"]),
            Route("/v1/check", _answering(queue, reader.check, _JSON), methods=["POST"]),
            Route("/page/session", session),
            Route("/page/live", _answering(queue, reader.live, _JSON), methods=["POST"]),
            Route("/page/share", _answering(queue, reader.share, _HTML), methods=["POST"]),
        ],
        exception_handlers={404: _nothing_there, 405: _wrong_method},
    )
    return Guard(app, tokens=[token], host=host, private=("/v1/", "/page/"), cookie=cookie, largest=LARGEST_REQUEST)


def _answering(queue: Queue, work: Work, kind: str) -> Callable[[Request], Any]:
    """Return the endpoint that waits for its turn, then answers; a problem becomes a status and a sentence."""

    async def endpoint(request: Request) -> Response:
        try:
            body = await parsed(request)
            content = await queue.do(lambda: work(body), request.is_disconnected)
        except TooLongError as error:
            return as_json({"problem": str(error)}, 413)
        except SumtraceError as error:
            return as_json({"problem": str(error)}, 422)
        except BusyError as error:
            return as_json({"problem": str(error)}, 503, {"retry-after": str(error.seconds)})
        except LeftError:
            return Response(status_code=499)
        return Response(content, headers={"content-type": kind})

    return endpoint


def _nothing_there(request: Request, error: Exception) -> Response:
    return as_json({"problem": f"there is nothing at {request.url.path}; /openapi.json lists what there is"}, 404)


def _wrong_method(request: Request, error: Exception) -> Response:
    return as_json({"problem": f"{request.url.path} does not answer {request.method}; see /openapi.json"}, 405)
