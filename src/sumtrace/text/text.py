"""A text with its tokens, their character spans and its sentences."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from sumtrace.errors import InputError
from sumtrace.text.sentences import split_sentences
from sumtrace.text.tokens import Span, tokenise


@dataclass(frozen=True, slots=True)
class Text:
    """A string and its tokens: ``string[start:end] == words[i]`` for ``start, end = offsets[i]``.

    ``sentences`` are half-open token spans that together cover all tokens.
    """

    string: str
    words: tuple[str, ...]
    offsets: tuple[Span, ...]
    sentences: tuple[Span, ...]

    def __len__(self) -> int:
        return len(self.words)

    def __repr__(self) -> str:
        start = self.string if len(self.string) <= 40 else f"{self.string[:39]}…"
        return f"Text({start!r}, {len(self.words)} words)"

    @classmethod
    def from_string(cls, string: str) -> Text:
        """Tokenise running text and split it into sentences."""
        offsets = tokenise(string)
        words = [string[a:b] for a, b in offsets]
        return cls(string, tuple(words), tuple(offsets), tuple(split_sentences(string, offsets, words)))

    @classmethod
    def from_words(cls, words: Sequence[str], sentences: Sequence[Span] | None = None) -> Text:
        """Keep the given tokens exactly; the string has a space between words and one sentence per line."""
        bounds = _checked_sentences(sentences, len(words))
        string = "\n".join(" ".join(words[a:b]) for a, b in bounds)
        offsets = []
        position = 0
        for word in words:
            offsets.append((position, position + len(word)))
            position += len(word) + 1
        return cls(string, tuple(words), tuple(offsets), bounds)

    @classmethod
    def from_offsets(cls, string: str, offsets: Sequence[Span], sentences: Sequence[Span] | None = None) -> Text:
        """Take tokens as character spans of a string, as stored in our own files."""
        previous = 0
        for number, (start, end) in enumerate(offsets):
            if not previous <= start <= end <= len(string):
                raise InputError(
                    f"token {number} spans characters [{start}, {end}), outside the text or overlapping the token before it"
                )
            previous = end
        bounds = (
            tuple(split_sentences(string, offsets))
            if sentences is None
            else _checked_sentences(sentences, len(offsets))
        )
        words = tuple(string[a:b] for a, b in offsets)
        return cls(string, words, tuple((a, b) for a, b in offsets), bounds)

    @classmethod
    def joined(cls, texts: Sequence[Text], between: str) -> Text:
        """Return the texts joined with ``between``; tokens and sentences stay as they were."""
        words: list[str] = []
        offsets: list[Span] = []
        sentences: list[Span] = []
        position = 0
        for text in texts:
            sentences += [(a + len(words), b + len(words)) for a, b in text.sentences]
            words += text.words
            offsets += [(a + position, b + position) for a, b in text.offsets]
            position += len(text.string) + len(between)
        return cls(between.join(text.string for text in texts), tuple(words), tuple(offsets), tuple(sentences))

    def part(self, span: Span) -> Text:
        """Return the text of a token span; sentences that extend beyond it are cut."""
        first, last = span
        start, end = self.characters(span)
        return Text(
            self.string[start:end],
            self.words[first:last],
            tuple((a - start, b - start) for a, b in self.offsets[first:last]),
            tuple((max(a, first) - first, min(b, last) - first) for a, b in self.sentences if a < last and first < b),
        )

    def sentence_of(self, token: int) -> int:
        """Return the number of the sentence that contains a token."""
        return bisect_right(self.sentences, token, key=lambda sentence: sentence[0]) - 1

    def characters(self, span: Span) -> Span:
        """Return the character span that a token span covers."""
        start, end = span
        return self.offsets[start][0], self.offsets[end - 1][1]

    def phrase(self, span: Span) -> str:
        """Return the text of a token span, exactly as in the string."""
        start, end = self.characters(span)
        return self.string[start:end]


def _checked_sentences(sentences: Sequence[Span] | None, length: int) -> tuple[Span, ...]:
    """Return sentence spans that cover tokens 0 to ``length``, empty ones dropped; None stands for one sentence."""
    if sentences is None:
        return ((0, length),) if length else ()
    position = 0
    for start, end in sentences:
        if start != position or end < start:
            raise InputError(
                f"sentences must follow each other without gaps, but one spans tokens [{start}, {end}) after {position}"
            )
        position = end
    if position != length:
        raise InputError(f"the sentences end at token {position}, but there are {length} tokens")
    return tuple((a, b) for a, b in sentences if b > a)
