import os
import stat
import subprocess
import sys
import threading

import pytest

from sumtrace import files
from sumtrace.errors import InputError, OutputError
from sumtrace.files import read_text, write_text, writing, writing_folder


def test_a_link_is_followed_and_stays_a_link(tmp_path):
    target, link = tmp_path / "real.txt", tmp_path / "link.txt"
    target.write_text("old")
    link.symlink_to(target)
    write_text(link, "new")
    assert link.is_symlink()
    assert target.read_text() == "new"


def test_a_file_keeps_its_permissions(tmp_path):
    private = tmp_path / "private.txt"
    private.write_text("old")
    private.chmod(0o600)
    write_text(private, "new")
    assert stat.S_IMODE(private.stat().st_mode) == 0o600


def test_a_pipe_is_written_to_and_not_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    heard = []
    reader = threading.Thread(target=lambda: heard.append(pipe.read_text()))
    reader.start()
    write_text(pipe, "through the pipe")
    reader.join()
    assert heard == ["through the pipe"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
def test_a_full_device_is_an_error_and_stays_what_it_is():
    with pytest.raises(OutputError, match="cannot write /dev/full: No space left on device"):
        write_text("/dev/full", "too much")
    assert stat.S_ISCHR(os.stat("/dev/full").st_mode)


@pytest.mark.parametrize(("encoding", "likely"), [("utf-16", "utf-16"), ("latin-1", "latin1")])
def test_another_encoding_is_named(tmp_path, encoding, likely):
    file = tmp_path / "text.txt"
    file.write_bytes("café über".encode(encoding))
    with pytest.raises(InputError, match=f"iconv -f {likely} -t utf-8"):
        read_text(file)


class TestAKilledCommand:
    @pytest.fixture
    def killed(self, tmp_path):
        """Leave a file half written, as a command does that is killed while it writes."""
        code = (
            "import os, signal, sys; from sumtrace.files import writing\n"
            "with writing(sys.argv[1]) as file:\n"
            "    file.write(b'half'); file.flush(); os.kill(os.getpid(), signal.SIGKILL)"
        )
        paths = os.pathsep.join(filter(None, sys.path))
        command = [sys.executable, "-c", code, str(tmp_path / "out.txt")]
        subprocess.run(command, env=os.environ | {"PYTHONPATH": paths}, check=False)
        assert [file.read_bytes() for file in tmp_path.iterdir()] == [b"half"]

    def test_leaves_nothing_after_the_next(self, tmp_path, killed):
        write_text(tmp_path / "other.txt", "whole")
        assert [file.name for file in tmp_path.iterdir()] == ["other.txt"]

    def test_is_told_from_one_that_is_still_writing(self, tmp_path):
        with writing(tmp_path / "slow.txt") as file:
            files._tidied.clear()
            write_text(tmp_path / "quick.txt", "whole")
            file.write(b"in the end")
        assert (tmp_path / "slow.txt").read_text() == "in the end"

    def test_foreign_files_stay(self, tmp_path):
        for name in (".download.part", "film.part", ".x.part"):
            (tmp_path / name).write_text("somebody's")
        write_text(tmp_path / "own.txt", "whole")
        assert len(list(tmp_path.iterdir())) == 4


def test_a_folder_appears_whole_or_not_at_all(tmp_path):
    def broken():
        with writing_folder(tmp_path / "made") as folder:
            (folder / "a").write_text("a")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        broken()
    assert not list(tmp_path.iterdir())
    with writing_folder(tmp_path / "made") as folder:
        (folder / "a").write_text("a")
        assert not (tmp_path / "made").exists()
    assert [file.name for file in (tmp_path / "made").iterdir()] == ["a"]


def test_a_long_message_is_cut_in_the_middle():
    error = InputError(f"no word {'x' * 100_000}", file="here.txt", hint="Take it out.")
    assert len(str(error)) <= 5000
    assert str(error).startswith("here.txt: no word xxx")
    assert str(error).endswith("xxx. Take it out.")
    assert "characters ...]" in str(error)
    assert len(str(OutputError("y" * 100_000))) <= 5000


def test_errors_name_standard_input():
    assert str(InputError("broken JSON", file="-", line=7)) == "standard input, line 7: broken JSON"
