"""A desk: one annotator's pairs, the marks on them, and the files that keep the marks.

The journal beside the output file is the truth: every change is in it before the answer says so. The output file
follows a moment later, replaced as a whole; a new start rebuilds it from the journal.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from sumtrace.alignment.formats.helpers.json_lines import encode_json
from sumtrace.annotate.forms import LONGEST_WORK, MOST_CHANGES, Form, Start
from sumtrace.annotate.journal import Journal
from sumtrace.annotate.output import Output, digest_of
from sumtrace.annotate.sheet import Marks, Sheet
from sumtrace.corpus.pair import Pair
from sumtrace.errors import InputError

Step = Literal["set", "undo", "redo"]


@dataclass(frozen=True, slots=True)
class Edit:
    """What a page asks for: its own name for the edit, the revision it was made on, and what to do."""

    name: str
    base: int
    step: Step
    changes: Mapping[str, Any]


class _Kept(msgspec.Struct):
    """A record of the journal: what was done to a pair's marks, or which output file was written."""

    pair: str | None = None
    words: str | None = None
    start: Marks = {}
    edit: str = ""
    set: Marks | None = None
    undo: bool = False
    redo: bool = False
    seconds: Annotated[float, msgspec.Meta(ge=0, le=LONGEST_WORK)] = 0.0
    output: str | None = None


class ConflictError(InputError):
    """An edit of marks that have changed meanwhile, or that cannot stand beside those there now."""


