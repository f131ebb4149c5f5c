"""``sumtrace serve``: a local page to paste texts into, and an API for other programs."""

from __future__ import annotations

import typer

from sumtrace.cli.console import Quiet, err, say_first_run
from sumtrace.cli.options import Browser, Host, ModelOption, Port


def serve(
    model: ModelOption = None,
    port: Port = None,
    host: Host = "127.0.0.1",
    browser: Browser = True,
    quiet: Quiet = False,
) -> None:
    """Open a page to paste a document and a summary into; it shows claims and sources as you type.

    Texts stay on this machine. Programs can use the same server: POST /v1/align and /v1/check, described at
    /openapi.json, with the token from the printed link.

    [bold]Examples[/bold]

      sumtrace serve

      sumtrace serve --port 8080 --no-browser
    """
    say_first_run(quiet)
    from sumtrace.aligner import load
    from sumtrace.serve.reader import Reader
    from sumtrace.serve.server import application
    from sumtrace.web.access import kept_token, link_to, state_folder
    from sumtrace.web.running import bound_socket, run

    listening = bound_socket(host, port)
    try:
        reader = Reader(load(model))
        reader.warm_up()
        token = kept_token(state_folder() / "serve")
        taken = listening.getsockname()[1]
        link = link_to(host, taken, token)
        typer.echo(link)
        if not quiet:
            err.print("Press Ctrl-C to stop the server.")
        if browser:
            import webbrowser

            webbrowser.open(link)
        run(application(reader, token, host=host, port=taken), listening)
    finally:
        listening.close()
