"""A mixture of two jump models, with the share of each learnt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, Self

import numpy as np

from sumtrace.array_types import Floats, Ints
from sumtrace.jumps.joining import Joining, join
from sumtrace.jumps.model import Bar, JumpModel
from sumtrace.jumps.operator import column, finish, operator_of, pull, push
from sumtrace.kernels import implements

USES = 2
"""Statistics ahead of those of the two models: how often each was used."""


class JumpMixtureParameters(NamedTuple):
    """The parameters of both models, the first one's share, and the size of its statistics."""

    first: Any
    second: Any
    share: float
    size: int


class JumpMixtureOperator(NamedTuple):
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
        return USES + self.first.size + self.second.size

    def parameters(self, longest: int) -> JumpMixtureParameters:
        """Return the arrays for the kernels."""
        return JumpMixtureParameters(
            self.first.parameters(longest), self.second.parameters(longest), self.share, self.first.size
        )

    def reestimated(self, statistics: Floats) -> Self:
        """Each by its own counts; the share by how often each was used (one pseudo-use each)."""
        uses = statistics[:USES]
        share = (uses[0] + 1.0) / (uses.sum() + 2.0)
        middle = USES + self.first.size
        first = self.first.reestimated(statistics[USES:middle])
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


@implements(operator_of, JumpMixtureParameters)
def _operator_of(parameters: JumpMixtureParameters, m: int, bounds: Ints, structure: Ints) -> JumpMixtureOperator:
    return JumpMixtureOperator(
        operator_of(parameters.first, m, bounds, structure),
        operator_of(parameters.second, m, bounds, structure),
        parameters.share,
        parameters.size,
        np.empty(m + 1),
        np.empty(m + 1),
    )


@implements(push, JumpMixtureOperator, inlined=True)
def _push(operator: JumpMixtureOperator, rule: Joining, x: Floats, out: Floats) -> None:
    push(operator.first, rule, x, out)
    push(operator.second, rule, x, operator.result)
    for j in range(len(operator.result)):
        out[j] = join(rule, operator.share * out[j], (1.0 - operator.share) * operator.result[j])


@implements(pull, JumpMixtureOperator, inlined=True)
def _pull(operator: JumpMixtureOperator, y: Floats, x: Floats, out: Floats, statistics: Floats) -> None:
    n, collecting = len(operator.result), len(statistics) > 0
    middle = USES + operator.size
    for e in range(n):
        operator.scaled[e] = operator.share * x[e]
    pull(operator.first, y, operator.scaled, out, statistics[USES:middle])
    if collecting:
        for e in range(n):
            statistics[0] += operator.scaled[e] * out[e]
    for e in range(n):
        operator.scaled[e] = (1.0 - operator.share) * x[e]
    pull(operator.second, y, operator.scaled, operator.result, statistics[middle:])
    if collecting:
        for e in range(n):
            statistics[1] += operator.scaled[e] * operator.result[e]
    for e in range(n):
        out[e] = operator.share * out[e] + (1.0 - operator.share) * operator.result[e]


@implements(finish, JumpMixtureOperator)
def _finish(operator: JumpMixtureOperator, statistics: Floats) -> None:
    middle = USES + operator.size
    finish(operator.first, statistics[USES:middle])
    finish(operator.second, statistics[middle:])


@implements(column, JumpMixtureOperator)
def _column(operator: JumpMixtureOperator, j: int, best: bool, out: Floats) -> None:
    column(operator.first, j, best, out)
    column(operator.second, j, best, operator.result)
    for e in range(len(operator.result)):
        first, second = operator.share * out[e], (1.0 - operator.share) * operator.result[e]
        out[e] = max(first, second) if best else first + second
