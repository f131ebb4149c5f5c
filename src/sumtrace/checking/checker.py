"""Check a summary against its document: which claims are supported, which differ, which are not found."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import msgspec

from sumtrace.alignment import Alignment, Link
from sumtrace.alignment.frames import data_frame
from sumtrace.array_types import Floats
from sumtrace.checking.claims import split_claims
from sumtrace.checking.facts import Context, Figures, Finding, find_differences, read_figures
from sumtrace.checking.judge import Judge, load_judge
from sumtrace.checking.judge.asking import (
    DOUBT,
    TOGETHER,
    Judged,
    ask,
    contradictions,
    doubts,
    leanings,
    mean_opinion,
)
from sumtrace.checking.support import DIFFERENCE, RIGHT, either, finding_strength, probability, support
from sumtrace.checking.verdict import NOT_FOUND_FROM, REASONS, VERDICTS, Verdict, verdict_of, wrong_from
from sumtrace.corpus import Pair
from sumtrace.corpus.documents import pair_of_documents
from sumtrace.corpus.records import pair_from
from sumtrace.meaning import Encoder, WordVectors, encode_text, load_encoder
from sumtrace.text import Span, Text, is_ignored

if TYPE_CHECKING:
    from sumtrace.aligner import Aligner

EVIDENCE = 2
"""Maximum number of document sentences shown per claim."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """A document sentence that a claim may come from; ``fit`` is how well it fits, at most 1."""

    sentence: int
    tokens: Span
    fit: float


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement in the summary with its verdict; ``unsupported`` is the probability that the document does not say so.

    ``judged`` has the judge's probabilities that the claim is entailed, left open or contradicted.
    """

    tokens: Span
    text: str
    verdict: Verdict
    unsupported: float
    evidence: tuple[Evidence, ...]
    findings: tuple[Finding, ...]
    judged: tuple[float, float, float] | None = None

    @property
    def reason(self) -> str:
        """Why the claim has its verdict, in one sentence."""
        return "; ".join(finding.reason for finding in self.findings) or REASONS[self.verdict]


@dataclass(frozen=True, slots=True)
class Check:
    """The result of a check: claims in order, each token's probability of being unsupported, and the links.

    Two questions, two numbers: ``unsupported`` says how likely it is that the document does not say so, ``doubtful`` how likely
    it says otherwise, by findings and the judge. ``support`` and ``wrong`` say the same about the whole summary.
    ``left_out`` are token spans that claim nothing: a preamble, or text that talks about itself.
    """

    pair: Pair
    claims: tuple[Claim, ...]
    left_out: tuple[Span, ...]
    unsupported: tuple[float, ...]
    links: tuple[Link, ...]
    doubtful: tuple[float, ...] = ()
    wrong: float = 0.0

    @property
    def id(self) -> str:
        """The pair's name."""
        return self.pair.id

    @property
    def support(self) -> float:
        """The share of the summary that is probably supported: 1 - mean of ``unsupported`` over claims, by content words."""
        words = self.pair.summary.words
        sizes = [sum(not is_ignored(words[t]) for t in range(*claim.tokens)) for claim in self.claims]
        # as many digits as files keep, so that a check read back has the same support
        doubted = sum(size * round(claim.unsupported, 4) for size, claim in zip(sizes, self.claims, strict=True))
        return 1.0 - doubted / max(1, sum(sizes))

    def counts(self) -> dict[Verdict, int]:
        """Return the number of claims with each verdict."""
        return {verdict: sum(claim.verdict == verdict for claim in self.claims) for verdict in VERDICTS}

    def unsupported_words(self) -> tuple[int, ...]:
        """Return the summary words that no source supports: the one definition for pages, terminal and files.

        They are the content words of claims that are not found, and the words of findings.
        """
        words = self.pair.summary.words
        absent = {t for claim in self.claims if claim.verdict == "not found" for t in range(*claim.tokens)}
        other = {t for claim in self.claims for finding in claim.findings for t in range(*finding.summary)}
        return tuple(sorted({t for t in absent if not is_ignored(words[t])} | other))

    def unsupported_share(self) -> float:
        """Return the share of the summary's content words that no source supports; 0 if it has none."""
        content = sum(not is_ignored(word) for word in self.pair.summary.words)
        return len(self.unsupported_words()) / content if content else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Return the check as plain data, as in a line of ``sumtrace check --format jsonl``."""
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
    """Checks summaries with an aligner, an encoder and a judge: the shipped one, another one, or none (False).

    Recently read documents are kept, so a document with many summaries is read only once.
    """

    def __init__(
        self, aligner: Aligner | None = None, encoder: Encoder | None = None, judge: Judge | bool = True
    ) -> None:
        self._aligner = aligner
        self._encoder = encoder or load_encoder()
        self._judge = (load_judge() if judge else None) if isinstance(judge, bool) else judge
        self._read = functools.lru_cache(maxsize=4)(self._read_document)

    def check(self, pair: Pair, alignment: Alignment | None = None) -> Check:
        """Check a pair's summary; pass its alignment, if you have one, to save computing it."""
        document, figures = self._read(pair.document)
        summary = encode_text(self._encoder, pair.summary)
        found = support(pair.document, pair.summary, document.context, summary.context)
        context = Context(pair.document, pair.summary, document, summary, found.best)
        if alignment is None and self._aligner is not None:
            alignment = self._aligner.align_pair(pair)
        links = () if alignment is None else alignment.links
        return conclude(pair, context, found.suspicion(), examine(context, figures, self._judge), links)

    def check_many(self, pairs: Iterable[Pair], progress: Callable[[int], None] = lambda done: None) -> Iterator[Check]:
        """Check pairs one after another, in order; ``progress`` is called after each."""
        for pair in pairs:
            yield self.check(pair)
            progress(1)

    def _read_document(self, document: Text) -> tuple[WordVectors, Figures]:
        return encode_text(self._encoder, document), read_figures(document)


