"""Mutated files and requests against every reader: ``make fuzz SECONDS=600``, or a seeded part of it in ``make test``.

Each input follows from the seed and its number, so that a finding can be made again:

    python -m fuzz.harness --seed 1 --first 4711 --inputs 1

An input that is refused must be refused by one of our own errors, in less than 5 seconds, without taking more memory than
the limit; anything else is a finding. The work is done in a process of its own: one that crashes or hangs is a finding too,
and the next one goes on behind it. ``--keep`` writes the inputs of findings to tests/fuzz/cases, where a test repeats them.
"""

import argparse
import faulthandler
import json
import os
import random
import resource
import select
import signal
import sys
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

from fuzz.targets import TARGETS, Files, run
from sumtrace.errors import LONGEST, SumtraceError

SLOWEST = 5.0
"""Seconds of computing that an input may take."""
SILENCE = 120.0
"""Seconds after which a worker that says nothing, because it computes in a kernel or waits, counts as hanging."""
MEMORY = 2 << 30
"""Bytes that an input may take beyond what the process had before."""
CASES = Path(__file__).parent / "cases"


class TooSlowError(Exception):
    """An input that takes longer than allowed."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What went wrong with an input."""

    number: int
    target: str
    problem: str


def input_of(seed: int, number: int, names: list[str]) -> tuple[str, Files]:
    """Return the reader and the input of a number."""
    chance = random.Random(f"{seed} {number}")
    name = names[number % len(names)]
    return name, TARGETS[name].input(chance)


def problem_with(name: str, files: Files) -> tuple[str | None, bool]:
    """Return what goes wrong with an input, None where it is read or refused as it should be, and whether it was read."""
    signal.signal(signal.SIGPROF, _too_slow)
    signal.setitimer(signal.ITIMER_PROF, SLOWEST)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            run(TARGETS[name], files)
    except SumtraceError as error:
        return (f"a message of {len(str(error))} characters" if len(str(error)) > LONGEST else None), False
    except TooSlowError:
        return f"took more than {SLOWEST:g} s", False
    except BaseException as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        return f"{type(error).__name__}: {str(error)[:200]} ({Path(last.filename).name}:{last.lineno})", False
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return None, True


def _too_slow(signal_number: int, frame: FrameType | None) -> None:
    raise TooSlowError


def fuzzed(
    seed: int, numbers: Iterator[int], names: list[str], until: float
) -> Iterator[tuple[int, bool, Finding | None]]:
    """Yield each number, whether its input was read, and what went wrong with it, if anything did."""
    rest = numbers
    number: int | None = next(rest, None)
    while number is not None and time.monotonic() < until:
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reader)
            _work(seed, number, rest, names, until, writer)
        os.close(writer)
        last = number - 1
        for told in _heard(reader, child):
            last, found = told["number"], told["problem"]
            yield last, told["read"], Finding(last, told["target"], found) if found else None
        _, status = os.waitpid(child, 0)
        if status:
            broken = last + 1
            how = (
                f"died of signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else f"exit {os.WEXITSTATUS(status)}"
            )
            yield broken, False, Finding(broken, names[broken % len(names)], how)
            last = broken
        number = next((later for later in rest if later > last), None)


def _heard(reader: int, child: int) -> Iterator[dict[str, Any]]:
    """Yield what the worker tells; one that falls silent for too long is killed."""
    rest = b""
    while select.select([reader], [], [], SILENCE)[0]:
        heard = os.read(reader, 1 << 16)
        *lines, rest = (rest + heard).split(b"\n")
        yield from map(json.loads, lines)
        if not heard:
            break
    else:
        os.kill(child, signal.SIGKILL)
    os.close(reader)


def _work(seed: int, first: int, rest: Iterator[int], names: list[str], until: float, writer: int) -> None:
    """Read input after input and tell of each; never returns."""
    faulthandler.enable()
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, used + MEMORY))
    number: int | None = first
    with os.fdopen(writer, "w", buffering=1) as told:
        while number is not None and time.monotonic() < until:
            name, files = input_of(seed, number, names)
            problem, was_read = problem_with(name, files)
            told.write(json.dumps({"number": number, "target": name, "read": was_read, "problem": problem}) + "\n")
            number = next(rest, None)
    os._exit(0)


def main() -> None:
    """Fuzz until the time is over, and say what was found."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--seconds", type=float, default=60.0)
    options.add_argument("--inputs", type=int, default=10**9)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--first", type=int, default=0, help="the number of the first input")
    options.add_argument("--target", action="append", choices=sorted(TARGETS), help="only these readers")
    options.add_argument("--keep", action="store_true", help="keep the inputs of findings as cases")
    given = options.parse_args()
    names = given.target or list(TARGETS)
    count, read = Counter[str](), Counter[str]()
    findings: list[Finding] = []
    for name in names:  # which compiles kernels where that was not done before
        for files in TARGETS[name].seeds():
            run(TARGETS[name], files)
    started = time.monotonic()
    numbers = iter(range(given.first, given.first + given.inputs))
    for number, was_read, finding in fuzzed(given.seed, numbers, names, started + given.seconds):
        name = names[number % len(names)]
        count[name] += 1
        read[name] += was_read
        if finding is not None:
            findings.append(finding)
            print(f"input {number}, {name}: {finding.problem}", flush=True)
            if given.keep:
                keep(given.seed, number, names)
    for name in names:
        print(f"{name:20} {count[name]:8,} inputs, {read[name]:8,} read")
    seconds = time.monotonic() - started
    print(f"{count.total():,} inputs in {seconds:.0f} s, seed {given.seed}: {len(findings)} findings")
    sys.exit(1 if findings else 0)


def keep(seed: int, number: int, names: list[str]) -> None:
    """Write the input of a number to the cases."""
    name, files = input_of(seed, number, names)
    for file, data in files.items():
        path = CASES / f"{name}-{seed}-{number}" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


if __name__ == "__main__":
    main()
