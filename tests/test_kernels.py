"""Compiled kernels are kept where the user can write, and work where there is no such place."""

import ast
import gc
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from numba.core.errors import NumbaError
from numba.core.runtime import _nrt_python, rtsys

from making import pair_of
from sumtrace import Aligner, kernels
from sumtrace.baselines.translation import translate
from sumtrace.kernels import COMPILING, borrowing_part, kernel, kernel_part

MODULE = """
from sumtrace.kernels import kernel

@kernel
def twice(x):
    return 2 * x
"""
NOWHERE = "/proc/no-such-folder"

pytestmark = pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="needs a folder that nobody can write to")


@pytest.fixture
def module(tmp_path):
    (tmp_path / "module").mkdir()
    (tmp_path / "module" / "doubling.py").write_text(MODULE)
    return tmp_path / "module"


def run(module, program, environment):
    """Run a program that finds the kernel, in an environment of its own; return what it prints."""
    kept = {
        name: value for name, value in os.environ.items() if name not in ("HOME", "XDG_CACHE_HOME", "SUMTRACE_CACHE")
    }
    paths = os.pathsep.join([str(module), *filter(None, sys.path)])
    made = subprocess.run(
        [sys.executable, "-c", program],
        env=kept | {"PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"} | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stderr
    return made.stdout


USE = "from doubling import twice; print(twice(21))"
TELL = "from sumtrace.kernels import tell_of_compiling; tell_of_compiling(lambda: print('compiling')); "


@pytest.mark.parametrize("variable", ["SUMTRACE_CACHE", "HOME"])
def test_are_compiled_once_and_then_read_from_the_users_cache(module, tmp_path, variable):
    environment = {variable: str(tmp_path / "cache")}
    assert run(module, TELL + USE, environment) == "compiling\n42\n"
    assert list((tmp_path / "cache").rglob("*twice*.nbc"))
    assert run(module, TELL + USE, environment) == "42\n"


def test_whoever_uses_the_library_hears_of_it_in_the_log(module, tmp_path):
    environment = {"SUMTRACE_CACHE": str(tmp_path / "cache")}
    log = "import logging, sys; logging.basicConfig(stream=sys.stdout, format='%(message)s'); "
    assert run(module, log + USE, environment) == f"{COMPILING}\n42\n"
    assert run(module, log + USE, environment) == "42\n"


def test_without_a_home_are_kept_among_the_users_temporary_files(module, tmp_path):
    (tmp_path / "temporary").mkdir()
    environment = {"TMPDIR": str(tmp_path / "temporary"), "HOME": NOWHERE, "SUMTRACE_CACHE": NOWHERE}
    assert run(module, TELL + USE, environment) == "compiling\n42\n"
    folder = tmp_path / "temporary" / f"sumtrace-{os.getuid()}"
    assert list(folder.rglob("*twice*.nbc"))
    assert folder.stat().st_mode & 0o777 == 0o700
    assert run(module, TELL + USE, environment) == "42\n"


def test_a_given_folder_that_cannot_be_written_to_is_told_of(module, tmp_path):
    warned = "import warnings; warnings.showwarning = lambda message, *_: print(message); "
    told = run(module, warned + USE, {"SUMTRACE_CACHE": NOWHERE, "HOME": str(tmp_path)})
    used = tmp_path / ".cache" / "sumtrace"
    assert told == f"SUMTRACE_CACHE: cannot write to {NOWHERE}; {used} is used instead\n42\n"


def test_are_not_read_from_a_temporary_folder_that_others_can_write_to(module, tmp_path):
    folder = tmp_path / f"sumtrace-{os.getuid()}"
    folder.mkdir()
    folder.chmod(0o777)
    assert run(module, USE, {"HOME": NOWHERE, "TMPDIR": str(tmp_path)}) == "42\n"
    assert not list(folder.rglob("*.nbc"))


def test_work_where_nothing_can_be_written_at_all(module):
    program = f"import tempfile; tempfile.tempdir = {NOWHERE!r}; {USE}"
    assert run(module, program, {"HOME": NOWHERE}) == "42\n"


def test_work_where_the_disk_is_full(module, tmp_path):
    full = """
import errno, numba.core.caching as caching
def no_room(*arguments):
    raise OSError(errno.ENOSPC, "No space left on device")
caching.IndexDataCacheFile._save_data = no_room
"""
    assert run(module, full + USE, {"SUMTRACE_CACHE": str(tmp_path / "cache")}) == "42\n"


def test_processes_that_need_a_kernel_at_once_compile_it_once(module, tmp_path):
    environment = {"SUMTRACE_CACHE": str(tmp_path / "cache")}
    program = """
import os, pathlib, time
from doubling import twice
from sumtrace.kernels import tell_of_compiling
tell_of_compiling(lambda: (print("compiling"), time.sleep(0.5)))  # for as long as a larger kernel takes
twice.targetctx.refresh()  # which takes longer than the kernel
here = pathlib.Path({!r})
(here / str(os.getpid())).touch()
while len(list(here.iterdir())) < 2:
    time.sleep(0.001)
print(twice(21))
"""
    (tmp_path / "ready").mkdir()
    program = program.format(str(tmp_path / "ready"))
    with ThreadPoolExecutor() as pool:
        told = pool.map(lambda _: run(module, program, environment), range(2))
        assert sorted(told) == ["42\n", "compiling\n42\n"]


DAMAGES = {
    "cut": lambda whole: whole[: len(whole) // 2],
    "emptied": lambda whole: b"",
    "a_bit": lambda whole: (
        whole[: len(whole) // 2] + bytes([whole[len(whole) // 2] ^ 1]) + whole[len(whole) // 2 + 1 :]
    ),
}


def test_a_damaged_cache_is_noticed_removed_and_made_again(tmp_path):
    """Every damage to either file of a kernel, each to a kernel of its own."""
    environment = {"SUMTRACE_CACHE": str(tmp_path / "cache")}
    names = [f"{damage}_{suffix}" for damage in DAMAGES for suffix in ("nbc", "nbi")]
    head, body = MODULE.split("@kernel")
    (tmp_path / "doubling.py").write_text(head + "".join("@kernel" + body.replace("twice", name) for name in names))
    warned = (
        "import warnings; warnings.simplefilter('always'); warnings.showwarning = lambda message, *_: print(message)\n"
    )
    use = f"import doubling\nfor name in {names}: print(name, getattr(doubling, name)(21))"
    works = [f"{name} 42" for name in names]
    assert run(tmp_path, TELL + warned + use, environment).splitlines() == ["compiling", *works]
    for name in names:
        damage, suffix = name.rsplit("_", 1)
        (file,) = (tmp_path / "cache").rglob(f"*{name}*.{suffix}")
        file.write_bytes(DAMAGES[damage](file.read_bytes()))
    told = run(tmp_path, TELL + warned + use, environment).splitlines()
    (said,) = [line for line in told if line.startswith("damaged kernels in ")]
    assert said.endswith(" were removed and will be compiled again")
    assert [line for line in told if line != said] == ["compiling", *works]
    assert run(tmp_path, TELL + warned + use, environment).splitlines() == works


def test_python_cannot_call_a_part_of_kernels():
    @kernel_part
    def doubled(x):
        return 2 * x

    @kernel
    def four_times(x):
        return doubled(doubled(x))

    with pytest.raises(TypeError, match="only kernels can call doubled"):
        doubled(1)
    assert four_times(1) == 4
    with pytest.raises(TypeError, match="only kernels can call doubled"):
        doubled(1)


@borrowing_part
def same(x):
    return x


@borrowing_part
def same_two(x):
    return x, 1.0


@borrowing_part
def beside(x):
    return Beside(x)


@borrowing_part
def made(x):
    return np.zeros(len(x))[0]


class Beside(NamedTuple):
    """An array that a part was given, in a tuple of its own."""

    array: Any


@pytest.mark.parametrize("part", [same, same_two, beside, made])
def test_a_part_that_borrows_arrays_neither_makes_nor_returns_any(part):
    @kernel
    def used(x):
        part(x)
        return x[0]

    for _ in range(2):  # nor the second time
        with pytest.raises(NumbaError):
            used(np.ones(3))


def test_kernels_give_back_all_the_memory_they_take():
    """Parts that borrow arrays count no references: a mistake there would lose or double one at every call."""
    texts = "the old dam broke near Orlen , and nobody was hurt .", "no one hurt as dam broke"
    pairs = [pair_of(*texts, name) for name in "abc"]
    jumps = ("relative", "sentence", "chunk+relative")

    def work():
        for jump in jumps:
            aligner = Aligner("strings", jump=jump, iterations=2).fit(pairs, threads=1)
            for decoding in ("threshold", "viterbi"):
                aligner.align_pair(pairs[0], decoding=decoding)
        for baseline in ("hmm", "model4"):
            list(translate(pairs, baseline))

    def in_use():
        gc.collect()
        stats = rtsys.get_allocation_stats()
        return stats.alloc - stats.free

    _nrt_python.memsys_enable_stats()
    try:
        work()
        before = in_use()
        work()
        assert in_use() == before
    finally:
        _nrt_python.memsys_disable_stats()


PARTS = """
from sumtrace.kernels import kernel, kernel_part

@kernel_part
def shifted(x, by):
    return x + by

@kernel
def one_more(x):
    return shifted(x, 1)

@kernel
def five_more(x):
    return shifted(shifted(x, 2), 3)
"""


def test_a_part_is_compiled_once_for_all_kernels_and_all_constants(tmp_path):
    (tmp_path / "shifting.py").write_text(PARTS)
    environment = {"SUMTRACE_CACHE": str(tmp_path / "cache")}
    use = "import shifting as s; print(s.{0}(1)); stats = s.shifted.stats; print(*map(len, (stats.cache_hits, stats.cache_misses)))"
    assert run(tmp_path, use.format("one_more"), environment) == "2\n0 1\n"
    assert run(tmp_path, use.format("five_more"), environment) == "6\n1 0\n"


def test_garbage_is_collected_again_after_compiling():
    @kernel
    def tripled(x):
        return 3 * x

    assert tripled(2) == 6
    assert gc.isenabled()


def test_can_be_looked_at_and_removed_with_those_of_other_versions(module, tmp_path):
    environment = {"SUMTRACE_CACHE": str(tmp_path / "cache")}
    assert run(module, USE, environment) == "42\n"
    (tmp_path / "cache" / "kernels-0123456789abcdef").mkdir()
    command = "from sumtrace.cli import app; app({}, standalone_mode=False)"
    listed = json.loads(run(module, command.format(["cache", "--json"]), environment))["kernels"]
    assert listed["versions"] == 2
    assert listed["bytes"] > 1000
    run(module, command.format(["cache", "remove", "kernels"]), environment)
    assert list((tmp_path / "cache").glob("kernels-*")) == []
    assert run(module, TELL + USE, environment) == "compiling\n42\n"


def holds_kernels(file):
    """Whether a file decorates functions with anything from sumtrace.kernels."""
    nodes = list(ast.walk(ast.parse(file.read_text("utf-8"))))
    modules = [node for node in nodes if isinstance(node, ast.ImportFrom) and node.module == "sumtrace.kernels"]
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]
    imported = {alias.name for node in modules for alias in node.names}
    return not imported.isdisjoint(
        name.id
        for function in functions
        for decorator in function.decorator_list
        for name in ast.walk(decorator)
        if isinstance(name, ast.Name)
    )


def test_the_caches_name_changes_with_every_file_that_holds_kernels():
    package = Path(kernels.__file__).parent
    files = filter(holds_kernels, package.rglob("*.py"))
    assert {file.parent.relative_to(package).as_posix() for file in files} == set(kernels._FOLDERS)
