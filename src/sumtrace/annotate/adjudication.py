"""Adjudication: two or three annotators' alignments of the same pairs, and the decisions between them.

Marks on which all agree are taken over. The others are grouped into disagreements, the largest sets of marks that share
no summary word with each other, and each is decided as a whole: as one of the annotators has it, or by hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from sumtrace.alignment import Alignment
from sumtrace.annotate.marks import LONGEST_NOTE, from_alignment
from sumtrace.annotate.sheet import Marks
from sumtrace.corpus.pair import Pair
from sumtrace.errors import InputError


@dataclass(frozen=True, slots=True)
class Dispute:
    """Summary words on which the annotators differ; a version sets the marks in question as one annotator has them."""

    key: str
    words: tuple[int, ...]
    versions: tuple[Marks, ...]


@dataclass(frozen=True, slots=True)
class Adjudication:
    """The annotators, the pairs that all of them aligned, and where they differ on each."""

    names: tuple[str, ...]
    pairs: tuple[Pair, ...]
    alignments: tuple[tuple[Alignment, ...], ...]
    agreed: Mapping[str, Marks]
    disagreements: Mapping[str, tuple[Dispute, ...]]
    left_out: int

    @classmethod
    def of(cls, files: Sequence[str | Path], pairs: Sequence[Pair]) -> Adjudication:
        """Read the annotators' files."""
        if not 2 <= len(files) <= 3:
            raise InputError(
                f"adjudication takes two or three annotators' files, not {len(files)}",
                hint="sumtrace annotate PAIRS -o GOLD.jsonl --adjudicate A.jsonl B.jsonl",
            )
        read = [_read(file, pairs) for file in files]
        common = tuple(pair for pair in pairs if all(pair.id in alignments for alignments in read))
        if not common:
            raise InputError("no pair was aligned by all annotators", hint="Check that the files belong together.")
        agreed, disagreements = {}, {}
        for pair in common:
            agreed[pair.id], disagreements[pair.id] = compared([from_alignment(one[pair.id]) for one in read])
        return cls(
            _names(files, [next(iter(one.values())) for one in read]),
            common,
            tuple(tuple(one[pair.id] for pair in common) for one in read),
            agreed,
            disagreements,
            len({name for one in read for name in one}) - len(common),
        )


def compared(versions: Sequence[Marks]) -> tuple[Marks, tuple[Dispute, ...]]:
    """Return the marks on which all versions agree, and the disagreements on the rest in the order of the summary.

    Comments do not make a disagreement; those of all annotators are kept.
    """
    agreed: Marks = {}
    words: dict[str, set[int]] = {}
    for name in dict.fromkeys(name for version in versions for name in version):
        values = [version.get(name) for version in versions]
        if name == "comment":
            agreed[name] = _joined_notes(values)
        elif all(_essence(value) == _essence(values[0]) for value in values):
            agreed[name] = _with_notes(values)
        else:
            words[name] = _words(name, next(value for value in values if value is not None))
    found = []
    for names in _connected(words):
        marks = tuple({name: version.get(name) for name in names} for version in versions)
        together = tuple(sorted(set().union(*(words[name] for name in names))))
        found.append(Dispute(_key(marks), together, marks))
    return agreed, tuple(sorted(found, key=lambda one: (one.words, one.key)))


def _read(file: str | Path, pairs: Sequence[Pair]) -> dict[str, Alignment]:
    from sumtrace.alignment.formats.exchange import read_alignments

    alignments: dict[str, Alignment] = {}
    for alignment in read_alignments(file, pairs=pairs):
        if alignment.id in alignments:
            raise InputError("more than one alignment of this pair", file=file, pair=alignment.id)
        alignments[alignment.id] = alignment
    if not alignments:
        raise InputError("contains no alignments", file=file)
    return alignments


def _names(files: Sequence[str | Path], first: Sequence[Alignment]) -> tuple[str, ...]:
    """Return the annotators' names where the files tell different ones, else the files' names, else letters."""
    told = [alignment.annotator for alignment in first]
    stems = [Path(file).name.split(".")[0] for file in files]
    for names in (told, stems):
        if all(names) and len(set(names)) == len(names):
            return tuple(str(name) for name in names)
    return tuple("ABC"[: len(files)])


def _essence(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: part for key, part in value.items() if key not in ("comment", "from")}
    return "" if isinstance(value, str) else value


def _with_notes(values: Sequence[Any]) -> Any:
    if isinstance(values[0], dict):
        note = _joined_notes([value.get("comment") for value in values])
        plain: Marks = _essence(values[0])
        return {**plain, "comment": note} if note else plain
    return _joined_notes(values)


def _joined_notes(notes: Sequence[str | None]) -> str:
    return " / ".join(dict.fromkeys(note for note in notes if note))[:LONGEST_NOTE]


def _words(name: str, value: Any) -> set[int]:
    if name.startswith("null/"):
        return {int(name[5:])}
    return {j for a, b in value["sum"] for j in range(a, b)}


def _connected(words: Mapping[str, set[int]]) -> list[list[str]]:
    """Return the marks' names in groups: two are together where they share a summary word, or a third ties them."""
    groups: list[tuple[set[int], list[str]]] = []
    for name, own in words.items():
        apart = [group for group in groups if not group[0] & own]
        tied = [group for group in groups if group[0] & own]
        apart.append((own.union(*(group[0] for group in tied)), [n for group in tied for n in group[1]] + [name]))
        groups = apart
    return [sorted(names) for _, names in groups]


def _key(marks: Sequence[Marks]) -> str:
    return blake2b(repr([sorted(version.items()) for version in marks]).encode(), digest_size=6).hexdigest()
