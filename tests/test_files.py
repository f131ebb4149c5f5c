import os
import stat
import threading

import pytest

from sumtrace.errors import InputError, OutputError
from sumtrace.files import read_text, write_text


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
