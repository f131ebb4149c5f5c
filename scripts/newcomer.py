"""Walk the way of a newcomer, from a clean clone to a checked summary, and record it as a page.

    python scripts/newcomer.py                          # walk, and print each step
    python scripts/newcomer.py --write docs/walk.md     # and write the page

Everything happens in an empty folder with an empty home directory: nothing is installed, cached or compiled before. Stops at the first
step that ends otherwise than it should.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
LONGEST = 40
"""Lines of output that are shown of a step."""


@dataclass(frozen=True, slots=True)
class Step:
    """A command, what it is for, and the exit code it should end with."""

    why: str
    command: str
    code: int = 0


STEPS = (
    Step("Get the source code.", 'git clone --quiet "$REPOSITORY" sumtrace && cd sumtrace'),
    Step("One command sets everything up and shows an example; most of its time goes into installing.", "make demo"),
    Step("Put the command on your path.", "source .venv/bin/activate"),
    Step(
        "Take a text of your own and a machine-written summary of it.",
        """cat > article.txt <<'END'
The town council of Harwick voted on Monday to close the old swimming pool on Mill Street.
Repairs would have cost £3.1 million, more than the council spends on sport in four years.
Nine councillors were in favour and five against.
The pool opened in 1962 and is used by about 400 people a week.
Swimmers handed in a petition with 2,300 signatures, but the mayor, Ruth Adeyemi, said that there was no money left.
END
cat > summary.txt <<'END'
Harwick's councillors decided to shut the Mill Street pool, because repairing it was too expensive.
They voted nine to five on Tuesday.
Schools will travel to Dunmore for swimming lessons instead.
END""",
    ),
    Step("Is it faithful? The exit code is 1, since it is not.", "sumtrace check summary.txt --against article.txt", 1),
    Step("Where does each sentence come from?", "sumtrace sources article.txt summary.txt"),
    Step("Which words became which?", "sumtrace align article.txt summary.txt"),
    Step(
        "Correct the summary, and check again.",
        """sed -i 's/Tuesday/Monday/; s/Schools will .*/Ruth Adeyemi, the mayor, said there was no money left./' summary.txt
sumtrace check summary.txt --against article.txt""",
    ),
    Step("Make a page to show to others.", "sumtrace check summary.txt --against article.txt -o report.html"),
    Step(
        "The same in Python.",
        """python - <<'END'
import sumtrace
from pathlib import Path
check = sumtrace.check(Path("article.txt").read_text(), Path("summary.txt").read_text())
print(check)
for claim in check.claims:
    print(claim.verdict, "-", claim.text)
END""",
    ),
)


@dataclass(frozen=True, slots=True)
class Walked:
    """A step with what it printed and how many seconds it took."""

    step: Step
    printed: str
    seconds: float


class Terminal:
    """One shell that stays open, so that what a step changes holds for the next."""

    def __init__(self, folder: Path) -> None:
        hidden = ("SUMTRACE_", "PYTHON", "VIRTUAL_ENV", "XDG_")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(hidden)}
        environment = kept | {"HOME": str(folder), "REPOSITORY": str(ROOT), "COLUMNS": "100", "LC_ALL": "C.UTF-8"}
        self._shell = subprocess.Popen(
            ["bash"],
            cwd=folder,
            env=environment,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )

    def run(self, step: Step) -> Walked:
        """Type a command and wait for it; raises where it ends otherwise than it should."""
        assert self._shell.stdin is not None
        assert self._shell.stdout is not None
        begun = time.perf_counter()
        self._shell.stdin.write(f"{step.command}\ncode=$?; echo; echo --ended-- $code\n")
        self._shell.stdin.flush()
        lines: list[str] = []
        for line in self._shell.stdout:
            if line.startswith("--ended--"):
                break
            lines.append(line)
        seconds = time.perf_counter() - begun
        printed = "".join(lines).rstrip()
        if int(line.split()[1]) != step.code:
            raise SystemExit(f"$ {step.command}\n{printed}\nended with {line.split()[1]}, not {step.code}")
        return Walked(step, printed, seconds)

    def close(self) -> None:
        """Leave."""
        self._shell.communicate()


def page(walked: list[Walked]) -> str:
    """Return the walk as a page of the documentation."""
    total = sum(one.seconds for one in walked)
    text = [
        "# A newcomer's walk\n",
        "From a clean clone to a checked summary, as `python scripts/newcomer.py --write docs/walk.md` recorded it in an empty "
        f"home directory, with nothing installed, cached or compiled: {len(walked)} steps, {total / 60:.1f} minutes on {os.cpu_count()} "
        f"cores with Python {platform.python_version()}.\n",
    ]
    for one in walked:
        # what an installer says of its own settings is not part of the walk
        lines = [line.rstrip() for line in one.printed.splitlines() if not line.startswith("WARNING: ")]
        shown = [*lines[:LONGEST], *(["..."] if len(lines) > LONGEST else [])]
        command = one.step.command.replace("\n", "\n> ")
        text.append(f"{one.step.why} *({one.seconds:.0f} s)*\n")
        text.append("\n".join(["```text", f"$ {command}", *shown, "```\n"]))
    return "\n".join(text)


def main() -> None:
    """Walk."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--write", type=Path, metavar="FILE", help="write the page here")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        terminal = Terminal(Path(folder))
        walked = []
        for step in STEPS:
            walked.append(terminal.run(step))
            print(f"{walked[-1].seconds:7.1f} s  {step.why}", flush=True)
        terminal.close()
        written = page(walked).replace(folder, "~")
    if chosen.write:
        chosen.write.write_text(written)
    else:
        sys.stdout.write(written)


if __name__ == "__main__":
    main()
