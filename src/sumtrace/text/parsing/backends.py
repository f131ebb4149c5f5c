"""One small protocol for parsers, and the parsers known by name.

A backend takes tokens and returns trees over exactly those tokens. Its library is imported when it is first asked for;
where it is missing, or its model is, the error says what to install.
"""

from __future__ import annotations

import contextlib
import importlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Literal, Protocol

from sumtrace.errors import InputError, SumtraceError
from sumtrace.text.tree_matching import match_sentence
from sumtrace.text.trees import Tree

ParserName = Literal["sumtrace", "benepar", "stanza", "bllip"]
"""The parsers known by name; the first is shipped."""


class Parser(Protocol):
    """Anything that makes one tree for each sentence; same tokens, same tree."""

    def parse(self, sentences: Sequence[Sequence[str]]) -> list[Tree]:
        """Return one tree for each sentence, its leaves exactly the sentence's tokens."""
        ...


class MissingParserError(SumtraceError):
    """A parser whose library or model is not installed."""

    def __init__(self, name: str, steps: str) -> None:
        super().__init__(f"the parser {name!r} is not installed; install it with: {steps}")


def parser(name: ParserName = "sumtrace", *, threads: int = 1) -> Parser:
    """Return the parser of that name."""
    if name not in PARSERS:
        raise InputError(f"unknown parser {name!r}.", hint=f"Choose one of: {', '.join(PARSERS)}.")
    return PARSERS[name](threads)


def parse_stream(
    chosen: Parser, sentences: Iterable[Sequence[str]], *, at_once: int = 1024
) -> Iterator[tuple[Sequence[str], Tree]]:
    """Yield each sentence with its tree, in order; however many there are, a thousand are held at a time."""
    remaining = iter(sentences)
    while taken := list(islice(remaining, at_once)):
        yield from zip(taken, chosen.parse(taken), strict=True)


class BracketBackend:
    """A parser behind a function from tokens to Penn Treebank brackets; its trees are bound to our tokens."""

    def __init__(self, brackets: Callable[[list[str]], str]) -> None:
        self._brackets = brackets

    def parse(self, sentences: Sequence[Sequence[str]]) -> list[Tree]:
        """Return one tree for each sentence."""
        return [self._parse_one(words, number) for number, words in enumerate(sentences, start=1)]

    def _parse_one(self, words: Sequence[str], number: int) -> Tree:
        if not words:
            return Tree((), ())
        return match_sentence(Tree.from_brackets(self._brackets(list(words))), words, number)


def _shipped(threads: int) -> Parser:
    from sumtrace.text.parsing.shipped import ShippedParser

    return ShippedParser(threads=threads)


def _benepar(threads: int) -> Parser:
    steps = "pip install benepar && python -c \"import benepar; benepar.download('benepar_en3')\""
    with _installed("benepar", steps):
        benepar: Any = importlib.import_module("benepar")
    try:
        loaded = benepar.Parser("benepar_en3")
    except (LookupError, OSError) as error:
        raise MissingParserError("benepar", steps) from error

    def brackets(words: list[str]) -> str:
        return _one_line(loaded.parse(benepar.InputSentence(words=words)))

    return BracketBackend(brackets)


def _stanza(threads: int) -> Parser:
    steps = "pip install stanza && python -c \"import stanza; stanza.download('en')\""
    with _installed("stanza", steps):
        stanza: Any = importlib.import_module("stanza")
    try:
        pipeline = stanza.Pipeline(
            "en",
            processors="tokenize,pos,constituency",
            tokenize_pretokenized=True,
            download_method=None,
            verbose=False,
        )
    except Exception as error:  # stanza names a missing model by exceptions of its own, which vary by version
        raise MissingParserError("stanza", steps) from error

    def brackets(words: list[str]) -> str:
        return str(pipeline([words]).sentences[0].constituency)

    return BracketBackend(brackets)


def _bllip(threads: int) -> Parser:
    steps = "pip install bllipparser && python -m bllipparser.ModelFetcher -i WSJ-PTB3"
    with _installed("bllip", steps):
        bllipparser: Any = importlib.import_module("bllipparser")
    folder = Path.home() / ".local" / "share" / "bllipparser" / "WSJ-PTB3"  # where its ModelFetcher installs
    if not folder.is_dir():
        raise MissingParserError("bllip", steps)
    return BracketBackend(bllip_brackets(bllipparser.RerankingParser.from_unified_model_dir(str(folder))))


def bllip_brackets(loaded: Any) -> Callable[[list[str]], str]:
    """Return the function from tokens to brackets of a loaded ``bllipparser.RerankingParser``."""

    def brackets(words: list[str]) -> str:
        found = loaded.parse(words)
        if not len(found):
            raise SumtraceError(f"bllip found no tree for the sentence: {' '.join(words[:12])}")
        return str(found[0].ptb_parse)

    return brackets


@contextlib.contextmanager
def _installed(name: str, steps: str) -> Iterator[None]:
    try:
        yield
    except ImportError as error:
        raise MissingParserError(name, steps) from error


def _one_line(tree: Any) -> str:
    """Return the brackets of an nltk tree."""
    return " ".join(tree.pformat(margin=1 << 30).split())


PARSERS: dict[ParserName, Callable[[int], Parser]] = {
    "sumtrace": _shipped,
    "benepar": _benepar,
    "stanza": _stanza,
    "bllip": _bllip,
}
"""How each parser is made, by its name; the number is that of threads."""
