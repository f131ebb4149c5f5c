"""A summary with numbered citations of the sentences it draws on, one file per output format."""

from sumtrace.report.citations.citing import Cited, cite
from sumtrace.report.citations.registry import StyleName, style_of
from sumtrace.report.citations.style import Style

__all__ = ["Cited", "Style", "StyleName", "cite", "style_of"]
