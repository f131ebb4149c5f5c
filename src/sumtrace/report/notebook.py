"""An alignment inside a notebook: the view in a frame that can reach nothing outside itself."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from sumtrace.alignment.alignment import Alignment
from sumtrace.report.page import to_html

if TYPE_CHECKING:
    from sumtrace.checking import Check

HEIGHT = 560


def to_frame(alignment: Alignment, check: Check | None = None) -> str:
    """Return the view as a sandboxed frame: its script runs, but without access to the notebook, storage or network."""
    page = html.escape(to_html(alignment, checks=None if check is None else lambda pair: check), quote=True)
    return (
        f'<iframe title="Sumtrace: {html.escape(alignment.id, quote=True)}" sandbox="allow-scripts" loading="lazy" '
        f'style="width:100%;height:{HEIGHT}px;border:1px solid #8884;border-radius:8px" srcdoc="{page}"></iframe>'
    )
