"""What scores of words must be able to do inside the kernels: the mirror of jumps/operator.py.

The rewrites of a model, a NamedTuple of arrays, become for one pair an *emission*, which knows the score
``rewrite(s[t:u] | d[j:k])`` of every summary phrase at every document phrase. The recursions ask for these scores and give
back what they find likely; they know neither types nor tables.

- ``scratch(rewrites)`` returns what ``emission`` works with, for any number of pairs;
- ``emission(rewrites, pair, scratch)`` returns the emission of a pair (encoding/block.py);
- ``null_score(emission, t)`` is ``rewrite(s_t | null)``;
- ``scores_at(emission, t)`` returns what ``score`` needs of summary token t;
- ``score(row, j)`` is ``rewrite(s_t | d_j)``, landing weights included;
- ``cell_score(emission, c)`` is the score of phrase pair (cell) ``c``;
- ``explain(emission, pair, rewrites, by)`` writes down which component explains each word pair ``by[t, j]``, by its number:
  copying where one word is a copy of the other, else what has the largest part of the score. ``BY_LEXICAL`` is the lexical
  table, and the number after the last component's is what the token level adds.

Expected counts go into a *tally*, by type or by token, whichever the caller wants to know:

- ``tally_row(tally, t)`` returns what ``credit`` needs of summary token t;
- ``credit(row, j, posterior)`` adds the posterior of summary token t coming from document token j.

Training learns about types, so it asks what is behind the scores, of all but given ones:

- ``types_behind(rewrites)`` and ``scores_of_types(emission)`` return the type-level part of either (by_type.py);
- ``empty_tally(emission)`` returns a tally in which nothing is counted yet;
- ``counts_by_type(emission, tally, pair)`` returns what is credited to pairs of types ``[s, d]``, and the sum of the rest.

by_type.py scores pairs of types from the model's tables. by_token.py scores pairs of tokens: on top of the types, so that EM
can learn the types under them, or once and for all, as pairs are read in context.
"""

from __future__ import annotations

from typing import Any

BY_LEXICAL = -1
"""What explains a word pair that no component does: the lexical table."""


def scratch(rewrites: Any) -> Any:
    """Return what ``emission`` works with."""
    raise TypeError("called from compiled code only")


def emission(rewrites: Any, pair: Any, scratch: Any) -> Any:
    """Return the emission of one pair."""
    raise TypeError("called from compiled code only")


def null_score(emission: Any, t: int) -> float:
    """``rewrite(s_t | null)``."""
    raise TypeError("called from compiled code only")


def scores_at(emission: Any, t: int) -> Any:
    """Return the scores of summary token ``t``."""
    raise TypeError("called from compiled code only")


def score(row: Any, j: int) -> float:
    """``rewrite(s_t | d_j)``."""
    raise TypeError("called from compiled code only")


def cell_score(emission: Any, c: int) -> float:
    """Return the score of phrase pair ``c``."""
    raise TypeError("called from compiled code only")


def explain(emission: Any, pair: Any, rewrites: Any, by: Any) -> None:
    """Write down which component explains each word pair ``[T, m]``."""
    raise TypeError("called from compiled code only")


def tally_row(tally: Any, t: int) -> Any:
    """Return where the counts of summary token ``t`` go."""
    raise TypeError("called from compiled code only")


def credit(row: Any, j: int, posterior: float) -> None:
    """Add the posterior of document token ``j`` to the counts of a summary token."""
    raise TypeError("called from compiled code only")


def types_behind(rewrites: Any) -> Any:
    """Return the type-level part of a model's rewrites."""
    raise TypeError("called from compiled code only")


def scores_of_types(emission: Any) -> Any:
    """Return the type-level scores of an emission."""
    raise TypeError("called from compiled code only")


def empty_tally(emission: Any) -> Any:
    """Return a tally in which nothing is counted."""
    raise TypeError("called from compiled code only")


def counts_by_type(emission: Any, tally: Any, pair: Any) -> Any:
    """Return what a tally credits to pairs of types ``[s, d]``, and the sum of the rest."""
    raise TypeError("called from compiled code only")
