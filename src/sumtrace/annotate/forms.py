"""What may be marked on a pair, and what becomes of the marks: alignments, ratings, or (review.py) reviews.

A form checks a mark before it is kept, says how far a pair is, and turns its marks into a line of the output file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple, Protocol

import msgspec

from sumtrace.annotate.marks import LONGEST_NOTE, linked_words, marks_from, null_words, to_alignment
from sumtrace.annotate.sheet import Marks, Sheet
from sumtrace.corpus.pair import Pair
from sumtrace.errors import InputError
from sumtrace.files import lines

MOST_CHANGES = 20_000
"""Marks that one edit may set."""
LONGEST_WORK = 1e9
"""Seconds on a pair that a file can tell of."""

_LINK = re.compile(r"link/[a-z0-9]{1,20}")
_NULL = re.compile(r"null/(0|[1-9][0-9]{0,8})")
_REJECTED = re.compile(r"rejected/[0-9,|-]{1,20000}")
_DECIDED = re.compile(r"decided/[a-z0-9]{1,20}")


_Seconds = Annotated[float, msgspec.Meta(ge=0, le=LONGEST_WORK)]
_Note = Annotated[str, msgspec.Meta(max_length=LONGEST_NOTE)]


class Start(NamedTuple):
    """What a pair begins with: marks, and the seconds that were spent on them."""

    marks: Marks
    seconds: float = 0.0


class _Work(msgspec.Struct):
    """What an output file tells of the work on a pair."""

    done: bool = False
    seconds: _Seconds = 0.0
    notes: dict[str, _Note] = {}


class Form(Protocol):
    """A kind of annotation."""

    name: str

    def check(self, name: str, value: Any, pair: Pair) -> None:
        """Raise InputError unless the mark may stand on the pair."""
        ...

    def clash(self, marks: Marks) -> str | None:
        """Say what cannot stand together among the marks, None where all can."""
        ...

    def judged(self, marks: Marks, pair: Pair) -> tuple[int, int]:
        """Return how many units of the pair are decided, of how many."""
        ...

    def finished(self, marks: Marks, pair: Pair) -> bool:
        """Whether the annotator is through with a pair."""
        ...

    def record(self, pair: Pair, sheet: Sheet, annotator: str | None) -> dict[str, Any]:
        """Return the pair's line of the output file."""
        ...

    def read(self, output: Path, pairs: Sequence[Pair]) -> dict[str, Start]:
        """Return what an output file holds on the pairs, by their ids."""
        ...


class AlignmentForm:
    """Links, words without a source, comments, what became of suggestions and disagreements."""

    name = "align"

    def check(self, name: str, value: Any, pair: Pair) -> None:
        """Raise InputError unless the mark may stand on the pair."""
        if _LINK.fullmatch(name):
            _check_link(value, pair)
        elif match := _NULL.fullmatch(name):
            check_note(value)
            if int(match[1]) >= len(pair.summary):
                raise InputError(f"no summary word {match[1]}")
        elif name == "comment":
            check_note(value)
        elif name == "done" or _REJECTED.fullmatch(name):
            _check_true(value)
        elif _DECIDED.fullmatch(name):
            check_note(value)
        else:
            raise InputError(f"unknown mark {name[:60]!r}")

    def clash(self, marks: Marks) -> str | None:
        """A summary word has a source or it has none."""
        both = linked_words(marks) & null_words(marks)
        return f"summary word {min(both)} is both linked and marked as having no source" if both else None

    def judged(self, marks: Marks, pair: Pair) -> tuple[int, int]:
        """Return how many summary words are linked or have no source, of how many."""
        return len(linked_words(marks) | null_words(marks)), len(pair.summary)

    def finished(self, marks: Marks, pair: Pair) -> bool:
        """Whether the annotator said so."""
        return bool(marks.get("done"))

    def record(self, pair: Pair, sheet: Sheet, annotator: str | None) -> dict[str, Any]:
        """Return the native record, with the work on it: ``done``, ``seconds``, ``notes`` on words without a source."""
        from sumtrace.alignment.formats.native import to_native

        record = to_native(to_alignment(sheet.marks, pair, annotator))
        notes = {name[5:]: value for name, value in sheet.marks.items() if name.startswith("null/") and value}
        work = {"done": bool(sheet.marks.get("done")), "seconds": round(sheet.seconds, 1), "notes": notes}
        return {**record, "work": {key: value for key, value in work.items() if value or key == "done"}}

    def read(self, output: Path, pairs: Sequence[Pair]) -> dict[str, Start]:
        """Return the alignments of a native file as marks, with the work on them where the file tells."""
        starts = {}
        works: dict[str, _Work] = {}
        for number, record in enumerate(records(output), start=1):
            _refuse_models(record, output, number)
            try:
                works[str(record.get("id"))] = msgspec.convert(record.get("work") or {}, _Work)
            except (ValueError, msgspec.MsgspecError) as error:
                raise InputError(f"work: {error}", file=output, line=number) from error
        for name, marks in marks_from(output, pairs, format="native").items():
            work = works.get(name, _Work())
            notes = {f"null/{j}": note for j, note in work.notes.items() if f"null/{j}" in marks}
            done = {"done": True} if work.done else {}
            starts[name] = Start({**marks, **notes, **done}, work.seconds)
        return starts


