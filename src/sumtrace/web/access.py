"""The links that open a local page: a random token for each purpose, such as an annotator's output file.

A token is kept in the user's state folder, readable by that user alone, so that a page left open finds the server
again after a restart, and a link stays the same from day to day.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import socket
import sys
from hashlib import blake2b
from pathlib import Path

_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")


def token_for(output: Path) -> str:
    """Return the token of an output file's link; a new one where none is kept or none can be."""
    name = blake2b(str(output.resolve()).encode("utf-8", "surrogateescape"), digest_size=16).hexdigest()
    return kept_token(state_folder() / "annotate" / name)


def kept_token(path: Path) -> str:
    """Return the token that a file keeps; a new one where it keeps none, or where others could read it."""
    with contextlib.suppress(OSError, UnicodeDecodeError):
        kept = path.read_text(encoding="ascii").strip()
        if _TOKEN.fullmatch(kept) and (os.name == "nt" or not path.stat().st_mode & 0o077):
            return kept
    token = secrets.token_urlsafe(32)
    with contextlib.suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(token)
    return token


def link_to(host: str, port: int, token: str) -> str:
    """Return the link that opens a page; the token is in its fragment, which browsers never send."""
    shown = socket.gethostname() if host in ("0.0.0.0", "::") else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/#token={token}"


def state_folder() -> Path:
    """Return where Sumtrace keeps what it must remember between runs."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    else:
        base = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(base) / "sumtrace"
