"""The command line: one file a command."""

from __future__ import annotations

import sys

from sumtrace.cli.app import app
from sumtrace.cli.console import fail
from sumtrace.errors import SumtraceError

__all__ = ["app", "main"]


def main() -> None:
    """Run the command line; a user's mistake ends in one line and exit code 2, never in a traceback."""
    try:
        app()
    except SumtraceError as error:
        fail(error)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except KeyboardInterrupt:
        fail("interrupted")
