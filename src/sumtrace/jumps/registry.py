"""Jump models by name; two names joined by ``+`` are a mixture of the two."""

from __future__ import annotations

from typing import get_args

from sumtrace.array_types import Floats
from sumtrace.jumps.mixture import JumpMixture
from sumtrace.jumps.model import JumpModel
from sumtrace.jumps.relative import Relative
from sumtrace.jumps.sentence import Sentence
from sumtrace.jumps.shapes import Gaussian, Laplace
from sumtrace.jumps.structure import StructureKind
from sumtrace.jumps.syntax import Chunk, Syntax
from sumtrace.settings import check_jump

Plain = Relative | Gaussian | Laplace | Sentence | Syntax | Chunk
MODELS: dict[str, type[Plain]] = {model.name: model for model in get_args(Plain)}


def start_jump(name: str, pseudo_count: float = 1.0, *, open_ended: bool = False, near: int = 16) -> JumpModel:
    """Return the untrained jump model of a name.

    ``pseudo_count`` is the prior of those that have one; the rest concerns relative jumps (relative.py).
    """
    check_jump(name)
    if "+" in name:
        parts = [start_jump(part, pseudo_count, open_ended=open_ended, near=near) for part in name.split("+", 1)]
        return JumpMixture(parts[0], parts[1])
    model = MODELS[name]
    if model is Relative:
        return Relative.start(pseudo_count, open_ended=open_ended, near=near)
    return model.start(pseudo_count)


def jump_from_arrays(name: str, arrays: dict[str, Floats]) -> JumpModel:
    """Return the jump model that ``to_arrays`` described."""
    check_jump(name)
    if "+" in name:
        parts = [
            jump_from_arrays(part, {key[len(side) :]: array for key, array in arrays.items() if key.startswith(side)})
            for part, side in zip(name.split("+", 1), ("first.", "second."), strict=True)
        ]
        share = float(arrays["share"][0])
        if not 0 <= share <= 1:
            raise ValueError("the share of the first jump model is not a probability")
        return JumpMixture(parts[0], parts[1], share)
    return MODELS[name].from_arrays(arrays)


def structure_needed(name: str) -> StructureKind | None:
    """Return what the jump model of a name must know of a document beyond its sentences."""
    check_jump(name)
    return next((found for part in name.split("+") if (found := getattr(MODELS[part], "structure", None))), None)
