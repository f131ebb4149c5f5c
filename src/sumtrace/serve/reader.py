"""Reads what requests hold: aligns, checks, and draws pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from sumtrace.aligner import Aligner
from sumtrace.alignment import Alignment
from sumtrace.alignment.formats.native import to_native
from sumtrace.checking import Check, Checker
from sumtrace.checking.formats.jsonl import record
from sumtrace.corpus import Pair
from sumtrace.datasets import examples, flawed
from sumtrace.meaning import load_encoder
from sumtrace.report.page import to_html
from sumtrace.serve.asking import pair_asked
from sumtrace.serve.page_data import page_data
from sumtrace.serve.remembering import RememberingEncoder


class Reader:
    """An aligner and a checker that share their memory of the sentences read lately."""

    def __init__(self, aligner: Aligner) -> None:
        self._aligner = aligner.with_model(aligner.model)
        encoder = RememberingEncoder(aligner.encoder or load_encoder())
        if aligner.encoder is not None:
            self._aligner.encoder = encoder
        self._checker = Checker(encoder=encoder)

    def warm_up(self) -> None:
        """Read something small, so that models are loaded and kernels compiled before the first request."""
        self._checked(flawed()[0])

    def align(self, body: Mapping[str, Any]) -> bytes:
        """Return the alignment of what a request holds, as an object of the native format."""
        return msgspec.json.encode(to_native(self._aligner.align_pair(pair_asked(body))))

    def check(self, body: Mapping[str, Any]) -> bytes:
        """Return the check of what a request holds, as a line of ``sumtrace check --format jsonl``."""
        return msgspec.json.encode(record(self._checked(pair_asked(body))[1]))

    def live(self, body: Mapping[str, Any]) -> bytes:
        """Return what the page shows of what a request holds."""
        return msgspec.json.encode(page_data(*self._checked(pair_asked(body))))

    def share(self, body: Mapping[str, Any]) -> bytes:
        """Return the result of a request as a standalone page."""
        alignment, check = self._checked(pair_asked(body))
        return to_html(alignment, checks=lambda pair: check).encode()

    def _checked(self, pair: Pair) -> tuple[Alignment, Check]:
        alignment = self._aligner.align_pair(pair)
        return alignment, self._checker.check(pair, alignment)


def example_texts() -> list[dict[str, Any]]:
    """Return texts to try: first summaries with mistakes, then faithful ones."""
    return [_texts(pair) for pair in (*flawed(), *examples())]


def _texts(pair: Pair) -> dict[str, Any]:
    parts = [{"id": part.id, "text": pair.document.phrase(part.tokens)} for part in pair.documents]
    return {
        "id": pair.id,
        "documents": parts or [{"id": "", "text": pair.document.string}],
        "summary": pair.summary.string,
    }
