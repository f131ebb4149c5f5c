"""Reports: pages, pictures and tables for people."""

from sumtrace.report.page import to_html, write_view

__all__ = ["to_html", "write_view"]
