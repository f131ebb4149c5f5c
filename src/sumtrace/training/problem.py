"""A corpus ready for training: its blocks, the mixture of its types, and what both were made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sumtrace.encoding.array_file import Store
from sumtrace.encoding.block import Block
from sumtrace.encoding.types import Types
from sumtrace.model.parameters import Parameters
from sumtrace.rewrites.component import Component
from sumtrace.rewrites.mixture import Mixture, mixed
from sumtrace.settings import Settings
from sumtrace.training.corpus import Corpus
from sumtrace.training.counting import Counting


@dataclass(frozen=True, slots=True)
class TrainingProblem:
    """Blocks of pairs over one set of types; ``longest`` is the length of the longest document."""

    settings: Settings
    types: Types
    mixture: Mixture
    blocks: Store[Block]
    longest: int

    def counting(self, parameters: Parameters) -> Counting:
        """Return the parameters as the E-step wants them."""
        settings = self.settings
        steps = 1 + int(self.mixture.relations.unscored.steps.max(initial=0))
        return Counting(
            model=parameters.for_kernels(self.mixture, settings, self.longest),
            rows=self.mixture.type_count + 1,
            words=len(self.types.words),
            jump_size=parameters.jump.size,
            steps=steps,
            beam=settings.beam,
            least=settings.least_count,
        )


def problem_of(corpus: Corpus, settings: Settings, components: Sequence[Component]) -> TrainingProblem:
    """Relate the types of a corpus."""
    encoded = corpus.encoded
    return TrainingProblem(
        settings, encoded.types, mixed(encoded, settings, components), encoded.blocks, corpus.longest
    )
