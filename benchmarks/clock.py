"""CPU time, of this process and of those it started."""

from __future__ import annotations

import resource
from collections.abc import Callable
from typing import Any


def cpu_seconds() -> float:
    """Return the CPU time spent so far."""
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def timed(work: Callable[..., Any], *arguments: Any) -> float:
    """Return the CPU time of a call."""
    before = cpu_seconds()
    work(*arguments)
    return cpu_seconds() - before
