"""Compiled kernels are kept where the user can write, and work where there is no such place."""

import os
import subprocess
import sys

import pytest

from sumtrace.kernels import COMPILING

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


@pytest.mark.parametrize("suffix", ["nbc", "nbi"])
@pytest.mark.parametrize("damage", ["cut", "emptied", "a bit"])
def test_a_damaged_cache_is_noticed_removed_and_made_again(module, tmp_path, suffix, damage):
    environment = {"SUMTRACE_CACHE": str(tmp_path / "cache")}
    run(module, USE, environment)
    (file,) = (tmp_path / "cache").rglob(f"*twice*.{suffix}")
    whole = bytearray(file.read_bytes())
    middle = len(whole) // 2
    if damage == "a bit":
        whole[middle] ^= 1
        file.write_bytes(whole)
    else:
        file.write_bytes(whole[: middle if damage == "cut" else 0])
    warned = "import warnings; warnings.showwarning = lambda message, *_: print(message); "
    told, *rest = run(module, TELL + warned + USE, environment).splitlines()
    assert told.startswith("damaged kernels in ")
    assert told.endswith(" were removed and will be compiled again")
    assert rest == ["compiling", "42"]
    assert run(module, TELL + warned + USE, environment) == "42\n"
