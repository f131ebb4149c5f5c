"""Waiting for states: a slow machine makes a test take longer, never fail.

``expect`` is playwright's, with patience for a busy machine; ``until`` asks again and again for all that it cannot see,
``placed`` for where elements are. A page may draw an element again at any moment, so nothing read once from it is certain.
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


def placed(condition: Callable[..., bool], *nodes: Any) -> None:
    """Wait until the boxes of elements, all of them drawn, satisfy a condition."""

    def holds() -> bool:
        boxes = [node.bounding_box() for node in nodes]
        return None not in boxes and condition(*boxes)

    until(holds)
