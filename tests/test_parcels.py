"""What is packed arrives as it was, over the wire or in a file, and can be written to without changing it for others."""

import functools
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
    parcel = packed(functools.partial(tuple, [text, sent]))
    file = filed(parcel)
    for one in (parcel, file):
        told, brought = one.opened()()
        assert told == text
        assert same(sent, brought)
        assert all(array.flags.writeable and array.flags.aligned for array in brought)
    os.unlink(file.path)


def test_who_writes_writes_for_himself():
    file = filed(packed(functools.partial(np.asarray, np.arange(4.0))))
    one, other = file.opened()(), file.opened()()
    one[0] = 9.0
    assert other[0] == 0.0
    assert file.opened()()[0] == 0.0
    os.unlink(file.path)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a disk that is full")
def test_a_full_disk_leaves_nothing_behind(tmp_path, monkeypatch):
    def full(prefix):
        (tmp_path / prefix).touch()
        return os.open("/dev/full", os.O_WRONLY), str(tmp_path / prefix)

    monkeypatch.setattr(tempfile, "mkstemp", full)
    assert filed(packed(functools.partial(np.zeros, 10**6))) is None
    assert filed(packed(functools.partial(np.asarray, np.zeros(10**6)))) is None
    assert not list(tmp_path.iterdir())
