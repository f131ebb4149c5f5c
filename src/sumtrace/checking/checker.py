"""Check a summary against its document: which claims are supported, which differ, which are found nowhere."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

import msgspec
import numpy as np
from numpy.typing import NDArray

from sumtrace.alignment import Alignment, Link
from sumtrace.alignment.frames import data_frame
from sumtrace.checking.claims import split_claims
from sumtrace.checking.facts import Context, Figures, Finding, find_differences, read_figures
from sumtrace.checking.support import Support, raised, support
from sumtrace.checking.verdict import VERDICTS, Verdict, verdict_of
from sumtrace.corpus import Pair
from sumtrace.corpus.records import pair_from
from sumtrace.meaning import Encoder, WordVectors, encode_text, load_encoder
from sumtrace.text import Span, Text, is_ignored

if TYPE_CHECKING:
    from sumtrace.aligner import Aligner

EVIDENCE = 2
"""Document sentences shown for a claim."""
EVIDENCE_FOR_JUDGE = 3


class Judge(Protocol):
    """Says whether evidence entails a claim."""

    def judge(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        """Return probabilities of entailment, neutrality and contradiction ``[n, 3]`` for (evidence, claim)."""
        ...


@dataclass(frozen=True, slots=True)
class Evidence:
    """A document sentence that a claim may come from; ``fit`` is how well it fits, at most 1."""

    sentence: int
    tokens: Span
    fit: float


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement of the summary with its verdict; ``unsupported`` is the mean probability over its content words."""

    tokens: Span
    verdict: Verdict
    unsupported: float
    evidence: tuple[Evidence, ...]
    findings: tuple[Finding, ...]
    judged: tuple[float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class Check:
    """What a check found: claims in order, a probability of being unsupported for each token, and the links.

    ``left_out`` are token spans that claim nothing: a preamble, or text that talks about itself.
    """

    pair: Pair
    claims: tuple[Claim, ...]
    left_out: tuple[Span, ...]
    unsupported: tuple[float, ...]
    links: tuple[Link, ...]

    @property
    def id(self) -> str:
        """The pair's name."""
        return self.pair.id

    @property
    def support(self) -> float:
        """The share of the claims' content that is probably supported: 1 - mean probability over all claims' words."""
        sizes = [claim.tokens[1] - claim.tokens[0] for claim in self.claims]
        if not sizes:
            return 1.0
        return 1.0 - sum(c.unsupported * n for c, n in zip(self.claims, sizes, strict=True)) / sum(sizes)

    def counts(self) -> dict[Verdict, int]:
        """Return how many claims have each verdict."""
        return {verdict: sum(claim.verdict == verdict for claim in self.claims) for verdict in VERDICTS}

    def unsupported_words(self) -> tuple[int, ...]:
        """Return the summary words that no source bears out, the one definition for pages, terminals and files.

        They are the content words of claims that are not found, and the words of findings.
        """
        words = self.pair.summary.words
        absent = {t for claim in self.claims if claim.verdict == "not found" for t in range(*claim.tokens)}
        other = {t for claim in self.claims for finding in claim.findings for t in range(*finding.summary)}
        return tuple(sorted({t for t in absent if not is_ignored(words[t])} | other))

    def unsupported_share(self) -> float:
        """Return which share of the summary's content words no source bears out; 0 where it has none."""
        content = sum(not is_ignored(word) for word in self.pair.summary.words)
        return len(self.unsupported_words()) / content if content else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Return the check as plain data, as a line of ``sumtrace check --format jsonl`` has it."""
        from sumtrace.checking.formats.jsonl import record

        return record(self)

    def to_json(self) -> str:
        """Return ``to_dict`` as one line of JSON."""
        return msgspec.json.encode(self.to_dict()).decode()

    @staticmethod
    def from_dict(record: Mapping[str, Any]) -> Check:
        """Return the check that plain data describes; the inverse of ``to_dict``, up to its rounding."""
        from sumtrace.checking.reading import check_from

        return check_from(record)

    def to_dataframe(self) -> Any:
        """Return a pandas DataFrame with one row per claim: verdict, text, reason and evidence."""
        from sumtrace.checking.formats.csv import COLUMNS, rows

        return data_frame(list(rows(self)), COLUMNS)

    def alignment(self) -> Alignment:
        """Return the links as an alignment of the pair."""
        return Alignment(self.id, self.links, self.pair)

    def to_html(self) -> str:
        """Return a page that shows the claims beside their evidence, and the words beside their sources."""
        from sumtrace.report.page import to_html

        return to_html(self.alignment(), checks=lambda pair: self)

    def _repr_html_(self) -> str:
        from sumtrace.report.notebook import to_frame

        return to_frame(self.alignment(), self)

    def __repr__(self) -> str:
        from sumtrace.checking.formats.target import summed_up

        return f"Check({self.id!r}, {summed_up(self)})"


class Checker:
    """Checks summaries with an aligner, an encoder and, where one is given, a judge.

    The document that was read last is kept, so that many summaries of one document read it once.
    """

    def __init__(
        self, aligner: Aligner | None = None, encoder: Encoder | None = None, judge: Judge | None = None
    ) -> None:
        self._aligner = aligner
        self._encoder = encoder or load_encoder()
        self._judge = judge
        self._read = functools.lru_cache(maxsize=4)(self._read_document)

    def check(self, pair: Pair, alignment: Alignment | None = None) -> Check:
        """Return what there is to say about a pair's summary; an alignment of it that is at hand saves making one."""
        document, figures = self._read(pair.document)
        summary = encode_text(self._encoder, pair.summary)
        found = support(pair.document, pair.summary, document.context, summary.context)
        context = Context(pair.document, pair.summary, document, summary, found.best)
        if alignment is None and self._aligner is not None:
            alignment = self._aligner.align_pair(pair)
        links = () if alignment is None else alignment.links
        return assemble(pair, context, figures, found, links, self._judge)

    def check_many(self, pairs: Iterable[Pair], progress: Callable[[int], None] = lambda done: None) -> Iterator[Check]:
        """Check pairs one after another, in order; ``progress`` is told after each."""
        for pair in pairs:
            yield self.check(pair)
            progress(1)

    def _read_document(self, document: Text) -> tuple[WordVectors, Figures]:
        return encode_text(self._encoder, document), read_figures(document)


def assemble(
    pair: Pair,
    context: Context,
    figures: Figures,
    found: Support,
    links: Sequence[Link] = (),
    judge: Judge | None = None,
) -> Check:
    """Put claims, findings and support together."""
    parts = split_claims(pair.summary, context.summary_trees)
    spans = [part.tokens for part in parts if part.kind == "claim"]
    findings = find_differences(context, spans, figures)
    unsupported = raised(found.suspicion(), findings)
    left_out = tuple(part.tokens for part in parts if part.kind != "claim")
    for start, end in left_out:
        unsupported[start:end] = 0.0
    evidence = [_evidence(context, span) for span in spans]
    judged = _judged(pair, spans, evidence, judge)
    claims = []
    for span, own_evidence, opinion in zip(spans, evidence, judged, strict=True):
        own = tuple(finding for finding in findings if span[0] <= finding.summary[0] < span[1])
        content = [t for t in range(*span) if context.counted[t]] or list(range(*span))
        probability = float(unsupported[content].mean())
        verdict = verdict_of(probability, own, opinion)
        claims.append(Claim(span, verdict, probability, own_evidence[:EVIDENCE], own, opinion))
    return Check(pair, tuple(claims), left_out, tuple(map(float, unsupported)), _unsure(links, findings))


def _evidence(context: Context, span: Span) -> tuple[Evidence, ...]:
    fits = context.fits(span, (0, 0))
    order = context.likeliest(span, (0, 0))
    return tuple(Evidence(z, context.document.sentences[z], float(fits[z])) for z in order[:EVIDENCE_FOR_JUDGE])


def _judged(
    pair: Pair, spans: Sequence[Span], evidence: Sequence[tuple[Evidence, ...]], judge: Judge | None
) -> list[tuple[float, float, float] | None]:
    """Ask the judge about every claim with evidence: the sentences that fit it best, in the document's order."""
    opinions: list[tuple[float, float, float] | None] = [None] * len(spans)
    asked = [number for number, own in enumerate(evidence) if own]
    if judge is None or not asked:
        return opinions
    texts = [
        (
            " ".join(pair.document.phrase(one.tokens) for one in sorted(evidence[n], key=lambda e: e.sentence)),
            pair.summary.phrase(spans[n]),
        )
        for n in asked
    ]
    for number, row in zip(asked, judge.judge(texts), strict=True):
        opinions[number] = (float(row[0]), float(row[1]), float(row[2]))
    return opinions


def _unsure(links: Sequence[Link], findings: Sequence[Finding]) -> tuple[Link, ...]:
    """Return the links, none between facts that disagree called sure."""
    wrong = {(i, j) for finding in findings for i in range(*finding.document) for j in range(*finding.summary)}
    return tuple(
        replace(link, label="P")
        if any((i, j) in wrong for i in link.doc_positions for j in link.sum_positions)
        else link
        for link in links
    )


@functools.cache
def _default() -> Checker:
    from sumtrace.aligner import load

    return Checker(load())


def check(document: Any, summary: Any, *, pair_id: str = "pair", checker: Checker | None = None) -> Check:
    """Check one summary against a document, or against a list of documents."""
    several = isinstance(document, list | tuple) and not isinstance(document, str)
    record = {"id": pair_id, "documents" if several else "document": document, "summary": summary}
    if isinstance(document, Text) or isinstance(summary, Text):
        pair = Pair(pair_id, _text(document), _text(summary))
    else:
        pair = pair_from(record)
    return (checker or _default()).check(pair)


def _text(text: Any) -> Text:
    return text if isinstance(text, Text) else Text.from_string(text)
