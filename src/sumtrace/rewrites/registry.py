"""Rewrite components by name: a new one is one file and one line here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sumtrace.rewrites.identity import Identity
from sumtrace.rewrites.stem import Stem
from sumtrace.rewrites.wordnet import WordNet

if TYPE_CHECKING:
    from sumtrace.rewrites.component import Component

COMPONENTS: dict[str, Any] = {component.name: component for component in (Identity, Stem, WordNet)}


def start_components(senses: int, reach: int, only_other_stems: bool) -> list[Component]:
    """Return all components, untrained."""
    return [Identity(), Stem(), WordNet(1.0, senses, reach, only_other_stems)]