class AdjudicationForm(AlignmentForm):
    """An alignment decided between annotators: the units are their disagreements."""

    name = "adjudicate"

    def __init__(self, disagreements: Mapping[str, Sequence[str]]) -> None:
        self._keys = disagreements

    def judged(self, marks: Marks, pair: Pair) -> tuple[int, int]:
        """Return how many disagreements are decided, of how many."""
        keys = self._keys[pair.id]
        return sum(f"decided/{key}" in marks for key in keys), len(keys)

    def finished(self, marks: Marks, pair: Pair) -> bool:
        """Whether every disagreement is decided."""
        return all(f"decided/{key}" in marks for key in self._keys[pair.id])


class RatingForm:
    """One number a pair: 0 none, 1 some, 2 all of the summary's information is in the document."""

    name = "rate"

    def check(self, name: str, value: Any, pair: Pair) -> None:
        """Raise InputError unless the mark is a rating or a comment."""
        if name == "rating":
            if value not in (0, 1, 2) or isinstance(value, (bool, float)):
                raise InputError("a rating is 0, 1 or 2")
        elif name == "comment":
            check_note(value)
        else:
            raise InputError(f"unknown mark {name[:60]!r}")

    def clash(self, marks: Marks) -> str | None:
        """Ratings cannot clash."""
        return None

    def judged(self, marks: Marks, pair: Pair) -> tuple[int, int]:
        """Return 1 of 1 for a rated pair."""
        return int("rating" in marks), 1

    def finished(self, marks: Marks, pair: Pair) -> bool:
        """Whether the pair is rated."""
        return "rating" in marks

    def record(self, pair: Pair, sheet: Sheet, annotator: str | None) -> dict[str, Any]:
        """Return ``{"id", "rating", "comment", "annotator", "seconds"}``, without what is not known."""
        record = {
            "id": pair.id,
            "rating": sheet.marks.get("rating"),
            "comment": sheet.marks.get("comment"),
            "annotator": annotator,
            "seconds": round(sheet.seconds, 1),
        }
        return {key: value for key, value in record.items() if value is not None}

    def read(self, output: Path, pairs: Sequence[Pair]) -> dict[str, Start]:
        """Return the ratings of a file."""
        starts = {}
        known = {pair.id: pair for pair in pairs}
        for number, record in enumerate(records(output), start=1):
            name = str(record.get("id"))
            if name not in known:
                raise InputError("not among the given pairs", file=output, line=number, pair=name)
            marks = {key: record[key] for key in ("rating", "comment") if record.get(key) is not None}
            for key, value in marks.items():
                try:
                    self.check(key, value, known[name])
                except InputError as error:
                    raise error.at(file=output, line=number, pair=name) from error
            try:
                seconds = msgspec.convert(record.get("seconds", 0.0), _Seconds)
            except (ValueError, msgspec.MsgspecError) as error:
                raise InputError(f"seconds: {error}", file=output, line=number, pair=name) from error
            starts[name] = Start(marks, seconds)
        return starts


def records(source: Path) -> Iterator[dict[str, Any]]:
    """Yield the objects of a file of JSON lines."""
    for number, line in lines(source):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except (ValueError, RecursionError, msgspec.MsgspecError) as error:
            raise InputError(f"not valid JSON: {error}", file=source, line=number) from error
        if not isinstance(record, dict):
            raise InputError("not a JSON object", file=source, line=number)
        yield record


def _refuse_models(record: Mapping[str, Any], output: Path, number: int) -> None:
    """Refuse to replace an aligner's output by gold, which has no place for its probabilities."""
    if record.keys() & {"model", "null_prob", "posteriors", "sources"}:
        raise InputError(
            "this is an aligner's output, which the gold would replace",
            file=output,
            line=number,
            hint="Pass it to --start-from or --suggest-from, and choose another -o.",
        )


def _check_link(value: Any, pair: Pair) -> None:
    needed = {"doc", "sum", "label"}
    if not isinstance(value, dict) or not needed <= value.keys() <= needed | {"comment", "from"}:
        raise InputError("a link has doc, sum, label and perhaps comment and from")
    for side, length in (("doc", len(pair.document)), ("sum", len(pair.summary))):
        spans = value[side]
        if not isinstance(spans, list) or not spans:
            raise InputError(f"a link's {side} is a list of spans")
        previous = -1
        for span in spans:
            if not (isinstance(span, list) and len(span) == 2 and all(type(place) is int for place in span)):
                raise InputError(f"a link's {side} span is [start, end)")
            if not previous < span[0] < span[1] <= length:
                raise InputError(f"{side} span {span} is empty, out of order or outside the {length} words")
            previous = span[1]
    if value["label"] not in ("S", "P"):
        raise InputError("a link's label is S or P")
    check_note(value.get("comment", ""))
    if value.get("from", "suggestion") != "suggestion":
        raise InputError("a link comes from a person or from a suggestion")


def check_note(value: Any) -> None:
    """Raise InputError unless the value is a note that a file can hold."""
    if not isinstance(value, str) or len(value) > LONGEST_NOTE:
        raise InputError(f"a note is text of at most {LONGEST_NOTE} characters")
    if any("\ud800" <= character <= "\udfff" for character in value):
        raise InputError("a note contains half a character (a lone surrogate), which cannot be stored")


def _check_true(value: Any) -> None:
    if value is not True:
        raise InputError("this mark must be true or removed")
