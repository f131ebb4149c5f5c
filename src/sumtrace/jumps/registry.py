"""Jump models by name; two names joined by ``+`` are a mixture of the two."""

from __future__ import annotations

from typing import Any

from sumtrace.errors import InputError
from sumtrace.jumps.model import JumpModel
from sumtrace.jumps.relative import Relative
from sumtrace.jumps.shapes import Gaussian, Laplace

MODELS: dict[str, Any] = {model.name: model for model in (Relative, Gaussian, Laplace)}


def start_jump(name: str, pseudo_count: float) -> JumpModel:
    """Return the untrained jump model of a name."""
    model = named(name)
    return model.start(pseudo_count) if model is Relative else model.start()


def named(name: str) -> Any:
    """Return the class of a jump model."""
    if name not in MODELS:
        raise InputError(f"no jump model {name!r}", hint=f"Choose one of {', '.join(MODELS)}.")
    return MODELS[name]
