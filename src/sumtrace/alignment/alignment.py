"""An alignment: links between spans of a summary and spans of its document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

import msgspec

from sumtrace.alignment.passages import Passage, Source, check_passages, sources_of
from sumtrace.corpus.pair import Pair
from sumtrace.errors import InputError
from sumtrace.text import Span, is_ignored

Label = Literal["S", "P"]
"""S = sure, P = possible."""

MOST_TOKENS = 10_000_000
"""Maximum number of tokens in a text that an alignment without texts may refer to."""


@dataclass(frozen=True, slots=True)
class Link:
    """A document phrase linked to a summary phrase.

    Each side is one or more half-open token spans in increasing order (more than one: a discontinuous phrase).
    ``prob`` is the link's probability, ``by`` the rewrite component that explains it, ``cosine`` the words' similarity
    in context, if they were compared by meaning.
    """

    doc: tuple[Span, ...]
    sum: tuple[Span, ...]
    label: Label = "S"
    prob: float | None = None
    by: str | None = None
    comment: str | None = None
    cosine: float | None = None

    @classmethod
    def word(cls, doc: int, summary: int, label: Label = "S", prob: float | None = None, by: str | None = None) -> Link:
        """Return the link of one document word with one summary word."""
        return cls(((doc, doc + 1),), ((summary, summary + 1),), label, prob, by)

    @property
    def doc_positions(self) -> list[int]:
        """The document tokens of the link, in order."""
        return [i for a, b in self.doc for i in range(a, b)]

    @property
    def sum_positions(self) -> list[int]:
        """The summary tokens of the link, in order."""
        return [j for a, b in self.sum for j in range(a, b)]


@dataclass(frozen=True, slots=True)
class Alignment:
    """The links of one pair, and what is known about unlinked words.

    ``pair`` is None for an alignment read from a format without texts. ``null`` lists summary words judged to
    have no source, ``covered`` those judged at all (None = all), ``null_prob`` each summary word's probability of having
    no source, ``posteriors`` the likelier word pairs (document token, summary token, probability), linked or not,
    ``passages`` what each summary word draws on (None: nothing).
    """

    id: str
    links: tuple[Link, ...] = ()
    pair: Pair | None = None
    null_prob: tuple[float, ...] | None = None
    posteriors: tuple[tuple[int, int, float], ...] | None = None
    null: tuple[int, ...] | None = None
    covered: tuple[int, ...] | None = None
    annotator: str | None = None
    model: str | None = None
    comment: str | None = None
    passages: tuple[Passage | None, ...] | None = None

    @property
    def texts(self) -> Pair:
        """The pair; if the alignment has no texts, an error that says how to supply them."""
        if self.pair is None:
            raise InputError(
                "this alignment has no texts",
                pair=self.id,
                hint="Attach its pair with with_pair, or read it with `pairs`.",
            )
        return self.pair

    def with_pair(self, pair: Pair) -> Alignment:
        """Return the alignment with the texts of ``pair``, checked against their lengths."""
        return replace(self, pair=pair).checked()

    def checked(self) -> Alignment:
        """Return the alignment itself after checking that its indices and probabilities are in range."""
        m = None if self.pair is None else len(self.pair.document)
        t = None if self.pair is None else len(self.pair.summary)
        for number, link in enumerate(self.links):
            _check_spans(link.doc, m, f"link {number}: document", self.id)
            _check_spans(link.sum, t, f"link {number}: summary", self.id)
            if link.label not in ("S", "P"):
                raise InputError(f"link {number}: label {link.label!r} is neither 'S' nor 'P'", pair=self.id)
            if link.prob is not None and not 0.0 <= link.prob <= 1.0:
                raise InputError(f"link {number}: probability {link.prob} is not between 0 and 1", pair=self.id)
            if link.cosine is not None and not -1.0 <= link.cosine <= 1.0:
                raise InputError(f"link {number}: cosine {link.cosine} is not between -1 and 1", pair=self.id)
        for name, positions in (("null", self.null), ("covered", self.covered)):
            for position in positions or ():
                if not 0 <= position < (MOST_TOKENS if t is None else t):
                    raise InputError(f"{name}: no summary word {position}; {_words(t, 'summary')}", pair=self.id)
        if self.null_prob is not None:
            if t is not None and len(self.null_prob) != t:
                raise InputError(f"null_prob has {len(self.null_prob)} numbers for {t} summary words", pair=self.id)
            for p in self.null_prob:
                if not 0.0 <= p <= 1.0:
                    raise InputError(f"null_prob: {p} is not between 0 and 1", pair=self.id)
        for i, j, p in self.posteriors or ():
            if not (0 <= i < (MOST_TOKENS if m is None else m) and 0 <= j < (MOST_TOKENS if t is None else t)):
                raise InputError(f"posteriors: no word pair [{i}, {j}]", pair=self.id)
            if not 0.0 <= p <= 1.0:
                raise InputError(f"posteriors: {p} is not between 0 and 1", pair=self.id)
        if self.passages is not None:
            check_passages(self.passages, self.pair, self.id)
        return self

    def unlinked(self) -> list[int]:
        """Return the judged summary words without a link; a check says which words are unsupported."""
        linked = {j for link in self.links for j in link.sum_positions}
        judged = range(len(self.texts.summary)) if self.covered is None else self.covered
        return [j for j in judged if j not in linked]

    def unlinked_share(self) -> float:
        """Return the share of the summary's judged content words that have no link; 0 if there are none."""
        words = self.texts.summary.words
        judged = range(len(words)) if self.covered is None else self.covered
        content = [j for j in judged if not is_ignored(words[j])]
        bare = set(self.unlinked())
        return sum(j in bare for j in content) / len(content) if content else 0.0

    def sources(self, span: Span | None = None) -> list[Source]:
        """Return the document sentences that a token span of the summary draws on, likeliest first.

        Without a span, those of each summary sentence in turn.
        """
        pair = self.texts
        if self.passages is None:
            raise InputError("this alignment has no sources", pair=self.id, hint="Align the pair again.")
        spans = pair.summary.sentences if span is None else (span,)
        return [source for own in spans for source in sources_of(self.passages, own, pair)]

    def links_of(self, span: Span) -> list[Link]:
        """Return the links that touch a token span of the summary, likeliest first."""
        touching = [link for link in self.links if any(a < span[1] and span[0] < b for a, b in link.sum)]
        return sorted(touching, key=lambda link: -(1.0 if link.prob is None else link.prob))

    def to_dict(self) -> dict[str, Any]:
        """Return the alignment as plain data: one object of the native format."""
        from sumtrace.alignment.formats.native import to_native

        return to_native(self)

    def to_json(self) -> str:
        """Return the alignment as one line of the native format."""
        return msgspec.json.encode(self.to_dict()).decode()

    @staticmethod
    def from_dict(record: Mapping[str, Any]) -> Alignment:
        """Return the alignment that plain data describes, checked; the inverse of ``to_dict``."""
        from sumtrace.alignment.formats.native import from_native

        return from_native(record)

    def to_dataframe(self) -> Any:
        """Return a pandas DataFrame with one row per link: its words on both sides, their positions, and what explains the link."""
        from sumtrace.alignment.frames import link_frame

        return link_frame(self)

    def to_html(self, *, gold: Alignment | None = None, compare: Mapping[str, Alignment] | None = None) -> str:
        """Return a page that shows the alignment, beside gold and other systems' alignments of the same pair."""
        from sumtrace.report.page import to_html

        others = {name: (other,) for name, other in (compare or {}).items()}
        return to_html(self, gold=gold, compare=others, name=self.model or "aligned")

    def _repr_html_(self) -> str:
        from sumtrace.report.notebook import to_frame

        return to_frame(self)

    def __iter__(self) -> Iterator[Link]:
        return iter(self.links)

    def __repr__(self) -> str:
        texts = "no texts" if self.pair is None else f"{len(self.pair.document)} -> {len(self.pair.summary)} words"
        return f"Alignment({self.id!r}, {len(self.links)} links, {texts})"


def _check_spans(spans: tuple[Span, ...], length: int | None, what: str, pair: str) -> None:
    previous = 0
    if not spans:
        raise InputError(f"{what} side has no span", pair=pair)
    for start, end in spans:
        if not previous <= start < end:
            raise InputError(f"{what} span [{start}, {end}) is empty, negative or out of order", pair=pair)
        if end > (MOST_TOKENS if length is None else length):
            raise InputError(f"{what} span [{start}, {end}) is out of range; {_words(length, 'text')}", pair=pair)
        previous = end


def _words(length: int | None, side: str) -> str:
    return f"the {side} has {length} words" if length is not None else f"indices go from 0 to {MOST_TOKENS - 1:,}"
