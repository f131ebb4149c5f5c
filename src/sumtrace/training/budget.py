"""How many entries of the lexical table fit a memory budget."""

from __future__ import annotations

from sumtrace.errors import InputError

PROGRAM = 400e6
"""Bytes the program takes before any vocabulary, with the blocks that two threads count."""
PER_TYPE = 400
"""Bytes for each word or phrase: its row, its relations and what is counted for it."""
PER_ENTRY = 100
"""Bytes for each entry of the lexical table at the height of an iteration, when new ones are merged."""
LEAST = 10_000
"""Entries; with fewer there is nothing worth learning."""


def entries_within(budget: float, type_count: int) -> int:
    """Return how many entries a table of so many types may have; the same on every machine, so training is too.

    It depends on nothing but the budget and the types, and so never on threads or on what memory is free.
    """
    fixed = PROGRAM + PER_TYPE * type_count
    entries = int((budget - fixed) // PER_ENTRY)
    if entries < LEAST:
        raise InputError(
            f"a memory budget of {budget / 1e6:,.0f} MB is too small: {type_count:,} words and phrases need "
            f"{fixed / 1e6:,.0f} MB before anything is learnt",
            hint=f"Use at least {(fixed + LEAST * PER_ENTRY) / 1e6:,.0f} MB.",
        )
    return entries
