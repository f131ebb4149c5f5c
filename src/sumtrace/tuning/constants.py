"""The few constants of a model that are tuned, by name, and the steps that each may take from where it is.

A model has hundreds of thousands of parameters, which some twenty pairs cannot teach; these say how far it trusts meaning
(``contextual``), the sentences around a word (``landing``) and null, and whether links grow into phrases.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from sumtrace.model import Model
from sumtrace.settings import changed

Value = float | bool | str
Changes = Mapping[str, Value]
Step = Callable[[Any], Value]

NULL = "null"
"""The name of P(null), which is a parameter; the other names are those of settings."""


def added(amount: float) -> Step:
    """Return the step that adds an amount."""
    return lambda value: round(value + amount, 6)


def scaled(factor: float) -> Step:
    """Return the step that multiplies by a factor."""
    return lambda value: round(value * factor, 6)


def odds(factor: float) -> Step:
    """Return the step that multiplies the odds of a share."""
    return lambda value: round(value * factor / (1.0 - value + value * factor), 6)


STEPS: Mapping[str, Sequence[Step]] = {
    NULL: (odds(0.2), odds(0.5), odds(2.0), odds(5.0)),
    "contextual.share": (odds(0.4), odds(2.5)),
    "contextual.middle": (added(-0.1), added(-0.05), added(0.05), added(0.1)),
    "contextual.temperature": (scaled(0.8), scaled(1.25)),
    "contextual.penalty": (added(-2.0), added(-1.0), added(1.0), added(2.0)),
    "contextual.slope": (scaled(0.5), scaled(1.5)),
    "contextual.level": (added(-0.1), added(0.1)),
    "landing.sharpness": (scaled(0.5), scaled(1.5)),
    "growing": (lambda grows: not grows,),
}
"""What each constant may become."""


def value_of(model: Model, name: str) -> Value:
    """Return a constant of a model."""
    if name == NULL:
        return model.parameters.null
    value: Any = model.settings
    for part in name.split("."):
        value = getattr(value, part)
    found: Value = value
    return found


def with_changes(model: Model, changes: Changes) -> Model:
    """Return a model with some of its constants changed."""
    parameters, settings = model.parameters, model.settings
    for name, value in changes.items():
        group, _, field = name.rpartition(".")
        if name == NULL:
            parameters = replace(parameters, null=float(value))
        elif group:
            settings = changed(settings, **{group: replace(getattr(settings, group), **{field: value})})
        else:
            settings = changed(settings, **{name: value})
    return replace(model, settings=settings, parameters=parameters)


def tunable(model: Model) -> list[str]:
    """Return the constants that make a difference to a model."""
    settings = model.settings
    in_context = [
        name for name in STEPS if name != NULL and not (name.startswith("landing.") and settings.landing is None)
    ]
    return [NULL, *in_context] if settings.uses_meaning else [NULL]


def drawn(model: Model, number: int, random: np.random.Generator) -> list[Changes]:
    """Return ``number`` different changes to try: first none, then one constant at a time, then several together."""
    choices = {name: [step(value_of(model, name)) for step in STEPS[name]] for name in tunable(model)}
    alone = [{name: value} for name, values in choices.items() for value in values]
    made: list[Changes] = [{}, *(alone[place] for place in random.permutation(len(alone)).tolist())]
    most = int(np.prod([len(values) + 1 for values in choices.values()]))
    while len(made) < min(number, most):
        together = {
            name: values[int(random.integers(len(values)))]
            for name, values in choices.items()
            if random.random() < TOGETHER
        }
        if together not in made:
            made.append(together)
    return made[:number]


TOGETHER = 0.35
"""How likely each constant is to be changed where several are."""
