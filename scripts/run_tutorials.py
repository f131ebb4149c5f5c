"""Run the commands of the tutorials as a reader would, and compare what they print.

    python scripts/run_tutorials.py                                   # all; says where the text is no longer true
    python scripts/run_tutorials.py docs/tutorials/vet-summaries.md --update

Blocks marked `console` hold commands after `$ ` and what they print. The first `$ cat FILE` of a file that does not exist yet
makes it of the lines below. A line `...` stands for any lines, but not for an error. Each tutorial runs in an empty folder of its own.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
TUTORIALS = ROOT / "docs" / "tutorials"
_BLOCK = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(r"^\$ (.*(?:\n> .*)*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
ANY = "..."


@dataclass(slots=True)
class Reader:
    """Somebody who types the commands of one tutorial into one terminal."""

    folder: Path
    last_code: int = 0

    def printed(self, command: str, shown: str) -> str:
        """Run a command and return what it prints; `shown` is what the tutorial says it prints."""
        words = command.split()
        if words[0] == "cat" and len(words) == 2 and not (self.folder / words[1]).exists():
            (self.folder / words[1]).write_text(shown)
        script = command.replace("\n> ", "\n").replace("$?", str(self.last_code))
        environment = os.environ | {"COLUMNS": "100", "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
        done = subprocess.run(
            ["bash", "-c", script],
            cwd=self.folder,
            env=environment,
            text=True,
            stdin=subprocess.DEVNULL,
            capture_output=True,
        )
        self.last_code = done.returncode
        # what is told while working, as on the first run, is not shown; errors are
        printed = done.stdout if done.returncode in (0, 1) else done.stdout + done.stderr
        return "".join(f"{line.rstrip()}\n" for line in printed.splitlines())


def rerun(text: str) -> tuple[str, list[str]]:
    """Return a tutorial with what its commands print today, and a message for each that prints something else."""
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        reader = Reader(Path(folder))

        def command(match: re.Match[str]) -> str:
            typed, shown = match.groups()
            printed = reader.printed(typed, shown)
            if reader.last_code in (0, 1) and same(printed, shown):
                return match.group()
            wrong.append(f"$ {typed}\nthe tutorial says:\n{shown}it prints:\n{printed}")
            return f"$ {typed}\n{printed}"

        return _BLOCK.sub(lambda block: _COMMAND.sub(command, block.group()), text), wrong


def same(printed: str, shown: str) -> bool:
    """Say whether what was printed is what was shown, where a line `...` stands for any lines."""
    parts = [re.escape(part) for part in re.split(rf"^{re.escape(ANY)}\n", shown, flags=re.MULTILINE)]
    return re.fullmatch("(?:.*\n)*".join(parts), printed) is not None


def main() -> None:
    """Run tutorials."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("tutorials", nargs="*", type=Path, default=sorted(TUTORIALS.glob("*.md")))
    options.add_argument("--update", action="store_true", help="write what the commands print into the tutorials")
    chosen = options.parse_args()
    failed = False
    for file in chosen.tutorials:
        text, wrong = rerun(file.read_text())
        print(f"{file.name}: {'as it says' if not wrong else f'{len(wrong)} commands print something else'}")
        print("\n".join(wrong))
        failed = failed or bool(wrong)
        if chosen.update:
            file.write_text(text)
    sys.exit(failed)


if __name__ == "__main__":
    main()
