"""The command line: one file per command."""

from __future__ import annotations

import contextlib
import io
import os
import sys
import warnings
from typing import Any

from sumtrace.cli.app import app
from sumtrace.cli.console import BAD_INPUT, INTERRUPTED, fail, say
from sumtrace.errors import SumtraceError, SumtraceWarning

__all__ = ["app", "main"]


def main() -> None:
    """Run the command line; a user's mistake gives a one-line error and exit code 2, never a traceback."""
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout is sys.__stdout__ and not sys.stdout.isatty():
        pipe = _Pipe(sys.stdout.fileno(), "w", closefd=False)
        sys.stdout = io.TextIOWrapper(io.BufferedWriter(pipe), sys.stdout.encoding)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that cannot show a letter shows a question mark
    warnings.showwarning = tell_warning
    try:
        app()
    except SumtraceError as error:
        fail(error)
    except OSError as error:
        with contextlib.suppress(SystemExit):
            fail(f"cannot write the output: {error.strerror or error}")
        os._exit(BAD_INPUT)  # what is still in the buffers cannot be written either
    except (KeyboardInterrupt, SystemExit) as end:
        if isinstance(end, SystemExit) and end.code != INTERRUPTED:
            raise
        if isinstance(end, KeyboardInterrupt):
            say("interrupted; unfinished files were not written")
        # threads in the compiler or a kernel cannot be stopped, and there is nothing to wait for
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(INTERRUPTED)


class _Pipe(io.FileIO):
    """Standard output whose reader may have seen enough: "sumtrace ... | head -1" ends there, and well."""

    def write(self, data: Any, /) -> int:
        try:
            return super().write(data)
        except BrokenPipeError:
            os._exit(0)


_show = warnings.showwarning
_told: set[str] = set()


def tell_warning(message: Warning | str, category: type[Warning], *place: Any, **more: Any) -> None:
    """Show our own warnings in one line, as errors are, and once; those of libraries as Python does."""
    if issubclass(category, SumtraceWarning):
        if str(message) not in _told:
            say(f"sumtrace: {message}")
        _told.add(str(message))
    else:
        _show(message, category, *place, **more)
