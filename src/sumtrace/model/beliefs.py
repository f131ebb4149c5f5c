"""What a model believes of a pair: the posteriors of one reading or, in context, what two readings agree on."""

from __future__ import annotations

import math
from dataclasses import dataclass

from sumtrace.corpus import Pair
from sumtrace.inference.agreement import agreed, backward_null
from sumtrace.inference.mirror import mirrored
from sumtrace.inference.posteriors import Posteriors, posteriors
from sumtrace.inference.problem import Problem
from sumtrace.jumps.relative import Relative
from sumtrace.model.model import Model, prepare
from sumtrace.rewrites.in_context import InContext, PairVectors

_FLAT = Relative.start()
"""Jumps over a summary where nothing is known of them."""


@dataclass(frozen=True, slots=True)
class Beliefs:
    """The posteriors of a pair, the problem they answer, and its words in context, if they were compared."""

    posteriors: Posteriors
    problem: Problem
    context: InContext | None

    @property
    def are_possible(self) -> bool:
        """Whether the model can write the summary at all; without a prior it may find no way."""
        return self.posteriors.log_likelihood > -math.inf


def believe(model: Model, pair: Pair, vectors: PairVectors | None = None) -> Beliefs:
    """Run the recursions over a pair; with vectors, words are compared in context and both readings must agree."""
    prepared = prepare(model, pair, vectors)
    found = read(prepared.problem)
    beliefs = Beliefs(found, prepared.problem, prepared.context)
    if vectors is None or not model.settings.agreement or not beliefs.are_possible:
        return beliefs
    readings = model.parameters.readings
    if readings is not None:
        jump = readings.backward
    elif isinstance(model.jump, Relative):
        jump = model.jump
    else:
        jump = _FLAT
    back = mirrored(prepared.problem, jump.parameters(len(pair.summary)), backward_null(found.link))
    link = agreed(found.link, read(back).link)
    return Beliefs(found._replace(link=link), prepared.problem, prepared.context)


def read(problem: Problem) -> Posteriors:
    """Return the posteriors of one reading."""
    found: Posteriors = posteriors(problem.pair, problem.model)
    return found
