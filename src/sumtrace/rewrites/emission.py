"""What scores of words must be able to do inside the recursions: the mirror of jumps/operator.py.

The rewrites of a model, a NamedTuple of arrays, become for one pair an *emission*, which knows the score
``rewrite(s[t:u] | d[j:k])`` of every summary phrase at every document phrase. The recursions ask for these scores and give
back what they find likely; they know neither types nor tables.

- ``emission(rewrites, pair, places)`` returns the emission of a pair (encoding/block.py); ``places`` is scratch space of
  the caller's, one number for each type, -1 everywhere before and after;
- ``null_score(emission, t)`` is ``rewrite(s_t | null)``;
- ``row(emission, t)`` returns what ``score`` needs of summary token t;
- ``score(row, j)`` is ``rewrite(s_t | d_j)``, landing weights included;
- ``cell_score(emission, c)`` is the score of phrase pair (cell) ``c``.

Expected counts go into a *tally*, by type or by token, whichever the caller wants to know:

- ``tally_row(tally, t)`` returns what ``credit`` needs of summary token t;
- ``credit(row, j, posterior)`` adds the posterior of summary token t coming from document token j.

by_type.py scores pairs of types from the model's tables; by_token.py scores pairs of tokens that were computed before.
"""

from __future__ import annotations

from typing import Any


def emission(rewrites: Any, pair: Any, places: Any) -> Any:
    """Return the emission of one pair."""
    raise TypeError("called from compiled code only")


def null_score(emission: Any, t: int) -> float:
    """``rewrite(s_t | null)``."""
    raise TypeError("called from compiled code only")


def row(emission: Any, t: int) -> Any:
    """Return the scores of summary token ``t``."""
    raise TypeError("called from compiled code only")


def score(row: Any, j: int) -> float:
    """``rewrite(s_t | d_j)``."""
    raise TypeError("called from compiled code only")


def cell_score(emission: Any, c: int) -> float:
    """Return the score of phrase pair ``c``."""
    raise TypeError("called from compiled code only")


def tally_row(tally: Any, t: int) -> Any:
    """Return where the counts of summary token ``t`` go."""
    raise TypeError("called from compiled code only")


def credit(row: Any, j: int, posterior: float) -> None:
    """Add the posterior of document token ``j`` to the counts of a summary token."""
    raise TypeError("called from compiled code only")
