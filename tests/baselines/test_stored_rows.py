"""Rows of numbers on disk: what is read is what was appended."""

import errno
import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumtrace.baselines.stored_rows import StoredRows
from sumtrace.errors import OutputError

NUMBERS = st.lists(st.integers(-(2**63), 2**63 - 1), max_size=5)


@given(st.lists(NUMBERS, max_size=6), NUMBERS)
def test_rows_are_read_as_they_were_appended(rows, ones):
    stored = StoredRows()
    for row in rows:
        stored.append(np.array(row, np.int64))
    stored.extend_by_ones(np.array(ones, np.int64))
    joined, starts = stored.joined(), stored.starts()
    read = [joined[start:end].tolist() for start, end in itertools.pairwise(starts)]
    assert read == [*rows, *([one] for one in ones)]
    assert len(stored) == len(read)


def test_a_full_disk_is_told_of(monkeypatch):
    class Full:
        def write(self, data):
            raise OSError(errno.ENOSPC, "No space left on device")

    stored = StoredRows()
    monkeypatch.setattr(stored, "_file", Full())
    stored.append(np.arange(3))
    with pytest.raises(OutputError, match="No space left on device; set TMPDIR"):
        stored.joined()
    with pytest.raises(OutputError, match="No space left on device; set TMPDIR"):
        stored.append(np.arange(1 << 20))
