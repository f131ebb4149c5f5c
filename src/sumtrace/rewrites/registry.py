"""Rewrite components by name: a new one is one file and one line here."""

from __future__ import annotations

from typing import Any

from sumtrace.rewrites.component import Component
from sumtrace.rewrites.identity import Identity
from sumtrace.rewrites.spelling import Spelling
from sumtrace.rewrites.stem import Stem
from sumtrace.rewrites.wordnet import WordNetDistance
from sumtrace.settings import Settings

COMPONENTS: dict[str, type[Component]] = {
    component.name: component for component in (Identity, Stem, WordNetDistance, Spelling)
}


def start_components(settings: Settings) -> list[Component]:
    """Return all components, untrained."""
    return [component.start(settings) for component in COMPONENTS.values()]
