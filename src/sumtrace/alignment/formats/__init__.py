"""The formats alignments are exchanged in: one file per format, one registry."""

from sumtrace.alignment.formats.exchange import format_of, read_alignments, write_alignments
from sumtrace.alignment.formats.format import Feature, Format, FormatName, lost
from sumtrace.alignment.formats.native import from_native, to_native
from sumtrace.alignment.formats.registry import FORMATS, by_name, guess_output

__all__ = [
    "FORMATS",
    "Feature",
    "Format",
    "FormatName",
    "by_name",
    "format_of",
    "from_native",
    "guess_output",
    "lost",
    "read_alignments",
    "to_native",
    "write_alignments",
]
