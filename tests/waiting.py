"""Waiting for states: a slow machine makes a test take longer, never fail.

``expect`` is playwright's, with patience for a busy machine; ``until`` asks again and again for all that it cannot see.
"""

import time
from collections.abc import Callable
from typing import Any

PATIENCE = 30.0
expect: Any = None  # where playwright is missing, the browser's fixture says so, and skips or fails

try:
    from playwright.sync_api import expect
except ImportError:
    pass
else:
    expect.set_options(timeout=1000 * PATIENCE)


def until(condition: Callable[[], Any], patience: float = PATIENCE) -> Any:
    """Return what a condition gives as soon as it is true."""
    end = time.monotonic() + patience
    while not (result := condition()):
        assert time.monotonic() < end, "never became true"
        time.sleep(0.02)
    return result
