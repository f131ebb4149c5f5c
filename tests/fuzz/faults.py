"""Faults on purpose: commands killed, disks full, folders unreadable or gone, two commands at once (``make faults``).

    python -m fuzz.faults --points 100

Every command must end with the same bits as undisturbed, or with one line that says what is wrong; it leaves nothing half
written under a final name, and what the annotation tool has confirmed is never lost. Commands run in copies of one warm
process, so that a hundred of them take a minute and not an hour. A full disk and an unreadable folder need root.
"""

import argparse
import contextlib
import importlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from typer.testing import CliRunner

from fuzz.targets import PAIRS, PLAN
from sumtrace.aligner import load
from sumtrace.alignment.formats import write_alignments
from sumtrace.alignment.formats.helpers.json_lines import encode_json
from sumtrace.annotate.desk import Desk, Edit
from sumtrace.annotate.forms import AlignmentForm
from sumtrace.cli import app, main
from sumtrace.corpus.extracts import extract_pairs
from sumtrace.corpus.records import record_of
from sumtrace.datasets import gold
from sumtrace.errors import SumtraceError
from sumtrace.settings import STRINGS, changed
from sumtrace.training import compiled
from sumtrace.training.corpus import corpus_of
from sumtrace.training.gathering import gather
from sumtrace.training.trainer import train

PATIENCE = 120.0
"""Seconds that a command may take before it counts as hanging."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command line in a folder of its own, in which it writes to ``output``."""

    name: str
    arguments: Sequence[str]
    output: str
    again: Sequence[str] = ()
    """What is added when it is run again after a fault."""


COMMANDS = (
    Command("train", ("train", "pairs.jsonl", "-o", "out/model", "--preset", "strings", "--iterations", "3"), "out", ("--resume",)),
    Command("align", ("align", "pairs.jsonl", "-o", "out/aligned.jsonl", "--no-meaning"), "out"),
    Command("check", ("check", "pairs.jsonl", "-o", "out/checked.csv", "--fail-on", "never"), "out"),
    Command("extract", ("extract", "pairs.jsonl", "-o", "out/extracts.jsonl"), "out"),
    Command("experiment", ("experiment", "plan.toml", "-o", "out/experiment"), "out"),
    Command("convert", ("convert", "gold.jsonl", "out/brat", "--to", "brat"), "out"),
)  # fmt: skip


class Faults:
    """The inputs of all commands, what each makes of them undisturbed, and what went wrong so far."""

    def __init__(self, work: Path, chance: random.Random) -> None:
        self.work = work
        self.chance = chance
        self.cases = 0
        self.failures: list[str] = []
        self.inputs = work / "inputs"
        self.inputs.mkdir()
        golden = gold("pass-1")[:6]
        pairs = [alignment.texts for alignment in golden]
        (self.inputs / "pairs.jsonl").write_bytes(b"".join(encode_json(record_of(pair)) + b"\n" for pair in pairs))
        write_alignments(golden, self.inputs / "gold.jsonl")
        (self.inputs / "plan.toml").write_text(PLAN.replace(', jump = "gaussian"', ""))

    def fresh(self) -> Path:
        """Return a new folder with the inputs and an empty one for the output."""
        folder = Path(tempfile.mkdtemp(dir=self.work))
        shutil.copytree(self.inputs, folder, dirs_exist_ok=True)
        (folder / "out").mkdir()
        return folder

    def check(self, case: str, folder: Path, *problems: str | None) -> None:
        """Count a case, and note what is wrong with it."""
        self.cases += 1
        for problem in filter(None, problems):
            self.failures.append(f"{case}: {problem}")
            print(f"  {case}: {problem}", flush=True)
        shutil.rmtree(folder, ignore_errors=True)


def warm() -> None:
    """Import what the commands work with, and read or compile its kernels, once for all copies of this process."""
    for name in ("checking", "checking.formats", "experiments.run", "report.experiment_page", "cli.gold"):
        importlib.import_module(f"sumtrace.{name}")
    CliRunner().invoke(app, ["stats", "--help"])  # what the command line imports late, another user may not read
    pairs = [alignment.texts for alignment in gold("pass-1")[:2]]
    list(extract_pairs(pairs[0]))
    load().without_meaning().align_pair(pairs[0])
    once = changed(STRINGS, iterations=1)
    train(corpus_of(gather(pairs, once), once), once, threads=1)


