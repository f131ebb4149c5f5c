"""A sheet: the marks on one pair, with their history.

The marks are one flat mapping from names to values, and an edit sets some of them (None takes a mark away). So the
inverse of an edit is an edit too, undo has no limit, and two edits clash only where they name the same mark.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Marks = dict[str, Any]
"""``link/<id>``, ``null/<word>``, ``comment``, ``done``, ...: see docs/annotate.md."""


class Sheet:
    """The marks on one pair; ``revision`` counts the edits, undos and redos that led to them."""

    __slots__ = ("_edits", "_redo", "_undo", "marks", "revision", "seconds")

    def __init__(self, marks: Mapping[str, Any] | None = None) -> None:
        self.marks: Marks = dict(marks or {})
        self.revision = 0
        self.seconds = 0.0
        self._undo: list[tuple[Marks, Marks]] = []
        self._redo: list[tuple[Marks, Marks]] = []
        self._edits: set[str] = set()

    @property
    def undoable(self) -> int:
        """How many edits can be undone."""
        return len(self._undo)

    @property
    def redoable(self) -> int:
        """How many undone edits can be done again."""
        return len(self._redo)

    def knows(self, edit: str) -> bool:
        """Whether the edit of this name was already made: a page that heard no answer sends it again."""
        return edit in self._edits

    def copy(self) -> Sheet:
        """Return a sheet with the same marks and time, without the history."""
        twin = Sheet(self.marks)
        twin.revision, twin.seconds = self.revision, self.seconds
        return twin

    def after(self, changes: Mapping[str, Any]) -> Marks:
        """Return the marks as they would be after an edit."""
        marks = {**self.marks, **changes}
        return {name: value for name, value in marks.items() if value is not None}

    def edit(self, name: str, changes: Mapping[str, Any]) -> None:
        """Make an edit."""
        self._undo.append(({key: self.marks.get(key) for key in changes}, dict(changes)))
        self._redo.clear()
        self._step(name, changes)

    def undo(self, name: str) -> bool:
        """Take the last edit back; False where there is none."""
        if not self._undo:
            return False
        step = self._undo.pop()
        self._redo.append(step)
        self._step(name, step[0])
        return True

    def redo(self, name: str) -> bool:
        """Do the last undone edit again; False where there is none."""
        if not self._redo:
            return False
        step = self._redo.pop()
        self._undo.append(step)
        self._step(name, step[1])
        return True

    def _step(self, name: str, changes: Mapping[str, Any]) -> None:
        self.marks = self.after(changes)
        self._edits.add(name)
        self.revision += 1
