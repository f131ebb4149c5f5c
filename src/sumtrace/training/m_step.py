"""The M-step of everything that is learnt, and the log prior that it climbs together with the likelihood."""

from __future__ import annotations

import numpy as np

from sumtrace.model.parameters import Parameters
from sumtrace.rewrites.by_type import TypeRewrites
from sumtrace.rewrites.component import ComponentCounts
from sumtrace.rewrites.lexical import by_rows, row_totals
from sumtrace.rewrites.mixture import Mixture
from sumtrace.rewrites.prior import (
    LENGTH_COUNT,
    log_prior_of_lengths,
    log_prior_of_null,
    log_prior_of_table,
    log_prior_of_weights,
)
from sumtrace.settings import Settings
from sumtrace.training.counting import Counts


def m_step(mixture: Mixture, settings: Settings, parameters: Parameters, counts: Counts) -> Parameters:
    """Return the parameters that make the expected counts likeliest under the prior."""
    raised = np.where(parameters.weights > 0, counts.weights + settings.weight_count, 0.0)
    sourced = (counts.phrase_words if settings.null_by_word else counts.phrases) + counts.stops
    null = (counts.null_words + settings.null_count) / (counts.null_words + sourced + 2 * settings.null_count)
    lengths = parameters.lengths
    if settings.lengths == "learnt":
        offered = counts.lengths_offered + len(lengths) * LENGTH_COUNT / lengths.sum()
        lengths = (counts.lengths_taken + LENGTH_COUNT) / offered
        lengths = lengths / lengths.sum()
    by_row = np.zeros((len(parameters.components), mixture.type_count))
    by_row[counts.by_row.component, counts.by_row.row] = counts.by_row.amount
    components = [
        component.reestimated(relations, ComponentCounts(uses, by_steps))
        for component, relations, uses, by_steps in zip(
            parameters.components, mixture.relations.by_component, by_row, counts.by_steps, strict=True
        )
    ]
    return Parameters(
        by_rows(counts.lexical, mixture.type_count + 1),
        raised / raised.sum(),
        null,
        lengths,
        parameters.jump.reestimated(counts.jump),
        tuple(components),
    )


def log_prior(
    mixture: Mixture, settings: Settings, parameters: Parameters, rewrites: TypeRewrites | None = None
) -> float:
    """Return the logarithm of the prior's density at the parameters, up to a constant; ``rewrites`` are made of them."""
    total = 0.0
    if mixture.prior.mass.any():
        if rewrites is None:
            totals = row_totals(parameters.table)
            rewrites = mixture.rewrites(parameters.components, parameters.weights, parameters.table, totals)
        total += float(log_prior_of_table(rewrites.relations, rewrites.table, rewrites.prior))
    total += parameters.jump.log_prior()
    total += log_prior_of_weights(parameters.weights, settings)
    total += log_prior_of_null(parameters.null, settings)
    return total + log_prior_of_lengths(parameters.lengths, settings)