def start(folder: Path, arguments: Sequence[str], *, user: int | None = None) -> int:
    """Run a command in a copy of this process; return the process's id."""
    child = os.fork()
    if child:
        return child
    code = 99
    try:
        os.chdir(folder)
        compiled.corpora_folder = lambda: folder / "corpora"  # every case compiles its corpus anew
        for number, name in ((1, "stdout"), (2, "stderr")):
            with contextlib.suppress(OSError):
                os.dup2(os.open(f"/dev/shm/{os.getpid()}-{name}", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
        if user is not None:
            os.setuid(user)
        sys.argv = ["sumtrace", *arguments, "--quiet"]
        main()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        with contextlib.suppress(Exception):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


def ended(child: int) -> tuple[int, str]:
    """Wait for a command; return its exit code (negative: a signal) and what it said."""
    limit = time.monotonic() + PATIENCE
    while True:
        found, status = os.waitpid(child, os.WNOHANG)
        if found:
            break
        if time.monotonic() > limit:
            os.kill(child, signal.SIGKILL)
        time.sleep(0.002)
    said = []
    for name in ("stdout", "stderr"):
        file = Path(f"/dev/shm/{child}-{name}")
        said.append(file.read_text(errors="replace") if file.exists() else "")
        file.unlink(missing_ok=True)
    return os.waitstatus_to_exitcode(status), said[1]


def contents(folder: Path) -> dict[str, bytes]:
    """Return the finished files of a folder, without what a clock wrote into them."""
    found = {}
    for file in sorted(folder.rglob("*")):
        name = str(file.relative_to(folder))
        if file.is_file() and not any(part.endswith((".part", ".lock")) for part in file.relative_to(folder).parts):
            found[name] = _timeless(file.read_bytes()) if file.name == "config.json" else file.read_bytes()
    return found


def _timeless(config: bytes) -> bytes:
    plain = json.loads(config)
    plain.pop("sha256")
    return json.dumps(plain | {"history": [line | {"seconds": 0} for line in plain["history"]]}).encode()


def leftovers(folder: Path) -> str | None:
    """Say what a killed command left and the next one did not remove."""
    found = [file.name for file in folder.rglob("*") if file.name.endswith((".part", ".lock"))]
    return f"left behind: {', '.join(found)}" if found else None


def difference(found: dict[str, bytes], wanted: dict[str, bytes], *, whole: bool = True) -> str | None:
    """Say in which files two outputs differ; without ``whole``, files may be missing."""
    missing = [name for name in wanted if whole and name not in found]
    other = [name for name in found if name in wanted and found[name] != wanted[name]]
    return f"other bits: {', '.join(missing + other)}" if missing or other else None


def refused(code: int, said: str) -> str | None:
    """Say what is wrong with a command that should have ended well, or with a line of its own and exit code 2."""
    lines = said.strip().splitlines()
    if code == 0:
        return None
    if code != 2 or not lines or not all(line.startswith("sumtrace: ") for line in lines):
        return f"exit {code}: {said.strip()[-600:]!r}"
    return None


def reference(faults: Faults, command: Command) -> tuple[dict[str, bytes], float]:
    """Return what a command makes undisturbed, as far as it makes the same twice, and how long it takes."""
    made = []
    seconds = 0.0
    for _ in range(2):
        folder = faults.fresh()
        started = time.monotonic()
        code, said = ended(start(folder, command.arguments))
        seconds = time.monotonic() - started
        assert code == 0, f"{command.name} fails undisturbed: exit {code}, {said}"
        made.append(contents(folder / command.output))
        shutil.rmtree(folder)
    return {name: data for name, data in made[0].items() if made[1].get(name) == data}, seconds


def again(folder: Path, command: Command, wanted: dict[str, bytes]) -> tuple[int, str]:
    """Run a command once more, unless it was done after all: a folder that is complete is never written into."""
    if not command.again and difference(contents(folder / command.output), wanted) is None:
        return 0, ""
    return ended(start(folder, [*command.arguments, *command.again]))


def killed(faults: Faults, command: Command, points: int) -> None:
    """Kill -9 at random moments, then run the command again."""
    wanted, seconds = reference(faults, command)
    for point in range(points):
        folder = faults.fresh()
        child = start(folder, command.arguments)
        time.sleep(faults.chance.uniform(0, seconds))
        os.kill(child, signal.SIGKILL)
        ended(child)
        partly = difference(contents(folder / command.output), wanted, whole=False) if command.name != "train" else None
        code, said = again(folder, command, wanted)
        faults.check(
            f"kill {command.name} {point}",
            folder,
            partly,
            None if code == 0 else f"the next run fails: exit {code}, {said.strip()[-600:]!r}",
            difference(contents(folder / command.output), wanted),
            leftovers(folder / command.output),
        )


def full(faults: Faults, command: Command, points: int) -> None:
    """Give the output a disk of so few pages that some write fails, then a large one."""
    wanted, _ = reference(faults, command)
    pages = max(2, 2 + sum(len(data) // 4096 + 1 for data in wanted.values()))
    for size in sorted(faults.chance.sample(range(1, 2 * pages), min(points, 2 * pages - 1))):
        folder = faults.fresh()
        with mounted(folder / "out", size * 4096) as grow:
            code, said = ended(start(folder, command.arguments))
            problem = refused(code, said)
            partly = difference(contents(folder / "out"), wanted, whole=False) if command.name != "train" else None
            grow()
            last, said = again(folder, command, wanted)
            faults.check(
                f"full disk {command.name} {size} pages",
                Path(os.devnull),
                problem,
                partly,
                None if last == 0 else f"the next run fails: exit {last}, {said.strip()[-600:]!r}",
                difference(contents(folder / "out"), wanted),
            )
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def mounted(folder: Path, size: int) -> Iterator[Callable[[], object]]:
    """Mount a file system of that size; yields what makes it large."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder], check=True)
    try:
        yield lambda: subprocess.run(["mount", "-o", "remount,size=64m", folder], check=True)
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


def unreadable(faults: Faults, command: Command, points: int) -> None:
    """Run as a user who may not read the input, or not write the output."""
    for closed in ("pairs.jsonl", "out", "."):
        folder = faults.fresh()
        for path in (faults.work, folder, folder / "out"):
            path.chmod(0o777)
        (folder / closed).chmod(0)
        code, said = ended(start(folder, command.arguments, user=65534))
        (folder / closed).chmod(0o700)
        faults.check(f"unreadable {closed} {command.name}", folder, refused(code, said))


def vanishing(faults: Faults, command: Command, points: int) -> None:
    """Take the output folder, or all the inputs, away while the command runs."""
    _, seconds = reference(faults, command)
    for point in range(points):
        folder = faults.fresh()
        child = start(folder, command.arguments)
        time.sleep(faults.chance.uniform(0, seconds))
        shutil.rmtree(folder / "out" if point % 2 else folder, ignore_errors=True)
        faults.check(f"vanishing {command.name} {point}", folder, refused(*ended(child)))


def twice(faults: Faults, command: Command, points: int) -> None:
    """Run a command two times at once on the same output."""
    wanted, seconds = reference(faults, command)
    for point in range(points):
        folder = faults.fresh()
        first = start(folder, command.arguments)
        time.sleep(faults.chance.uniform(0, seconds / 4))
        second = start(folder, command.arguments)
        ends = [ended(first), ended(second)]
        nobody = "neither ended well" if all(code for code, _ in ends) else None
        faults.check(
            f"twice {command.name} {point}",
            folder,
            *(refused(code, said) for code, said in ends),
            nobody,
            difference(contents(folder / command.output), wanted),
            leftovers(folder / command.output),
        )


def annotating(faults: Faults, points: int) -> None:
    """Kill an annotator's desk between any two edits: what was confirmed is there when it opens again."""
    for point in range(points):
        folder = faults.fresh()
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            _annotate(folder / "gold-mine.jsonl", writer)
        os.close(writer)
        time.sleep(faults.chance.uniform(0, 0.25))
        os.kill(child, signal.SIGKILL)
        ended(child)
        with os.fdopen(reader, "rb") as told:
            confirmed = len(told.read())
        problem = None
        try:
            desk = Desk(PAIRS, folder / "gold-mine.jsonl", AlignmentForm())
            kept = desk.revision(0)
            desk.close()
            problem = None if confirmed <= kept <= confirmed + 1 else f"{confirmed} edits confirmed, {kept} kept"
        except SumtraceError as error:
            problem = str(error)
        faults.check(f"kill annotate {point}", folder, problem, leftovers(folder))


def _annotate(output: Path, writer: int) -> None:
    desk = Desk(PAIRS, output, AlignmentForm())
    for number in range(10**6):
        desk.edit(0, Edit(str(number), number, "set", {"comment": f"thought {number}"}))
        os.write(writer, b".")


FAULTS = {"kill": killed, "full": full, "unreadable": unreadable, "vanishing": vanishing, "twice": twice}


def run() -> None:
    """Try all faults on all commands and say what fell over."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--points", type=int, default=10, help="of each fault on each command")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--fault", action="append", choices=sorted({*FAULTS, "annotate"}))
    options.add_argument("--command", action="append", choices=[command.name for command in COMMANDS])
    given = options.parse_args()
    wanted = given.fault or [*FAULTS, "annotate"]
    with tempfile.TemporaryDirectory() as work:
        faults = Faults(Path(work), random.Random(given.seed))
        warm()
        for name in wanted:
            if name in ("full", "unreadable") and os.geteuid() != 0:
                print(f"{name}: skipped, it needs root")
                continue
            for command in COMMANDS if name != "annotate" else COMMANDS[:1]:
                if name != "annotate" and given.command and command.name not in given.command:
                    continue
                before, bad, began = faults.cases, len(faults.failures), time.monotonic()
                if name == "annotate":
                    annotating(faults, given.points)
                else:
                    FAULTS[name](faults, command, given.points)
                label = name if name == "annotate" else f"{name} {command.name}"
                took = time.monotonic() - began
                print(
                    f"{label:24} {faults.cases - before:4} cases, {len(faults.failures) - bad} failures, {took:.0f} s",
                    flush=True,
                )
        print(f"{faults.cases} faults, seed {given.seed}: {len(faults.failures)} failures")
    sys.exit(1 if faults.failures else 0)


if __name__ == "__main__":
    run()
