"""A summary with numbered citations of the sentences it draws on, one file per output format."""

from sumtrace.report.citations.citing import Cited, cite
from sumtrace.report.citations.registry import style_of

__all__ = ["Cited", "cite", "style_of"]
