"""A room: the desks that one server shows, and what lies on them for the page to show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from sumtrace.annotate.adjudication import Adjudication
from sumtrace.annotate.agreement import LiveAgreement
from sumtrace.annotate.desk import Desk
from sumtrace.annotate.suggestions import Suggestions
from sumtrace.text import Text

if TYPE_CHECKING:
    from sumtrace.checking import Check


@dataclass(frozen=True, slots=True)
class Room:
    """The desks, each with the token that leads to it, and what they share."""

    desks: tuple[Desk, ...]
    tokens: tuple[str, ...]
    suggestions: Suggestions | None = None
    adjudication: Adjudication | None = None
    agreement: LiveAgreement | None = None
    checks: Mapping[str, Check] = field(default_factory=dict)
    blind: bool = False

    def session(self, seat: int) -> dict[str, Any]:
        """Return what a page needs first: whose desk it is, what is done there, the list of pairs."""
        desk = self.desks[seat]
        overview = desk.overview()
        unfinished = (number for number, pair in enumerate(overview) if not pair["done"])
        return {
            "annotator": desk.annotator,
            "mode": desk.form.name,
            "desk": blake2b(str(desk.output.resolve()).encode(), digest_size=8).hexdigest(),
            "names": self.adjudication.names if self.adjudication else [],
            "suggestions": self.suggestions is not None,
            "output": desk.output.name,
            "pairs": overview,
            "first": next(unfinished, 0),
        }

    def pair(self, seat: int, number: int) -> dict[str, Any]:
        """Return a pair's texts with the marks on it."""
        desk = self.desks[seat]
        pair = desk.pairs[number]
        shown: dict[str, Any] = {
            "number": number,
            "id": pair.id,
            "document": shown_text(pair.document),
            "summary": shown_text(pair.summary),
            "parts": [{"id": part.id, "start": part.tokens[0]} for part in pair.documents],
            "sheet": desk.sheet(number),
        }
        if self.adjudication is not None:
            shown["disagreements"] = [
                {"key": one.key, "words": one.words, "versions": one.versions}
                for one in self.adjudication.disagreements[pair.id]
            ]
        if pair.id in self.checks:
            from sumtrace.annotate.review import (
                shown_claims,
            )  # brings compiled code along, which aligning can do without

            shown["claims"] = shown_claims(self.checks[pair.id], blind=self.blind)
        return shown

    def close(self) -> None:
        """Finish the desks' files, all of them even where one fails."""
        problems = []
        for desk in self.desks:
            try:
                desk.close()
            except Exception as error:
                problems.append(error)
        if problems:
            raise problems[0]


def shown_text(text: Text) -> dict[str, Any]:
    """Return a text as words and what stands before each and after the last; browsers count characters differently."""
    gaps = []
    position = 0
    for start, end in text.offsets:
        gaps.append(text.string[position:start])
        position = end
    return {"words": text.words, "gaps": [*gaps, text.string[position:]], "sentences": text.sentences}
