"""Sumtrace traces every word of a summary back to the document it came from."""

from sumtrace.alignment import Alignment, Link
from sumtrace.corpus import Pair
from sumtrace.errors import InputError, MissingExtraError, ModelError, OutputError, SumtraceError
from sumtrace.text import Text

__version__ = "0.1.0"

__all__ = [
    "Alignment",
    "InputError",
    "Link",
    "MissingExtraError",
    "ModelError",
    "OutputError",
    "Pair",
    "SumtraceError",
    "Text",
]
