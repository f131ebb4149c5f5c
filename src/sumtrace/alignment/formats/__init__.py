"""The formats alignments are exchanged in: one file a format, one registry."""

from sumtrace.alignment.formats.exchange import read_alignments, write_alignments
from sumtrace.alignment.formats.format import Format, lost
from sumtrace.alignment.formats.native import from_native, to_native
from sumtrace.alignment.formats.registry import FORMATS, by_name

__all__ = ["FORMATS", "Format", "by_name", "from_native", "lost", "read_alignments", "to_native", "write_alignments"]
