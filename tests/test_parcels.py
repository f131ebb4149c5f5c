"""What is packed arrives as it was, over the wire or in a file, and can be written to without changing it for others."""

import os
import tempfile

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from sumtrace.parcels import filed, packed

ARRAYS = st.lists(
    arrays.arrays(
        st.sampled_from([np.float64, np.int32, np.bool_]), arrays.array_shapes(min_dims=1, max_dims=2, min_side=0)
    ),
    max_size=4,
)


def same(one, other):
    return all(
        np.array_equal(a, b, equal_nan=a.dtype.kind == "f") and a.dtype == b.dtype and a.shape == b.shape
        for a, b in zip(one, other, strict=True)
    )


@given(ARRAYS, st.text())
def test_wire_and_file_bring_what_was_packed(sent, text):
    with tempfile.TemporaryDirectory() as folder:
        parcel = packed((text, sent))
        opened = [parcel.opened(), filed(parcel, folder).opened()]
    for told, brought in opened:
        assert told == text
        assert same(sent, brought)
        assert all(array.flags.writeable and array.flags.aligned for array in brought)


def test_who_writes_writes_for_himself(tmp_path):
    file = filed(packed(np.arange(4.0)), tmp_path)
    one, other = file.opened(), file.opened()
    one[0] = 9.0
    assert other[0] == 0.0
    assert file.opened()[0] == 0.0


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a disk that is full")
def test_a_full_disk_leaves_nothing_behind(tmp_path, monkeypatch):
    def full(dir):  # noqa: A002
        (dir / "new").touch()
        return os.open("/dev/full", os.O_WRONLY), str(dir / "new")

    monkeypatch.setattr(tempfile, "mkstemp", full)
    assert filed(packed(np.zeros(10**6)), tmp_path) is None
    assert not list(tmp_path.iterdir())
