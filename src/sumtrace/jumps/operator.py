"""What a jump model must be able to do inside the kernels: five functions, chosen by the type of its arrays.

A jump model has *parameters*, a NamedTuple of arrays. For one document of ``m`` words the kernels turn them into an
*operator*, the matrix ``jump(j | e)`` from the end ``e`` of the last phrase (0 = start) to the start ``j`` of the next
(``j = m`` = stop), both in ``0..m``. It is never stored; its rows sum to one unless jumps are open-ended (relative.py):

- ``operator_of(parameters, m, bounds, structure)`` returns the operator for a document with sentence starts ``bounds``
  ``[S + 1]`` and the nodes ``structure`` (structure.py), which is empty unless the model looks at them;
- ``push(operator, rule, x, out)``: ``out[j] = sum over e of x[e] * jump(j | e)``, or the maximum: what is at ``e`` is joined
  by the rule (joining.py);
- ``pull(operator, y, x, out, statistics)``: ``out[e] = sum over j of jump(j | e) * y[j]`` and, unless ``statistics`` is
  empty, adds the expected counts ``x[e] * jump(j | e) * y[j]`` to it;
- ``finish(operator, statistics)`` adds what can only be counted when a whole pair is done;
- ``column(operator, j, best, out)``: ``out[e] = jump(j | e)``, or with ``best`` the part of it that the maximum compares
  (a mixture compares its components one by one).

Each costs O(m) or O(m log m) a step. A model's file implements them for its own NamedTuples (``kernels.implements``), so
that the inference kernels are compiled for whichever model they are given.
"""

from __future__ import annotations

from typing import Any


def operator_of(parameters: Any, m: int, bounds: Any, structure: Any) -> Any:
    """Return the operator of a document with ``m`` words."""
    raise TypeError("called from compiled code only")


def push(operator: Any, rule: Any, x: Any, out: Any) -> None:
    """``out[j] = sum over e of x[e] * jump(j | e)``, or the maximum, as the rule says."""
    raise TypeError("called from compiled code only")


def pull(operator: Any, y: Any, x: Any, out: Any, statistics: Any) -> None:
    """``out[e] = sum over j of jump(j | e) * y[j]``; collects expected counts where there is room."""
    raise TypeError("called from compiled code only")


def finish(operator: Any, statistics: Any) -> None:
    """Add the counts that need the whole pair."""
    raise TypeError("called from compiled code only")


def column(operator: Any, j: int, best: bool, out: Any) -> None:
    """``out[e] = jump(j | e)`` for all e."""
    raise TypeError("called from compiled code only")
