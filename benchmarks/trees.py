"""Other commits beside the working tree: their sources laid out, and their command line and interpreter run."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


class CommandError(Exception):
    """A command of one of the trees did not succeed."""


def digest_of(commit: str) -> str:
    """Return the full name of a commit."""
    revision = ["git", "-C", str(ROOT), "rev-parse", "--verify", f"{commit}^{{commit}}"]
    return subprocess.run(revision, capture_output=True, text=True, check=True).stdout.strip()


def source_of(commit: str, keep: Path) -> Path:
    """Return the folder of a commit's sources, laid out below ``keep`` unless they are there already."""
    digest, sources = digest_of(commit), keep / "sources"
    source = sources / digest
    if not source.exists():
        with tempfile.TemporaryDirectory(dir=keep) as folder:
            packed = Path(folder) / "source.tar"
            subprocess.run(["git", "-C", str(ROOT), "archive", "-o", str(packed), digest], check=True)
            shutil.unpack_archive(packed, Path(folder) / "source", filter="data")
            sources.mkdir(exist_ok=True)
            (Path(folder) / "source").rename(source)
    return source


def has_meaning(source: Path) -> bool:
    """Whether a tree compares words by meaning unless it is told not to; older ones know strings only."""
    return (source / "src" / "sumtrace" / "meaning").exists()


def environment(source: Path, cache: Path | None = None) -> dict[str, str]:
    """Return the environment in which ``sumtrace`` is that of a tree, with the user's own cache or another."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    own = {} if cache is None else {"SUMTRACE_CACHE": str(cache)}
    return {**kept, "PYTHONPATH": str(source / "src"), **own}


def run(source: Path, arguments: Sequence[str | Path], cache: Path | None = None) -> None:
    """Run the command line of a tree."""
    command = [sys.executable, "-m", "sumtrace", *map(str, arguments)]
    done = subprocess.run(
        command, env=environment(source, cache), cwd=source, capture_output=True, text=True, check=False
    )
    if done.returncode:
        reason = "\n".join(done.stderr.strip().splitlines()[-6:])
        raise CommandError(f"{source}: sumtrace {shlex.join(command[3:])}\n{reason}")
