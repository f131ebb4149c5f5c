"""Help for testing programs that write summaries: fail if the document does not support a summary."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sumtrace.checking import Check, Checker, Verdict, check
from sumtrace.checking.formats import Target, render


def assert_supported(
    document: Any,
    summary: Any,
    *,
    allow: Collection[Verdict] = ("supported", "unclear"),
    min_support: float = 0.0,
    checker: Checker | None = None,
) -> Check:
    """Raise AssertionError, with the claims and their evidence, unless every claim has an allowed verdict.

    It is raised too if the summary as a whole has less support than ``min_support``, a share from 0 to 1.

    >>> assert_supported("The mayor opened the bridge on Friday.", "The bridge was opened on Friday.")  # doctest: +SKIP
    """
    __tracebackhide__ = True  # pytest shows the test that failed, not this function
    if not 0 <= min_support <= 1:
        raise ValueError(f"min_support is {min_support}, not a share from 0 to 1")
    found = check(document, summary, checker=checker)
    wrong = [claim for claim in found.claims if claim.verdict not in allow]
    if wrong or found.support < min_support:
        told = "".join(render([found], "text", Target(is_text=True)))
        short = "" if wrong else f": its support is {found.support:.1%}, required {min_support:.1%}"
        raise AssertionError(f"the document does not support the summary{short}\n{told}")
    return found
