"""Syntax-aware jumps: what is jumped over decides how likely the jump is; a whole phrase is skipped more readily.

``syntax`` walks over constituency trees, ``chunk`` over chunks between function words and punctuation, which need no parser.
walk.py explains the walk, structure.py the nodes. With expected skips and enters counted where there was a choice,

    sigma(label, direction) = (skips + prior) / (skips + enters + 2 * prior)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple, Self

import numpy as np

from sumtrace.array_types import Floats
from sumtrace.jumps.mixture import JumpMixture
from sumtrace.jumps.model import Bar, JumpModel
from sumtrace.jumps.structure import LABELS, StructureKind
from sumtrace.jumps.walk import WalkParameters


class Skip(NamedTuple):
    """How readily a kind of node is skipped in each direction, and how often that was to be decided in training."""

    label: str
    forward: float
    backward: float
    offered_forward: float
    offered_backward: float


@dataclass(frozen=True, slots=True)
class Syntax:
    """The skip-or-enter walk over constituency trees.

    ``skip[direction, label]`` is sigma (forward first), ``forward`` the share of forward walks from the start and from
    elsewhere, ``offered`` the expected numbers of choices behind each sigma. The prior is ``pseudo_count`` skips and as many
    enters of each label, and as many walks in each direction.
    """

    name: ClassVar[str] = "syntax"
    structure: ClassVar[StructureKind] = "trees"
    is_proper: ClassVar[bool] = True
    skip: Floats
    forward: Floats
    offered: Floats
    pseudo_count: float = 1.0

    @classmethod
    def start(cls, pseudo_count: float = 1.0) -> Self:
        """Begin with long walks, mostly forward."""
        shape = (2, len(LABELS))
        return cls(np.full(shape, 0.8), np.full(2, 0.7), np.zeros(shape), pseudo_count)

    @property
    def size(self) -> int:
        """Skips and enters by direction and label; forward and backward walks from the start and from elsewhere."""
        return 2 * self.skip.size + 2 * self.forward.size

    def parameters(self, longest: int) -> WalkParameters:
        """Return the arrays for the kernels."""
        return WalkParameters(self.skip, self.forward)

    def reestimated(self, statistics: Floats) -> Self:
        """Set each sigma to the expected share of skips, each direction to the expected share of walks."""
        prior = self.pseudo_count
        of_nodes, of_walks = np.split(statistics, [2 * self.skip.size])  # as walk.py: Offsets has them
        skips, enters = of_nodes.reshape(2, *self.skip.shape)
        ahead, back = of_walks.reshape(2, 2)
        offered, walks = skips + enters, ahead + back
        skip = np.divide(skips + prior, offered + 2 * prior, out=self.skip.copy(), where=offered + prior > 0)
        forward = np.divide(ahead + prior, walks + 2 * prior, out=self.forward.copy(), where=walks + prior > 0)
        return replace(self, skip=skip, forward=forward, offered=offered)

    def log_prior(self) -> float:
        """``sum of pseudo_count * (log p + log(1 - p))`` over all choices."""
        if self.pseudo_count == 0.0:
            return 0.0
        chances = np.concatenate([self.skip.ravel(), self.forward])
        return float(self.pseudo_count * np.sum(np.log(chances) + np.log1p(-chances)))

    def to_arrays(self) -> dict[str, Floats]:
        """Return the chances, their evidence and the prior."""
        prior = np.array([self.pseudo_count])
        return {"skip": self.skip, "forward": self.forward, "offered": self.offered, "pseudo_count": prior}

    @classmethod
    def from_arrays(cls, arrays: dict[str, Floats]) -> Self:
        """Return the model that ``to_arrays`` described."""
        shapes = [arrays[name].shape for name in ("skip", "offered", "forward")]
        if shapes != [(2, len(LABELS)), (2, len(LABELS)), (2,)]:
            raise ValueError("its jumps have different labels from this version's")
        if any((arrays[name] < 0).any() or (arrays[name] > 1).any() for name in ("skip", "forward")):
            raise ValueError("its jumps contain numbers that are not probabilities")
        if (arrays["offered"] < 0).any() or arrays["pseudo_count"][0] < 0:
            raise ValueError("its jumps contain negative counts")
        return cls(arrays["skip"], arrays["forward"], arrays["offered"], float(arrays["pseudo_count"][0]))

    def histogram(self) -> list[Bar]:
        """Return nothing: the walk has no picture over distances; ``skips_of`` tells what it has learnt."""
        return []


@dataclass(frozen=True, slots=True)
class Chunk(Syntax):
    """The skip-or-enter walk over chunks."""

    name: ClassVar[str] = "chunk"
    structure: ClassVar[StructureKind] = "chunks"


def skips_of(jump: JumpModel) -> list[Skip]:
    """Return what a jump model readily skips and what not, the most often offered first; nothing where it looks at no tree."""
    if isinstance(jump, JumpMixture):
        return skips_of(jump.first) + skips_of(jump.second)
    if not isinstance(jump, Syntax):
        return []
    found = [
        Skip(
            label, float(jump.skip[0, x]), float(jump.skip[1, x]), float(jump.offered[0, x]), float(jump.offered[1, x])
        )
        for x, label in enumerate(LABELS)
        if jump.offered[:, x].sum() > 0.0
    ]
    return sorted(found, key=lambda skip: -skip.offered_forward - skip.offered_backward)
