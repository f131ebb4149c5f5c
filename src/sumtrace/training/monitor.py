"""The monitor of a training: its history, the rule by which it has converged, and what its user is told."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from sumtrace.model.history import Progress
from sumtrace.model.parameters import Parameters
from sumtrace.settings import Settings


@dataclass(frozen=True, slots=True)
class Status:
    """Where training stands: the last finished iteration, or how many pairs of the present one are done."""

    iteration: int
    iterations: int
    pairs_done: int
    pairs: int
    last: Progress | None


Tell = Callable[[Status], None]


@dataclass(slots=True)
class Monitor:
    """Keeps the history of a training over ``pairs`` pairs with ``words`` summary words, and tells of it."""

    settings: Settings
    pairs: int
    words: int
    tell: Tell
    history: list[Progress] = field(default_factory=list)
    _done: int = 0
    _begun: float = 0.0

    @property
    def is_done(self) -> bool:
        """Whether another iteration is not wanted."""
        return is_done(self.history, self.settings, self.words)

    def begin(self) -> None:
        """An iteration begins."""
        self._done, self._begun = 0, time.perf_counter()

    def counted(self, pairs: int) -> None:
        """So many more pairs of the present iteration are counted."""
        self._done += pairs
        self._say()

    def finish(self, log_likelihood: float, log_posterior: float, parameters: Parameters) -> None:
        """Write down an iteration: what the parameters before it reached, and those after it."""
        self.history.append(
            Progress(
                iteration=len(self.history) + 1,
                log_likelihood=log_likelihood,
                log_posterior=log_posterior,
                null=parameters.null,
                weights=dict(zip(parameters.names, parameters.weights.tolist(), strict=True)),
                seconds=time.perf_counter() - self._begun,
            )
        )
        self._done = 0

    def told(self) -> None:
        """Tell of a finished iteration, once all of it is kept."""
        self._say()

    def _say(self) -> None:
        last = self.history[-1] if self.history else None
        self.tell(Status(len(self.history), self.settings.iterations, self._done, self.pairs, last))


def is_done(history: Sequence[Progress], settings: Settings, words: int) -> bool:
    """Whether the iterations are used up, or the last raised the log posterior by less than the tolerance per word."""
    if len(history) >= settings.iterations or len(history) < 2:
        return len(history) >= settings.iterations
    return history[-1].log_posterior - history[-2].log_posterior < settings.tolerance * words
