"""Sumtrace traces every word of a summary back to the document it came from.

>>> import sumtrace
>>> sumtrace.check("The bridge cost four million pounds.", "The bridge cost five million pounds.")
Check('pair', 1 claim: 1 differs)
>>> sumtrace.load().align("The mayor opened the new bridge on Friday.", "Mayor opens bridge.")
Alignment('pair', 4 links, 9 -> 4 words)
"""

from typing import TYPE_CHECKING, Any

from sumtrace.alignment import Alignment, Link
from sumtrace.alignment.formats import read_alignments, write_alignments
from sumtrace.corpus import Pair
from sumtrace.corpus.reading import pairs_from, read_pairs
from sumtrace.errors import InputError, MissingExtraError, ModelError, OutputError, SumtraceError
from sumtrace.text import Text
from sumtrace.version import __version__

if TYPE_CHECKING:
    from sumtrace.aligner import Aligner, load
    from sumtrace.checking import Check, check
    from sumtrace.evaluation.scores import evaluate
    from sumtrace.tuning import Tuning, tune

__all__ = [
    "Aligner",
    "Alignment",
    "Check",
    "InputError",
    "Link",
    "MissingExtraError",
    "ModelError",
    "OutputError",
    "Pair",
    "SumtraceError",
    "Text",
    "Tuning",
    "__version__",
    "check",
    "evaluate",
    "load",
    "pairs_from",
    "read_alignments",
    "read_pairs",
    "tune",
    "write_alignments",
]


def __dir__() -> list[str]:
    return __all__


def __getattr__(name: str) -> Any:
    # the compiler behind the aligner takes half a second to import: only those who align wait for it
    if name in ("Aligner", "load"):
        from sumtrace import aligner

        return getattr(aligner, name)
    if name in ("Check", "check"):
        from sumtrace import checking

        return getattr(checking, name)
    if name in ("Tuning", "tune"):
        from sumtrace import tuning

        return getattr(tuning, name)
    if name == "evaluate":
        from sumtrace.evaluation.scores import evaluate

        return evaluate
    raise AttributeError(f"module 'sumtrace' has no attribute {name!r}")
