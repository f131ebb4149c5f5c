"""A model: its parameters, its meeting with a pair, and its folder."""

from sumtrace.model.model import Model, prepare
from sumtrace.model.parameters import Parameters

__all__ = ["Model", "Parameters", "prepare"]
