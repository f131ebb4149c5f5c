"""Objects on their way to other processes: their arrays travel without being copied, or lie in a file that all share."""

from __future__ import annotations

import contextlib
import mmap
import os
import pickle
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

_ALIGNED = 64


class Packed(NamedTuple):
    """A pickle, and beside it the bytes of its arrays."""

    pickled: bytes
    arrays: list[npt.NDArray[np.uint8]]

    @property
    def size(self) -> int:
        """How many bytes these are."""
        return len(self.pickled) + sum(array.nbytes for array in self.arrays)

    def opened(self) -> Any:
        """Return what was packed; what arrives lies anywhere in memory, and kernels want their numbers aligned."""
        return pickle.loads(self.pickled, buffers=[bytearray(array) for array in self.arrays])


class Filed(NamedTuple):
    """A pickle and its arrays, of these sizes, in a file on this machine."""

    path: Path
    sizes: list[int]

    def opened(self) -> Any:
        """Return what was packed; its arrays lie in memory once for all processes, until one of them writes to them."""
        with self.path.open("rb") as stream:
            raw = memoryview(mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_COPY))
        begins = np.cumsum([0, *map(_room, self.sizes)]).tolist()
        pickled, *arrays = (raw[begin : begin + size] for begin, size in zip(begins, self.sizes, strict=False))
        return pickle.loads(pickled, buffers=arrays)


def packed(content: Any) -> Packed:
    """Pack an object for the wire."""
    buffers: list[pickle.PickleBuffer] = []
    pickled = pickle.dumps(content, protocol=5, buffer_callback=buffers.append)
    return Packed(pickled, [np.asarray(buffer.raw()) for buffer in buffers])


def filed(parcel: Packed, folder: Path) -> Filed | None:
    """Write what was packed to a file in a folder; None where there is no room for it."""
    try:
        return _written(parcel, folder)
    except OSError:
        return None


def _written(parcel: Packed, folder: Path) -> Filed:
    parts = [memoryview(parcel.pickled), *(array.data for array in parcel.arrays)]
    handle, name = tempfile.mkstemp(dir=folder)
    with contextlib.ExitStack() as undo:
        undo.callback(os.unlink, name)
        with open(handle, "wb") as stream:
            for part in parts:
                stream.write(part)
                stream.write(bytes(_room(part.nbytes) - part.nbytes))
        undo.pop_all()
    return Filed(Path(name), [part.nbytes for part in parts])


def _room(size: int) -> int:
    return size + -size % _ALIGNED
