"""A corpus ready for training: its blocks, the mixture of its types, and what both were made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sumtrace.encoding.block import Block, blocks_of
from sumtrace.encoding.encode import encode
from sumtrace.encoding.tokens import TokenNumbers
from sumtrace.encoding.types import Types
from sumtrace.model.parameters import Parameters
from sumtrace.rewrites.component import Component
from sumtrace.rewrites.mixture import Mixture, mixed
from sumtrace.settings import Settings
from sumtrace.training.counting import Counting


@dataclass(frozen=True, slots=True)
class TrainingProblem:
    """Blocks of pairs over one set of types; ``longest`` is the length of the longest document."""

    settings: Settings
    types: Types
    mixture: Mixture
    blocks: Sequence[Block]
    longest: int

    def counting(self, parameters: Parameters) -> Counting:
        """Return the parameters as the E-step wants them."""
        settings = self.settings
        steps = 1 + int(self.mixture.relations.unscored.steps.max(initial=0))
        model = parameters.for_kernels(self.mixture, settings, self.longest)
        return Counting(model, parameters.jump.size, steps, settings.beam, settings.least_count)


def posed(tokens: TokenNumbers, settings: Settings, components: Sequence[Component]) -> TrainingProblem:
    """Encode the tokens, relate their types, and cut the pairs into blocks."""
    encoded = encode(tokens, settings.max_document_phrase, settings.max_summary_phrase)
    mixture, whole = mixed(encoded, settings, components)
    longest = int(np.diff(whole.doc_at).max(initial=1))
    return TrainingProblem(settings, encoded.types, mixture, tuple(blocks_of(whole)), longest)