class Desk:
    """The work of one annotator, open for edits from any number of windows."""

    def __init__(
        self,
        pairs: Sequence[Pair],
        output: Path,
        form: Form,
        *,
        annotator: str | None = None,
        start: Mapping[str, Marks] | None = None,
    ) -> None:
        self.pairs = pairs
        self.output = output
        self.form = form
        self.annotator = annotator
        self._lock = threading.RLock()
        self._begun: set[str] = set()
        self._journal = Journal(output.with_name(output.name + ".journal"))
        try:
            self._sheets = [Sheet() for _ in pairs]
            known = self._replay(output)
            if not known and output.exists():
                self._begin(form.read(output, pairs))
            self._begin({name: Start(marks) for name, marks in (start or {}).items()})
            self._writer = Output(output, len(pairs), self._lines, self._journal)
            self._writer.start()
        except BaseException:
            self._journal.close()
            raise

    def sheet(self, number: int) -> dict[str, Any]:
        """Return what a page needs to show the marks on a pair."""
        with self._lock:
            sheet = self._sheets[number]
            return {
                "marks": sheet.marks,
                "revision": sheet.revision,
                "undo": sheet.undoable,
                "redo": sheet.redoable,
                "seconds": round(sheet.seconds, 1),
            }

    def marks(self, number: int) -> Marks:
        """Return the marks on a pair."""
        with self._lock:
            return self._sheets[number].marks

    def revision(self, number: int) -> int:
        """Return how many edits, undos and redos led to the marks on a pair."""
        with self._lock:
            return self._sheets[number].revision

    def edit(self, number: int, edit: Edit) -> dict[str, Any]:
        """Make an edit, keep it, and return the sheet; an edit that was already made is not made again."""
        with self._lock:
            sheet, pair = self._sheets[number], self.pairs[number]
            if sheet.knows(edit.name):
                return self.sheet(number)
            if edit.base != sheet.revision:
                raise ConflictError("the marks have changed in the meantime", pair=pair.id)
            record: dict[str, Any] = {"pair": pair.id, "edit": edit.name, "at": round(time.time(), 3)}
            if edit.step == "set":
                self._check(edit.changes, sheet, pair)
                self._keep(pair, {**record, "set": dict(edit.changes)})
                sheet.edit(edit.name, edit.changes)
            else:
                if not (sheet.undoable if edit.step == "undo" else sheet.redoable):
                    return self.sheet(number)
                self._keep(pair, {**record, edit.step: True})
                (sheet.undo if edit.step == "undo" else sheet.redo)(edit.name)
            self._writer.changed(number)
            return self.sheet(number)

    def spend(self, number: int, seconds: float) -> None:
        """Record time that the annotator worked on a pair."""
        with self._lock:
            self._keep(self.pairs[number], {"pair": self.pairs[number].id, "seconds": round(seconds, 1)})
            self._sheets[number].seconds += seconds
            if self._sheets[number].revision:
                self._writer.changed(number)

    def overview(self) -> list[dict[str, Any]]:
        """Return a line for each pair: how long it is and how far the work on it."""
        with self._lock:
            return [self.progress(number) for number in range(len(self.pairs))]

    def progress(self, number: int) -> dict[str, Any]:
        """Return how long a pair is and how far the work on it."""
        with self._lock:
            sheet, pair = self._sheets[number], self.pairs[number]
            judged, units = self.form.judged(sheet.marks, pair)
            return {
                "id": pair.id,
                "words": [len(pair.document), len(pair.summary)],
                "judged": judged,
                "units": units,
                "done": self.form.finished(sheet.marks, pair),
                "comment": "comment" in sheet.marks,
                "seconds": round(sheet.seconds, 1),
            }

    @property
    def problem(self) -> str | None:
        """Why the output file could not be written the last time; the journal still has everything."""
        return self._writer.problem

    def close(self) -> None:
        """Write what is not yet in the output file and let go of the files."""
        self._writer.stop()
        self._journal.close()

    def _check(self, changes: Mapping[str, Any], sheet: Sheet, pair: Pair) -> None:
        if not 0 < len(changes) <= MOST_CHANGES:
            raise InputError(f"an edit sets 1 to {MOST_CHANGES} marks", pair=pair.id)
        for name, value in changes.items():
            if value is not None:
                self.form.check(name, value, pair)
            elif not isinstance(name, str) or len(name) > 20_100:
                raise InputError("unknown mark", pair=pair.id)
        clash = self.form.clash(sheet.after(changes))
        if clash is not None:
            raise ConflictError(clash, pair=pair.id)

    def _keep(self, pair: Pair, record: dict[str, Any]) -> None:
        """Journal a record, and before a pair's first one which words it is about."""
        if pair.id in self._begun:
            self._journal.append(record)
        else:
            self._journal.append({"pair": pair.id, "words": _digest(pair)}, record)
            self._begun.add(pair.id)

    def _replay(self, output: Path) -> bool:
        """Make the sheets what the journal says; False where it says nothing."""
        numbers = {pair.id: number for number, pair in enumerate(self.pairs)}
        written = []
        for line, kept in enumerate(self._journal.records, start=2):
            try:
                record = msgspec.convert(kept, _Kept)
                if record.output is not None:
                    written.append(record.output)
                if record.pair is not None:
                    self._repeat(record, numbers.get(record.pair))
            except (InputError, ValueError, msgspec.MsgspecError) as error:
                found = error if isinstance(error, InputError) else InputError(f"the journal is damaged here: {error}")
                raise found.at(file=self._journal.path, line=line, pair=_name_of(kept)) from error
        if written:
            _refuse_foreign(output, set(written[-2:]))
        known = bool(self._journal.records)
        self._journal.records.clear()
        return known

    def _repeat(self, record: _Kept, number: int | None) -> None:
        """Do to a sheet once more what the journal says was done."""
        if number is None:
            raise InputError(
                "contains work on this pair, which is not among the given pairs",
                hint="Give all the pairs it was made with, or choose another -o.",
            )
        sheet, pair = self._sheets[number], self.pairs[number]
        for marks in (record.start, record.set or {}):
            for name, value in marks.items():
                if value is not None:
                    self.form.check(name, value, pair)
        if record.words is not None:
            if record.words != _digest(pair):
                raise InputError(
                    "the texts differ from those that were annotated",
                    hint="Give the same pairs as before, or choose another -o.",
                )
            self._begun.add(pair.id)
            sheet.marks = {name: value for name, value in record.start.items() if value is not None}
        elif record.set is not None:
            sheet.edit(record.edit, record.set)
        elif record.undo:
            sheet.undo(record.edit)
        elif record.redo:
            sheet.redo(record.edit)
        sheet.seconds += record.seconds

    def _begin(self, starts: Mapping[str, Start]) -> None:
        """Give pairs without any work their starting marks."""
        records: list[dict[str, Any]] = []
        for number, pair in enumerate(self.pairs):
            start = starts.get(pair.id)
            if start is None or pair.id in self._begun:
                continue
            self._begun.add(pair.id)
            self._sheets[number].marks = dict(start.marks)
            self._sheets[number].seconds = start.seconds
            records.append({"pair": pair.id, "words": _digest(pair), "start": start.marks})
            if start.seconds:
                records.append({"pair": pair.id, "seconds": start.seconds})
        if records:
            self._journal.append(*records)

    def _lines(self, numbers: set[int]) -> dict[int, bytes]:
        """Return the output lines of those pairs that have, or had, marks."""
        with self._lock:
            sheets = {number: self._sheets[number] for number in sorted(numbers)}
            copies = {number: sheet.copy() for number, sheet in sheets.items() if sheet.marks or sheet.revision}
        # Long documents take their time to encode; edits need not wait for it.
        return {
            number: encode_json(self.form.record(self.pairs[number], sheet, self.annotator)) + b"\n"
            for number, sheet in copies.items()
        }


def _name_of(record: Mapping[str, Any]) -> str | None:
    return record["pair"] if isinstance(record.get("pair"), str) else None


def _refuse_foreign(output: Path, known: set[str]) -> None:
    """Refuse to replace an output file that somebody changed after this tool wrote it."""
    if output.exists() and digest_of(output) not in known:
        raise InputError(
            "the file was changed by something else since this tool last wrote it",
            file=output,
            hint=f"To continue from the file as it is now, move {output.name}.journal away; "
            f"to drop those changes and rebuild the file from the journal, move {output.name} away.",
        )


def _digest(pair: Pair) -> str:
    words = "\x1f".join(pair.document.words) + "\x1e" + "\x1f".join(pair.summary.words)
    return blake2b(words.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
