"""Texts as lines of tokens with a space between two, as most aligners want them."""

from __future__ import annotations

from sumtrace.corpus.pair import Pair
from sumtrace.errors import InputError
from sumtrace.text import Text

_SPACE = " \t\r\n\v\f"


def tokens_of(line: str) -> Text:
    """Return the text of a line of tokens."""
    return Text.from_words([token for token in line.replace("\t", " ").split(" ") if token])


def pair_of(name: str, document: str, summary: str) -> Pair:
    """Return the pair of two lines of tokens; neither may be empty."""
    pair = Pair(name, tokens_of(document), tokens_of(summary))
    for side, text in (("document", pair.document), ("summary", pair.summary)):
        if not text.words:
            raise InputError(f"the {side} is empty", pair=name, hint="Remove the entry or give it a text.")
    return pair


def line_of(text: Text, pair: str) -> str:
    """Return the text as a line of tokens; refuses tokens that would be read back as two or none."""
    for number, word in enumerate(text.words):
        if not word or any(space in word for space in _SPACE):
            raise InputError(
                f"token {number} {word!r} is empty or contains white space, which this format cannot hold",
                pair=pair,
                hint="Use another format, such as native.",
            )
    return " ".join(text.words)


def one_word(name: str, what: str) -> str:
    """Return a name that must not hold white space."""
    if not name or any(space in name for space in _SPACE):
        raise InputError(f"{what} is empty or contains white space, which this format cannot hold", pair=name)
    return name
