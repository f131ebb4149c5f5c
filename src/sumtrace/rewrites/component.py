"""What a rewrite component must do: say which document phrases it can rewrite, into what, and how likely."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Protocol, Self

from sumtrace.array_types import Booleans, Floats, Longs
from sumtrace.encoding.types import Stems, SummaryVocabulary, Types
from sumtrace.settings import Settings


class Kept(NamedTuple):
    """What a trained component keeps of the vocabulary: the place of each document word it knows, and counts by place ``[n, k]``."""

    places: Mapping[str, int]
    counts: Floats


@dataclass(frozen=True, slots=True)
class Relations:
    """The phrase pairs that a component relates, among the types of some pairs.

    ``row`` is the document type, ``column`` the summary type, ``steps`` a note of the component's own (a distance).
    ``knows[d]`` tells whether it has a distribution for document type ``d``; ``normalisers`` hold whatever the component needs
    to normalise a row.
    """

    row: Longs
    column: Longs
    steps: Longs
    knows: Booleans
    normalisers: Any = None


@dataclass(frozen=True, slots=True)
class ComponentCounts:
    """Expected uses of a component: by row, and by the ``steps`` of its relations."""

    by_row: Floats
    by_steps: Floats


class Component(Protocol):
    """A part of the rewrite mixture; frozen: re-estimation returns a new one."""

    name: ClassVar[str]
    copies: ClassVar[bool]
    """Whether it relates phrases to themselves: what it relates is a copy, whatever other components say of it."""
    learnt: ClassVar[Set[str]]
    """The names of those of its arrays that training changes; all others are as the settings ask."""

    @classmethod
    def start(cls, settings: Settings) -> Self:
        """Return the untrained component that the settings ask for."""
        ...

    def relate(self, types: Types, vocabulary: SummaryVocabulary, stems: Stems) -> Relations:
        """Find the related pairs among the types; rows run over the vocabulary."""
        ...

    def probability(self, relations: Relations) -> Floats:
        """Return ``p(column | row)`` of each relation under the present parameters."""
        ...

    def reestimated(self, relations: Relations, counts: ComponentCounts) -> Self:
        """Return the component that the expected counts make likeliest."""
        ...

    def keeping(self, relations: Relations, types: Types) -> Self:
        """Return the component with its memory filled, once training is over."""
        ...

    @property
    def kept(self) -> Kept | None:
        """What is kept of the training vocabulary; None where nothing is, or not yet."""
        ...

    @property
    def kept_width(self) -> int:
        """How many counts its memory has for each word."""
        ...

    def with_kept(self, kept: Kept) -> Self:
        """Return the component with that memory, for the model folder."""
        ...

    def to_arrays(self) -> Mapping[str, Floats]:
        """Return its parameters by name, for the model folder."""
        ...

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, Floats]) -> Self:
        """Return the component that ``to_arrays`` described."""
        ...


@dataclass(frozen=True, slots=True)
class Fixed:
    """A component in which nothing is learnt or kept."""

    copies: ClassVar[bool] = False
    learnt: ClassVar[Set[str]] = frozenset()

    @classmethod
    def start(cls, settings: Settings) -> Self:
        """There is nothing to set."""
        return cls()

    def reestimated(self, relations: Relations, counts: ComponentCounts) -> Self:
        """Nothing to learn."""
        return self

    def keeping(self, relations: Relations, types: Types) -> Self:
        """Nothing to keep."""
        return self

    @property
    def kept(self) -> Kept | None:
        """Nothing is kept."""
        return None

    @property
    def kept_width(self) -> int:
        """Nothing is kept."""
        return 0

    def with_kept(self, kept: Kept) -> Self:
        """Nothing was kept."""
        return self

    def to_arrays(self) -> Mapping[str, Floats]:
        """No parameters."""
        return {}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, Floats]) -> Self:
        """No parameters."""
        return cls()
