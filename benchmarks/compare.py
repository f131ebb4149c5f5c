"""Whether a commit is slower than another: CPU time of the same work in both, as ratios.

    python benchmarks/compare.py 5fa0742                       # the working tree against a commit
    python benchmarks/compare.py 5fa0742 HEAD --only train model4
    python benchmarks/compare.py 5fa0742 --rounds 9 --keep ../speed

Both trees work in a process each, turn by turn (A B A B ...), so that what else the machine does hits both alike; the least
time of each counts. The first turn compiles and is not counted. Both compare strings. benchmarks/speed_items.py has the
work; ``start-up`` is the command line's ``align`` of a tiny pair into a file. Exits with 1 where something takes over 1.05 times as long, or
the start half a second more.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import trees
from clock import timed

MOST, MOST_START = 1.05, 0.5
START_UP = "start-up"


class Worker:
    """One tree's process, which does one item at a time."""

    def __init__(self, source: Path, data: Path) -> None:
        script = Path(__file__).with_name("speed_items.py")
        strings = "strings" if trees.has_meaning(source) else "default"
        self._process = subprocess.Popen(
            [sys.executable, str(script), str(data), strings],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=trees.environment(source),
            text=True,
        )
        self._source = source
        self.items = [START_UP, *iter(self._line, "")]

    def _line(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit(f"{self._source}: the process ended; what is wrong stands above")
        return line.strip()

    def timed(self, item: str, tiny: list[Path]) -> float:
        """Return the CPU seconds of an item."""
        if item == START_UP:
            by_strings = ["--no-meaning"] if trees.has_meaning(self._source) else []
            return timed(trees.run, self._source, ["align", *tiny, *by_strings, "-o", tiny[0].with_name("links.jsonl")])
        assert self._process.stdin is not None
        print(item, file=self._process.stdin, flush=True)
        return float(self._line())

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("base", help="a commit")
    parser.add_argument("head", nargs="?", help="another commit; the working tree where there is none")
    parser.add_argument("--data", type=Path, default=trees.ROOT.parent / "shared" / "data", metavar="FOLDER")
    parser.add_argument("--only", nargs="+", metavar="ITEM", help="how the names of the items wanted begin")
    parser.add_argument("--rounds", type=int, default=5, help="how often each item is timed (default: 5)")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep the sources of commits here")
    options = parser.parse_args()
    slower = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        keep = (options.keep or folder).resolve()
        keep.mkdir(parents=True, exist_ok=True)
        tiny = [folder / "document.txt", folder / "summary.txt"]
        tiny[0].write_text("The mayor opened the new bridge on Friday. Traffic was light.\n")
        tiny[1].write_text("Mayor opens bridge.\n")
        sources = [
            trees.source_of(options.base, keep),
            trees.source_of(options.head, keep) if options.head else trees.ROOT,
        ]
        workers = [Worker(source, options.data.resolve()) for source in sources]
        for item in workers[0].items:
            if options.only and not item.startswith(tuple(options.only)):
                continue
            times = [[worker.timed(item, tiny) for worker in workers] for _ in range(options.rounds + 1)][1:]
            before, after = map(min, zip(*times, strict=True))
            ratio = after / before
            is_slower = after > before + MOST_START if item == START_UP else ratio > MOST
            slower += [item] * is_slower
            print(f"{item:36} {before:8.3f} {after:8.3f}  {ratio:5.2f} times{'  SLOWER' * is_slower}", flush=True)
        for worker in workers:
            worker.close()
    sys.exit(bool(slower))


if __name__ == "__main__":
    main()
