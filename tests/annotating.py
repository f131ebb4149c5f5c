"""What the tests of the annotation page share: the command in a process of its own, pages on it, and waiting."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from sumtrace.alignment import Alignment
from sumtrace.alignment.formats.exchange import read_alignments
from waiting import expect, until

DOCUMENT = (
    "The council closed the old mill on Friday. They called the whole match off.\n\n"
    "Ada Morrow, the treasurer, was let go in May. Morrow had warned that the fund was $2 million short."
)
SUMMARY = "The mill was shut. The match was cancelled. Ada Morrow lost her job."
RUNNING: "list[Server]" = []


class Server:
    """The command itself, in a process of its own that can be killed."""

    def __init__(self, *arguments: str | Path, state: Path, port: int = 0, command: str = "annotate") -> None:
        started = [sys.executable, "-c", "from sumtrace.cli import main; main()", command, *map(str, arguments)]
        environment = {**os.environ, "XDG_STATE_HOME": str(state)}
        self.process = subprocess.Popen(
            [*started, "--no-browser", "--quiet", "--port", str(port)],
            stdout=subprocess.PIPE,
            env=environment,
            text=True,
        )
        RUNNING.append(self)
        assert self.process.stdout is not None
        self.link = self.process.stdout.readline().strip()
        assert self.link.startswith("http://127.0.0.1:"), "the server printed no link"
        self.port = int(self.link.split(":")[2].split("/")[0])

    def kill(self) -> None:
        """End it as a crash would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """End it as Ctrl-C does."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            assert self.process.wait(20) == 0


def write_pairs(path: Path, documents: dict[str, tuple[str, str]]) -> Path:
    lines = [json.dumps({"id": name, "document": d, "summary": s}) for name, (d, s) in documents.items()]
    path.write_text("\n".join(lines) + "\n")
    return path


def ended_servers() -> Iterator[None]:
    """A fixture: no server outlives its tests."""
    yield
    for server in RUNNING:
        if server.process.poll() is None:
            server.kill()


def visits(chromium: Any) -> Iterator[Callable[..., Any]]:
    """A fixture: open pages, each in a browser profile of its own; an error in a page's script fails the test."""
    contexts = []
    errors: list[str] = []

    def visit(link: str, pair: str | None = None, context: Any = None) -> Any:
        if context is None:
            context = chromium.new_context(viewport={"width": 1280, "height": 800})
            contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("dialog", lambda dialog: errors.append(f"dialog {dialog.message}"))
        page.goto(link if pair is None else f"{link}&pair={pair}")
        page.wait_for_selector("#main:not([hidden])")
        return page

    yield visit
    for context in contexts:
        context.close()
    assert errors == []


def saved(page: Any) -> None:
    """Wait until all changes are on disk; a change just made is shown as on its way before its key is done."""
    expect(page.locator("#state")).to_have_text("Saved")


def gold_of(path: Path, name: str, expected: Callable[[Alignment], bool]) -> Any:
    """Return a pair's alignment in the output file, once it is as expected; the file follows within a moment."""
    return until(lambda: next((one for one in alignments(path) if one.id == name and expected(one)), None))


def alignments(path: Path) -> Iterable[Alignment]:
    return read_alignments(path) if path.stat().st_size else ()


def has(page: Any, word: str, *styles: str) -> None:
    """Wait until a word is shown in all these ways."""
    for style in styles:
        expect(page.locator(f"#{word}")).to_have_class(re.compile(rf"(^|\s){style}(\s|$)"))


def lacks(page: Any, word: str, style: str) -> None:
    expect(page.locator(f"#{word}")).not_to_have_class(re.compile(rf"(^|\s){style}(\s|$)"))
