"""Rewrite components by name: a new one is one file, one line here, and its name in settings.py."""

from __future__ import annotations

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
