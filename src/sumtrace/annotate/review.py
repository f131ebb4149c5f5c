"""Reviews: a person says of each claim of a checked summary whether it is right, wrong or unclear by its document."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sumtrace.annotate.forms import Start, check_note, records
from sumtrace.annotate.sheet import Marks, Sheet
from sumtrace.checking import Check
from sumtrace.checking.formats.target import place_of, shown_evidence
from sumtrace.corpus.pair import Pair
from sumtrace.errors import InputError
from sumtrace.evaluation.reviews import MARKS

_CLAIM = re.compile(r"claim/(\d{1,9})-(\d{1,9})")


class ReviewForm:
    """One mark for each claim, with a note: ``claim/<first>-<end>`` (summary tokens) = ``{"mark", "note"}``."""

    name = "review"

    def __init__(self, checks: Mapping[str, Check]) -> None:
        self._checks = checks

    def check(self, name: str, value: Any, pair: Pair) -> None:
        """Raise InputError unless the mark is one on a claim of the pair, or a comment."""
        if name == "comment":
            check_note(value)
        elif name not in self._names(pair):
            raise InputError(f"not a claim of this summary: {name[:60]!r}")
        elif not isinstance(value, dict) or not value or not value.keys() <= {"mark", "note"}:
            raise InputError("a claim takes a mark, a note or both")
        elif value.get("mark", "right") not in MARKS:
            raise InputError(f"a mark is {', '.join(MARKS[:-1])} or {MARKS[-1]}")
        else:
            check_note(value.get("note", ""))

    def clash(self, marks: Marks) -> str | None:
        """Claims cannot clash."""
        return None

    def judged(self, marks: Marks, pair: Pair) -> tuple[int, int]:
        """Return how many claims have a mark, of how many."""
        names = self._names(pair)
        return sum("mark" in marks.get(name, {}) for name in names), len(names)

    def finished(self, marks: Marks, pair: Pair) -> bool:
        """Whether every claim has a mark."""
        done, all_of_them = self.judged(marks, pair)
        return done == all_of_them

    def record(self, pair: Pair, sheet: Sheet, annotator: str | None) -> dict[str, Any]:
        """Return ``{"id", "reviewed": [{"start", "end", "text", "mark", "note"}], ...}``, spans in characters."""
        reviewed = []
        for name in self._names(pair):
            if name in sheet.marks:
                tokens = _tokens(name)
                start, end = pair.summary.characters(tokens)
                own = {"start": start, "end": end, "text": pair.summary.phrase(tokens)}
                reviewed.append(
                    own | {key: sheet.marks[name][key] for key in ("mark", "note") if sheet.marks[name].get(key)}
                )
        record = {
            "id": pair.id,
            "reviewed": reviewed,
            "comment": sheet.marks.get("comment"),
            "annotator": annotator,
            "seconds": round(sheet.seconds, 1),
        }
        return {key: value for key, value in record.items() if value is not None}

    def read(self, output: Path, pairs: Sequence[Pair]) -> dict[str, Start]:
        """Return the marks of a file of reviews."""
        known = {pair.id: pair for pair in pairs}
        starts = {}
        for number, record in enumerate(records(output), start=1):
            name = str(record.get("id"))
            if name not in known or not isinstance(record.get("reviewed"), list):
                raise InputError("not a review of the given pairs", file=output, line=number, pair=name)
            starts[name] = Start(self._marks(record, known[name], output, number), float(record.get("seconds", 0)))
        return starts

    def _marks(self, record: Mapping[str, Any], pair: Pair, output: Path, number: int) -> Marks:
        """Return a record's marks; one on a claim that the check no longer makes is an error."""
        by_characters = {pair.summary.characters(_tokens(name)): name for name in self._names(pair)}
        marks: Marks = {"comment": record["comment"]} if record.get("comment") else {}
        try:
            for one in record["reviewed"]:
                name = by_characters.get((one.get("start"), one.get("end")))
                if name is None:
                    raise InputError(
                        f"no claim at characters {one.get('start')} to {one.get('end')}",
                        hint="Give the check that was reviewed, or choose another -o.",
                    )
                marks[name] = {key: one[key] for key in ("mark", "note") if key in one}
            for name, value in marks.items():
                self.check(name, value, pair)
        except InputError as error:
            raise error.at(file=output, line=number, pair=pair.id) from error
        return marks

    def _names(self, pair: Pair) -> list[str]:
        return [f"claim/{first}-{end}" for first, end in (claim.tokens for claim in self._checks[pair.id].claims)]


def shown_claims(check: Check, *, blind: bool) -> list[dict[str, Any]]:
    """Return the claims as the page shows them; a blind reviewer sees the evidence, not what the check made of it."""
    shown = []
    for claim in check.claims:
        own: dict[str, Any] = {
            "name": f"claim/{claim.tokens[0]}-{claim.tokens[1]}",
            "tokens": claim.tokens,
            "evidence": [
                {"tokens": one.tokens, "place": place_of(check, one)}
                for one in (claim.evidence if blind else shown_evidence(check, claim))
            ],
        }
        if not blind:
            own["verdict"] = claim.verdict
            own["reason"] = claim.reason
            own["findings"] = [
                {
                    "summary": finding.summary,
                    "document": finding.document,
                    "said": finding.said,
                    "source": finding.source,
                }
                for finding in claim.findings
            ]
        shown.append(own)
    return shown


def _tokens(name: str) -> tuple[int, int]:
    found = _CLAIM.fullmatch(name)
    assert found is not None, "a name that this form made"
    return int(found[1]), int(found[2])
