"""One process at a time works in a folder; a dead one's lock is nobody's."""

import os
import signal
import subprocess
import sys
import threading

import pytest

from sumtrace.errors import OutputError
from sumtrace.locks import LOCK, working_in

HOLD = """
import sys, time
from pathlib import Path
from sumtrace.locks import working_in
with working_in(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def other(tmp_path):
    """Another process that is working in the folder."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], stdout=subprocess.PIPE, env=environment, text=True
    )
    assert process.stdout.readline() == "held\n"
    yield process
    process.kill()
    process.wait()


def test_a_second_process_is_told_who_works_there_and_since_when(tmp_path, other):
    owner = rf"\(process {other.pid}, since \d{{4}}-\d\d-\d\d .*\) is working in the folder"
    with pytest.raises(OutputError, match=owner), working_in(tmp_path):
        pytest.fail("two at once")
    assert (tmp_path / LOCK).exists()


def test_the_lock_of_a_dead_process_is_taken_over(tmp_path, other):
    other.send_signal(signal.SIGKILL)
    other.wait()
    assert (tmp_path / LOCK).exists()
    with working_in(tmp_path):
        assert f"process {os.getpid()}," in (tmp_path / LOCK).read_text()
    assert not (tmp_path / LOCK).exists()


def test_the_same_thread_may_say_so_again_and_another_may_not(tmp_path):
    refused = []

    def try_it():
        try:
            with working_in(tmp_path):
                pass
        except OutputError as error:
            refused.append(error)

    with working_in(tmp_path):
        with working_in(tmp_path):
            pass
        assert (tmp_path / LOCK).exists()
        thread = threading.Thread(target=try_it)
        thread.start()
        thread.join()
    assert len(refused) == 1
    try_it()
    assert len(refused) == 1
