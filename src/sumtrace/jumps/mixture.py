"""A mixture of two jump models, with the share of each learnt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, Self

import numpy as np

from sumtrace.arrays import Floats, Ints
from sumtrace.jumps.model import Bar, JumpModel
from sumtrace.jumps.operator import column, finish, operator_of, pull, push, push_max
from sumtrace.kernels import implements


class MixtureParameters(NamedTuple):
    """The parameters of both models, the first one's share, and the size of its statistics."""

    first: Any
    second: Any
    share: float
    size: int


class MixtureOperator(NamedTuple):
    """Both operators, and scratch space for their results."""

    first: Any
    second: Any
    share: float
    size: int
    scaled: Floats
    result: Floats


@dataclass(frozen=True, slots=True)
class JumpMixture:
    """``jump = share * first + (1 - share) * second``."""

    first: JumpModel
    second: JumpModel
    share: float = 0.5

    @property
    def name(self) -> str:
        """Both names, joined."""
        return f"{self.first.name}+{self.second.name}"

    @property
    def is_proper(self) -> bool:
        """Proper where both are."""
        return self.first.is_proper and self.second.is_proper

    @property
    def size(self) -> int:
        """The uses of each, then their own statistics."""
        return 2 + self.first.size + self.second.size

    def parameters(self, longest: int) -> MixtureParameters:
        """Return the arrays for the kernels."""
        return MixtureParameters(
            self.first.parameters(longest), self.second.parameters(longest), self.share, self.first.size
        )

    def reestimated(self, statistics: Floats) -> Self:
        """Each by its own counts; the share by how often each was used (one pseudo-use each)."""
        share = (statistics[0] + 1.0) / (statistics[:2].sum() + 2.0)
        middle = 2 + self.first.size
        first = self.first.reestimated(statistics[2:middle])
        return type(self)(first, self.second.reestimated(statistics[middle:]), float(share))

    def log_prior(self) -> float:
        """The parts' priors and one pseudo-use of each."""
        own = float(np.log(self.share) + np.log1p(-self.share))
        return own + self.first.log_prior() + self.second.log_prior()

    def to_arrays(self) -> dict[str, Floats]:
        """Return the share and the parts' numbers."""
        parts = {f"first.{name}": array for name, array in self.first.to_arrays().items()}
        parts |= {f"second.{name}": array for name, array in self.second.to_arrays().items()}
        return parts | {"share": np.array([self.share])}

    def histogram(self) -> list[Bar]:
        """Return the first model's histogram where it has one, else the second's."""
        return self.first.histogram() or self.second.histogram()


@implements(operator_of, MixtureParameters)
def _operator_of(parameters: MixtureParameters, m: int, bounds: Ints, structure: Ints) -> MixtureOperator:
    return MixtureOperator(
        operator_of(parameters.first, m, bounds, structure),
        operator_of(parameters.second, m, bounds, structure),
        parameters.share,
        parameters.size,
        np.empty(m + 1),
        np.empty(m + 1),
    )


@implements(push, MixtureOperator, inlined=True)
def _push(operator: MixtureOperator, x: Floats, out: Floats) -> None:
    push(operator.first, x, out)
    push(operator.second, x, operator.result)
    for j in range(len(operator.result)):
        out[j] = operator.share * out[j] + (1.0 - operator.share) * operator.result[j]


@implements(push_max, MixtureOperator)
def _push_max(operator: MixtureOperator, x: Floats, out: Floats) -> None:
    push_max(operator.first, x, out)
    push_max(operator.second, x, operator.result)
    for j in range(len(operator.result)):
        out[j] = max(operator.share * out[j], (1.0 - operator.share) * operator.result[j])


@implements(pull, MixtureOperator, inlined=True)
def _pull(operator: MixtureOperator, y: Floats, x: Floats, out: Floats, statistics: Floats, collecting: bool) -> None:
    n = len(operator.result)
    middle = 2 + operator.size if collecting else 0
    own = statistics[2:middle] if collecting else statistics
    for e in range(n):
        operator.scaled[e] = operator.share * x[e]
    pull(operator.first, y, operator.scaled, out, own, collecting)
    if collecting:
        for e in range(n):
            statistics[0] += operator.scaled[e] * out[e]
    for e in range(n):
        operator.scaled[e] = (1.0 - operator.share) * x[e]
    pull(operator.second, y, operator.scaled, operator.result, statistics[middle:], collecting)
    if collecting:
        for e in range(n):
            statistics[1] += operator.scaled[e] * operator.result[e]
    for e in range(n):
        out[e] = operator.share * out[e] + (1.0 - operator.share) * operator.result[e]


@implements(finish, MixtureOperator)
def _finish(operator: MixtureOperator, statistics: Floats) -> None:
    middle = 2 + operator.size
    finish(operator.first, statistics[2:middle])
    finish(operator.second, statistics[middle:])


@implements(column, MixtureOperator)
def _column(operator: MixtureOperator, j: int, best: bool, out: Floats) -> None:
    column(operator.first, j, best, out)
    column(operator.second, j, best, operator.result)
    for e in range(len(operator.result)):
        first, second = operator.share * out[e], (1.0 - operator.share) * operator.result[e]
        out[e] = max(first, second) if best else first + second
