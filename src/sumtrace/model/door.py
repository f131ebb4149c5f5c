"""The door for parameters from disk: whatever the kernels would trust blindly is checked before they see it.

Model folders and checkpoints both come in here. A checksum tells that a file was damaged; the door tells that no training
could have made what it says, whoever wrote it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from sumtrace.jumps.registry import start_jump
from sumtrace.model.parameters import Parameters, from_arrays, start, to_arrays
from sumtrace.rewrites.lexical import Sparse
from sumtrace.rewrites.registry import COMPONENTS
from sumtrace.settings import Settings, check_jump

Arrays = Mapping[str, npt.NDArray[Any]]


def admitted(arrays: Arrays, jump: str, components: Sequence[str], settings: Settings, type_count: int) -> Parameters:
    """Return the parameters that arrays describe, for so many types; ValueError where they are none."""
    check_jump(jump)
    if jump != settings.jump:
        raise ValueError(f"the jumps are {jump}, but the settings ask for {settings.jump}")
    unknown = [name for name in components if name not in COMPONENTS]
    if unknown or len(set(components)) < len(components):
        raise ValueError(f"no rewrite component {unknown[0]!r}" if unknown else "a rewrite component occurs twice")
    _check_arrays(arrays, _expected(jump, components, settings, type_count))
    parameters = from_arrays(arrays, jump, components)
    check_table(parameters.table, type_count)
    weights, lengths = parameters.weights, parameters.lengths
    if (weights < 0).any() or not np.isclose(weights.sum(), 1.0):
        raise ValueError("the mixture weights do not sum to one")
    if (lengths < 0).any() or (lengths > 1).any() or not 0 <= parameters.null <= 1:
        raise ValueError("the lengths or P(null) are not probabilities")
    for component in parameters.components:
        asked = COMPONENTS[component.name].start(settings)
        for name, value in component.to_arrays().items():
            if name not in component.learnt and not np.array_equal(value, asked.to_arrays()[name]):
                raise ValueError(f"{component.name}.{name} is not what the settings ask for")
    return parameters


def _expected(jump: str, components: Sequence[str], settings: Settings, type_count: int) -> Arrays:
    """Return arrays as a training begins with, which have the names, kinds and sizes of all it can end with."""
    begun = start_jump(jump, settings.jump_count, open_ended=settings.jump_open_ended, near=settings.jump_near)
    return to_arrays(start(settings, type_count, [COMPONENTS[name].start(settings) for name in components], begun))


def _check_arrays(arrays: Arrays, expected: Arrays) -> None:
    for name, wanted in expected.items():
        found = arrays.get(name)
        if found is None:
            raise ValueError(f"{name} is missing")
        of_any_length = name in ("table.column", "table.counts")
        if (
            found.dtype != wanted.dtype
            or found.ndim != wanted.ndim
            or not (of_any_length or found.shape == wanted.shape)
        ):
            raise ValueError(f"{name} is {_kind(found)}, not {_kind(wanted)}")
    for name, found in arrays.items():
        if found.dtype.kind == "f" and not np.isfinite(found).all():
            raise ValueError(f"{name} holds numbers that are not finite")


def _kind(array: npt.NDArray[Any]) -> str:
    return f"{array.dtype}{list(array.shape)}"


def check_table(table: Sparse, type_count: int) -> None:
    """Refuse a lexical table that is not one of so many types: a row for each and null's, a column for each."""
    at, column, counts = table
    if at[0] != 0 or (np.diff(at) < 0).any() or at[-1] != len(column):
        raise ValueError("the rows of the table overlap or are cut off")
    if len(column) != len(counts) or (counts < 0).any():
        raise ValueError("the counts of the table do not fit its columns")
    if len(column) and not 0 <= column.min() <= column.max() < type_count:
        raise ValueError("the table has words that are not in the vocabulary")
    rises = np.diff(column) > 0
    begins = at[1:-1]
    rises[begins[(begins > 0) & (begins < len(column))] - 1] = True
    if not rises.all():
        raise ValueError("the columns of the table are out of order")
