"""What a jump model is to the rest of the program: a name, parameters for the kernels, and its own re-estimation."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol, Self

from sumtrace.array_types import Floats


class Bar(NamedTuple):
    """One bar of a jump histogram: jumps of ``first`` to ``last`` (+1 = the next word) and their probability."""

    first: int
    last: int
    probability: float


class JumpModel(Protocol):
    """A distribution over the next phrase's place given the last one's; frozen: re-estimation returns a new one."""

    @property
    def name(self) -> str:
        """The name under which it is chosen."""
        ...

    @property
    def is_proper(self) -> bool:
        """Whether the jumps from every place sum to one."""
        ...

    @property
    def size(self) -> int:
        """How many numbers its statistics hold."""
        ...

    def parameters(self, longest: int) -> Any:
        """Return the arrays for the kernels (jumps/operator.py), good for documents of up to ``longest`` words."""
        ...

    def reestimated(self, statistics: Floats) -> Self:
        """Return the model that the expected counts make likelier (under its prior)."""
        ...

    def log_prior(self) -> float:
        """Return the logarithm of its prior's density, up to a constant."""
        ...

    def to_arrays(self) -> dict[str, Floats]:
        """Return its numbers by name, for the model folder."""
        ...

    def histogram(self) -> list[Bar]:
        """Return its picture for people: how likely jumps of each length are, seen from the middle of a text.

        Empty where jumps do not go by length.
        """
        ...
