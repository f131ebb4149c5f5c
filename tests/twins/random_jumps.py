"""Jump models with random parameters, and random documents for them."""

from dataclasses import replace

import numpy as np

from sumtrace.jumps.mixture import JumpMixture
from sumtrace.jumps.registry import start_jump
from sumtrace.jumps.shapes import Gaussian, Laplace

PROPER = ("relative", "gaussian", "laplace", "sentence", "relative+sentence", "relative+laplace")
OPEN = "open-ended relative"
JUMPS = (*PROPER, OPEN)
"""Every jump model, two mixtures, and relative jumps in the article's reading, which sum to less than one."""


def jump_settings(name):
    """The settings that choose a jump model of the list."""
    return {"jump": "relative", "jump_open_ended": True} if name == OPEN else {"jump": name}


def random_jump(name, random, pseudo_count=1.0):
    """A jump model of a name whose parameters are nothing in particular."""
    if "+" in name:
        first, second = name.split("+")
        share = float(random.uniform(0.1, 0.9))
        return JumpMixture(random_jump(first, random, pseudo_count), random_jump(second, random, pseudo_count), share)
    if name == "gaussian":
        return Gaussian(float(random.normal(0, 3)), float(np.exp(random.uniform(-0.5, 4))))
    if name == "laplace":
        return Laplace(*(float(np.exp(random.uniform(low, high))) for low, high in ((-1, 4), (-1, 4), (-2, 1))))
    if name in ("relative", OPEN):
        model = start_jump("relative", pseudo_count, open_ended=name == OPEN, near=int(random.choice([4, 16, 128])))
        weight = random.gamma(0.5, size=len(model.weight)) + 1e-6
        return replace(model, weight=weight / np.sum(weight * model.bands.width))
    model = start_jump(name, pseudo_count)
    return replace(
        model,
        classes=random.dirichlet(np.ones(5), size=2),
        distance=random.gamma(0.5, size=model.distance.shape) + 1e-6,
        position=random.gamma(0.5, size=model.position.shape) + 1e-6,
    )


def random_bounds(m, random):
    """Sentence borders of a document of m words: none, few or many, sometimes an empty sentence."""
    borders = random.integers(0, m + 1, size=random.integers(0, max(1, m // 4) + 1))
    return np.array(sorted({0, m, *borders.tolist()}), np.int32)
