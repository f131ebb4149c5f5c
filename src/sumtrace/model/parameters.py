"""All that is learnt, as the M-step makes it, files keep it and the kernels want it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from sumtrace.array_types import Floats
from sumtrace.inference.problem import KernelModel, sourced_chances
from sumtrace.jumps.model import JumpModel
from sumtrace.jumps.registry import jump_from_arrays, start_jump
from sumtrace.jumps.relative import Relative
from sumtrace.rewrites.component import Component
from sumtrace.rewrites.lexical import Sparse, empty_table, row_totals
from sumtrace.rewrites.mixture import Mixture
from sumtrace.rewrites.registry import COMPONENTS
from sumtrace.settings import Settings

LEXICAL = "lexical"
"""The name of the lexical table among the rewrite components."""
FIRST_NULL = 0.2
"""P(null) before any data."""


@dataclass(frozen=True, slots=True)
class Readings:
    """The jumps of the two readings in context, found from links: over the document, and over the summary."""

    forward: Relative
    backward: Relative


@dataclass(frozen=True, slots=True)
class Parameters:
    """The lexical table's counts (null's row last), mixture weights, P(null), length weights, jumps, components.

    The last of the weights is the lexical table's. ``readings`` are for words read in context, None before links were found:
    its forward jumps take the place of ``jump`` if that is relative (any other stays), its backward jumps serve the reading
    of the document from the summary.
    """

    table: Sparse
    weights: Floats
    null: float
    lengths: Floats
    jump: JumpModel
    components: Sequence[Component]
    readings: Readings | None = None

    @property
    def names(self) -> list[str]:
        """What each of the weights is the weight of."""
        return [*(component.name for component in self.components), LEXICAL]

    def for_kernels(
        self, mixture: Mixture, settings: Settings, longest: int, totals: Floats | None = None
    ) -> KernelModel:
        """Return the parameters as the kernels want them, for documents of up to ``longest`` words.

        ``totals`` are the sums of the table's rows, where the table is only a part of the rows.
        """
        totals = row_totals(self.table) if totals is None else totals
        return KernelModel(
            rewrites=mixture.rewrites(self.components, self.weights, self.table, totals),
            jump=self.jump.parameters(longest),
            null=self.null,
            null_by_word=settings.null_by_word,
            sourced=sourced_chances(self.null, settings.null_by_word, settings.max_summary_phrase),
            stop=settings.stop,
            lengths=self.lengths,
        )


def start(
    settings: Settings, type_count: int, components: Sequence[Component], jump: JumpModel | None = None
) -> Parameters:
    """Return the parameters before any data: equal weights, lengths and jumps, and an empty table."""
    used = np.array([component.name in settings.components for component in components] + [True], float)
    lengths = np.zeros(settings.max_document_phrase)
    if settings.lengths != "none":
        lengths[:] = 1.0 / len(lengths)
    if jump is None:
        near, open_ended = settings.jump_near, settings.jump_open_ended
        jump = start_jump(settings.jump, settings.jump_count, open_ended=open_ended, near=near)
    return Parameters(empty_table(type_count + 1), used / used.sum(), FIRST_NULL, lengths, jump, tuple(components))


def to_arrays(parameters: Parameters) -> dict[str, npt.NDArray[Any]]:
    """Return all parameters as named arrays."""
    table = parameters.table
    arrays: dict[str, npt.NDArray[Any]] = {
        "table.at": table.at,
        "table.column": table.column,
        "table.counts": table.counts,
        "weights": parameters.weights,
        "null": np.array([parameters.null]),
        "lengths": parameters.lengths,
    }
    arrays |= {f"jump.{name}": array for name, array in parameters.jump.to_arrays().items()}
    for component in parameters.components:
        arrays |= {f"{component.name}.{name}": array for name, array in component.to_arrays().items()}
    if parameters.readings is not None:
        arrays["readings.forward"] = parameters.readings.forward.weight
        arrays["readings.backward"] = parameters.readings.backward.weight
    return {name: np.ascontiguousarray(array) for name, array in arrays.items()}


def from_arrays(arrays: Mapping[str, npt.NDArray[Any]], jump: str, components: Sequence[str]) -> Parameters:
    """Return the parameters that ``to_arrays`` described."""

    def part(prefix: str) -> dict[str, npt.NDArray[Any]]:
        return {name[len(prefix) + 1 :]: array for name, array in arrays.items() if name.startswith(f"{prefix}.")}

    readings = None
    if "readings.forward" in arrays:
        forward, backward = (arrays[f"readings.{way}"] for way in ("forward", "backward"))
        readings = Readings(reading_jump(forward), reading_jump(backward))
    return Parameters(
        Sparse(arrays["table.at"], arrays["table.column"], arrays["table.counts"]),
        arrays["weights"],
        float(arrays["null"][0]),
        arrays["lengths"],
        jump_from_arrays(jump, part("jump")),
        tuple(COMPONENTS[name].from_arrays(part(name)) for name in components),
        readings,
    )


def reading_jump(weight: Floats) -> Relative:
    """Return the jumps of a reading from their weights."""
    jump = Relative.start()
    if weight.dtype != jump.weight.dtype or weight.shape != jump.weight.shape or not (weight > 0).all():
        raise ValueError("the jumps of a reading are not valid")
    return replace(jump, weight=weight)