@dataclass(frozen=True, slots=True)
class Examined:
    """What is known about a summary's claims before verdicts: evidence, findings, and the judge's opinion of each."""

    claims: list[Span]
    left_out: tuple[Span, ...]
    evidence: list[tuple[Evidence, ...]]
    findings: list[Finding]
    judged: list[Judged | None]


def examine(context: Context, figures: Figures, judge: Judge | None = None) -> Examined:
    """Split a summary into claims, and compare each with its evidence."""
    parts = split_claims(context.summary, context.summary_trees)
    claims = [part.tokens for part in parts if part.kind == "claim"]
    left_out = tuple(part.tokens for part in parts if part.kind != "claim")
    evidence = [_evidence(context, claim) for claim in claims]
    findings = find_differences(context, claims, figures)
    judged: list[Judged | None] = [None] * len(claims)
    if judge is not None:
        sentences = [[one.sentence for one in own] for own in evidence]
        judged = ask(judge, context.document, context.summary, claims, sentences)
        findings += contradictions(context, claims, judged, sentences, findings)
    return Examined(claims, left_out, evidence, findings, judged)


def conclude(pair: Pair, context: Context, suspicion: Floats, examined: Examined, links: Sequence[Link] = ()) -> Check:
    """Put support, findings and the judge's opinions together."""
    judged = examined.claims, examined.judged
    doubted = doubts(context, *judged)
    differing = finding_strength(len(pair.summary), examined.findings)
    raised = suspicion + leanings(len(pair.summary), *judged) + DOUBT * doubted + DIFFERENCE * differing
    unsupported = probability(raised)
    for start, end in examined.left_out:
        unsupported[start:end] = 0.0
    doubtful = either(doubted, differing)
    claims = []
    for span, evidence, one in zip(examined.claims, examined.evidence, examined.judged, strict=True):
        own = (finding for finding in examined.findings if span[0] <= finding.summary[0] < span[1])
        findings = tuple(sorted(own, key=lambda finding: finding.summary))
        content = [t for t in range(*span) if context.counted[t]] or list(range(*span))
        opinion = None if one is None else one.claim
        mean = float(unsupported[content].mean())
        if mean >= NOT_FOUND_FROM:  # a judge also contradicts what the document does not speak of
            findings = tuple(finding for finding in findings if finding.kind != "contradiction")
        verdict = verdict_of(mean, findings, opinion, max((one.fit for one in evidence), default=0.0))
        claimed = float(either(mean, RIGHT * differing[content].max()))
        shown = _stated_first(context, span, evidence, findings)[:EVIDENCE]
        claims.append(Claim(span, pair.summary.phrase(span), verdict, claimed, shown, findings, opinion))
    return Check(
        pair,
        tuple(claims),
        examined.left_out,
        tuple(unsupported.tolist()),
        _unsure(links, examined.findings),
        tuple(doubtful.tolist()),
        wrong_from(doubtful[context.counted], *mean_opinion(examined.judged)),
    )


def _evidence(context: Context, span: Span) -> tuple[Evidence, ...]:
    fits = context.fits(span, (0, 0))
    sentences = context.covering(span, max(TOGETHER))
    return tuple(Evidence(z, context.document.sentences[z], float(fits[z])) for z in sentences)


def _stated_first(
    context: Context, span: Span, evidence: Sequence[Evidence], findings: Sequence[Finding]
) -> tuple[Evidence, ...]:
    """Return a claim's evidence with the sentences that state something otherwise before the others."""
    stated = list(dict.fromkeys(context.document.sentence_of(finding.document[0]) for finding in findings))
    known = {one.sentence: one for one in evidence}
    if any(z not in known for z in stated):
        fits = context.fits(span, (0, 0))
        known |= {z: Evidence(z, context.document.sentences[z], float(fits[z])) for z in stated if z not in known}
    return (*(known[z] for z in stated), *(one for one in evidence if one.sentence not in stated))


def _unsure(links: Sequence[Link], findings: Sequence[Finding]) -> tuple[Link, ...]:
    """Return the links, none of a word that the document states otherwise called sure."""
    wrong = {t for finding in findings for t in range(*finding.summary)}
    return tuple(replace(link, label="P") if wrong.intersection(link.sum_positions) else link for link in links)


@functools.cache
def _default() -> Checker:
    from sumtrace.aligner import load

    return Checker(load())


def check(document: Any, summary: Any, *, pair_id: str = "pair", checker: Checker | None = None) -> Check:
    """Check one summary against a document, or against several: a list, or a mapping from their names to their texts.

    A ``checker`` of your own keeps the documents it has read, and may have another judge, or none.
    """
    several = isinstance(document, list | tuple)
    if isinstance(document, Mapping):
        texts = {str(name): _text(text) for name, text in document.items()}
        pair = pair_of_documents(pair_id, texts, _text(summary))
    elif isinstance(document, Text) or isinstance(summary, Text):
        pair = Pair(pair_id, _text(document), _text(summary))
    else:
        pair = pair_from({"id": pair_id, "documents" if several else "document": document, "summary": summary})
    return (checker or _default()).check(pair)


def _text(text: Any) -> Text:
    return text if isinstance(text, Text) else Text.from_string(text)
