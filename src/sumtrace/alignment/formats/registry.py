"""The formats there are, and which one a file is in."""

from __future__ import annotations

from pathlib import Path

from sumtrace.alignment.formats.a3 import A3
from sumtrace.alignment.formats.brat import BRAT
from sumtrace.alignment.formats.csv import CSV
from sumtrace.alignment.formats.format import Format, Input
from sumtrace.alignment.formats.gold import GOLD
from sumtrace.alignment.formats.jacana import JACANA
from sumtrace.alignment.formats.msr import MSR
from sumtrace.alignment.formats.multimwa import MULTIMWA
from sumtrace.alignment.formats.naacl import NAACL
from sumtrace.alignment.formats.native import NATIVE
from sumtrace.alignment.formats.parquet import PARQUET
from sumtrace.alignment.formats.pharaoh import PHARAOH
from sumtrace.alignment.formats.superpal import SUPERPAL
from sumtrace.errors import InputError, OutputError
from sumtrace.files import STANDARD

FORMATS: tuple[Format, ...] = (
    NATIVE,
    GOLD,
    PHARAOH,
    NAACL,
    A3,
    MSR,
    JACANA,
    MULTIMWA,
    SUPERPAL,
    BRAT,
    CSV,
    PARQUET,
)
"""All formats; the first whose contents fit is taken where a file's suffix does not tell."""


def by_name(name: str) -> Format:
    """Return the format of that name."""
    for form in FORMATS:
        if form.name == name:
            return form
    raise InputError(f"unknown format {name!r}", hint=f"Known: {', '.join(form.name for form in FORMATS)}.")


def guess_input(source: Input) -> Format:
    """Return the format of an open file from its contents where they tell, else from its suffix."""
    by_suffix = _of_suffix(source.source)
    for form in (*by_suffix, *FORMATS):
        if form.sniff(source.head):
            return form
    if by_suffix:
        return by_suffix[0]
    raise InputError(
        "cannot tell the format from the suffix or the contents",
        file=source.source,
        hint=f"Name it, one of: {', '.join(form.name for form in FORMATS)}.",
    )


def guess_output(target: str | Path) -> Format:
    """Return the format that a file to be written gets from its suffix; standard output gets the native one."""
    if str(target) == STANDARD:
        return NATIVE
    if str(target).endswith(("/", "\\")) or Path(target).is_dir():
        return BRAT
    by_suffix = _of_suffix(target)
    if not by_suffix:
        raise OutputError(
            f"the suffix of {target} does not determine the format; name it, one of: "
            f"{', '.join(form.name for form in FORMATS)}"
        )
    return by_suffix[0]


def _of_suffix(name: str | Path) -> list[Format]:
    """Return the formats with a suffix of that file name, longest suffix first."""
    plain = Path(name).name.removesuffix(".gz").lower()
    found = [(len(suffix), form) for form in FORMATS for suffix in form.suffixes if plain.endswith(suffix.lower())]
    return [form for _, form in sorted(found, key=lambda entry: -entry[0])]
