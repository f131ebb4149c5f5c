"""Whatever a format can hold comes back as it was written."""

import dataclasses
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sumtrace import Alignment, Link, Pair, Text
from sumtrace.alignment import Passage
from sumtrace.alignment.formats import FORMATS, by_name, lost, read_alignments, write_alignments
from sumtrace.corpus import DocumentPart

CHARACTERS = st.characters(exclude_categories=("Cs",))
WORDS = st.text(st.characters(exclude_categories=("Cs", "Cc", "Z")), min_size=1, max_size=6) | st.sampled_from(
    ["({", "})", "NULL", "/", "#", "p1", '"', "a,b", "O'Brien", "été", "😀", "-", "...", "=1"]
)
NAMES = st.text(CHARACTERS, min_size=1, max_size=8)
SIMPLE_NAMES = st.text("abcXYZ019_-./é", min_size=1, max_size=8)
SAID = st.none() | st.text(CHARACTERS, min_size=1, max_size=12)
PROBABILITIES = st.floats(0, 1)
BETWEEN_WORDS = st.sampled_from(["", " ", "  ", "\n\n", "\r\n"])


@st.composite
def texts(draw):
    """A text of one or more sentences, as running text with odd spacing or as tokens."""
    tokens = draw(st.lists(WORDS, min_size=1, max_size=9))
    cuts = sorted(draw(st.sets(st.integers(1, len(tokens)), max_size=2)) - {len(tokens)})
    sentences = list(zip([0, *cuts], [*cuts, len(tokens)], strict=True))
    if draw(st.booleans()):
        return Text.from_words(tokens, sentences)
    string, offsets = draw(BETWEEN_WORDS), []
    for token in tokens:
        offsets.append((len(string), len(string) + len(token)))
        string += token + draw(BETWEEN_WORDS)
    return Text.from_offsets(string, offsets, sentences)


RUNNING_TEXTS = st.text(CHARACTERS, min_size=1, max_size=40).map(Text.from_string).filter(len)


@st.composite
def pairs(draw, text, ids):
    """A pair, its document perhaps made of two."""
    document, summary = draw(text), draw(text)
    parts = ()
    if len(document.sentences) > 1 and draw(st.booleans()):
        cut = document.sentences[1][0]
        parts = (DocumentPart("one", (0, cut)), DocumentPart("two.txt", (cut, len(document))))
    return Pair(draw(ids), document, summary, parts)


@st.composite
def spans(draw, length):
    """One span of a text of so many tokens, or two in order."""
    count = draw(st.integers(1, 2 if length > 2 else 1))
    edges = sorted(draw(st.sets(st.integers(0, length), min_size=2 * count, max_size=2 * count)))
    return tuple(zip(edges[::2], edges[1::2], strict=True))


@st.composite
def passages(draw, pair, most=2):
    """What a summary word draws on: spans of document sentences."""
    sent = draw(st.integers(0, len(pair.document.sentences) - 1))
    start, end = pair.document.sentences[sent]
    at = draw(st.integers(start, end - 1))
    span = (draw(st.integers(start, at)), draw(st.integers(at + 1, end)))
    part = pair.part_of(at)
    also = tuple(draw(st.lists(passages(pair, 0), max_size=most)))
    return Passage(sent, span, at, draw(PROBABILITIES), part.id if part else None, also)


@st.composite
def alignments(draw, text, ids):
    """An alignment with everything that one can have."""
    pair = draw(pairs(text, ids))
    m, t = len(pair.document), len(pair.summary)
    by = st.none() | st.sampled_from(["identity", "stem", "lexical"])
    link = st.builds(Link, spans(m), spans(t), st.sampled_from("SP"), st.none() | PROBABILITIES, by, SAID)
    word_pair = st.tuples(st.integers(0, m - 1), st.integers(0, t - 1), PROBABILITIES)
    positions = st.none() | st.sets(st.integers(0, t - 1)).map(sorted).map(tuple)
    return Alignment(
        pair.id,
        draw(st.lists(link, max_size=4).map(tuple)),
        pair,
        null_prob=draw(st.none() | st.lists(PROBABILITIES, min_size=t, max_size=t).map(tuple)),
        posteriors=draw(st.none() | st.lists(word_pair, max_size=3).map(tuple)),
        null=draw(positions),
        covered=draw(positions),
        annotator=draw(SAID),
        model=draw(SAID),
        comment=draw(SAID),
        passages=draw(st.none() | st.lists(st.none() | passages(pair), min_size=t, max_size=t).map(tuple)),
    )


def word_links(alignment, *, labels=True, probs=False):
    links = {}
    for link in alignment.links:
        label, prob = link.label if labels else "S", link.prob if probs else None
        word = Link.word(link.doc[0][0], link.sum[0][0], label, prob)
        links.setdefault((word.doc, word.sum), word)
    return tuple(links[key] for key in sorted(links))


def with_texts(alignment, sentences=False):
    """The pair as tokens hold it: a space between two words."""
    document, summary = alignment.pair.document, alignment.pair.summary
    return Pair(
        alignment.id,
        Text.from_words(document.words, document.sentences if sentences else None),
        Text.from_words(summary.words, summary.sentences if sentences else None),
    )


def gold(alignment, number):
    return Alignment(
        alignment.id,
        word_links(alignment),
        with_texts(alignment, sentences=True),
        null=alignment.null,
        covered=alignment.covered,
    )


def pharaoh(alignment, number):
    return Alignment(alignment.id, word_links(alignment, probs=True), alignment.pair)


def naacl(alignment, number):
    return dataclasses.replace(pharaoh(alignment, number), null=alignment.null or None)


def a3(alignment, number):
    links = word_links(alignment, labels=False)
    linked = {j for link in links for j in link.sum_positions}
    pair = with_texts(alignment)
    null = tuple(j for j in range(len(pair.summary)) if j not in linked)
    return Alignment(str(number), links, dataclasses.replace(pair, id=str(number)), null=null)


def sure_and_possible_words(alignment, number):
    return Alignment(alignment.id, word_links(alignment), with_texts(alignment))


def superpal(alignment, number):
    """Links are sure, and each lies in one document."""

    def in_one(link):
        part = alignment.pair.part_of(link.doc[0][0])
        end = part.tokens[1] if part else len(alignment.pair.document)
        doc = tuple((a, min(b, end)) for a, b in link.doc if a < end)
        return Link(doc, link.sum, prob=link.prob)

    return Alignment(alignment.id, tuple(in_one(link) for link in alignment.links), alignment.pair)


def brat(alignment, number):
    pair = dataclasses.replace(alignment.pair, documents=())
    return Alignment(alignment.id, alignment.links, pair, null=alignment.null or None)


def table(alignment, number):
    return Alignment(
        alignment.id,
        alignment.links,
        alignment.pair,
        null=alignment.null or None,
        annotator=alignment.annotator,
        model=alignment.model,
        comment=alignment.comment,
    )


def everything(alignment, number):
    return alignment


HOLDABLE = {
    "native": everything,
    "gold": gold,
    "pharaoh": pharaoh,
    "naacl": naacl,
    "a3": a3,
    "msr": sure_and_possible_words,
    "jacana": sure_and_possible_words,
    "multimwa": sure_and_possible_words,
    "superpal": superpal,
    "brat": brat,
    "csv": table,
    "parquet": table,
}
"""What of an alignment each format can hold."""

WITHOUT_TEXTS = {"pharaoh", "naacl", "superpal", "csv", "parquet"}
NAMES_ARE_ONE_WORD = {"msr", "multimwa"}


@pytest.fixture(scope="module", autouse=True)
def _no_waiting_for_the_disk():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.fsync", lambda descriptor: None)
        yield


def test_every_format_is_tested():
    assert set(HOLDABLE) == {form.name for form in FORMATS}


@pytest.mark.parametrize("name", HOLDABLE)
@given(data=st.data())
@settings(max_examples=25, deadline=None)
def test_what_was_written_is_read(name, data):
    text = RUNNING_TEXTS if name == "brat" else texts()
    ids = SIMPLE_NAMES if name in NAMES_ARE_ONE_WORD else NAMES
    drawn = data.draw(st.lists(alignments(text, ids), max_size=2, unique_by=lambda alignment: alignment.id))
    written = [HOLDABLE[name](alignment, number) for number, alignment in enumerate(drawn, start=1)]
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "out"
        write_alignments(written, target, format=name)
        given_pairs = [alignment.pair for alignment in written] if name in WITHOUT_TEXTS else None
        read = list(read_alignments(target, format=name, pairs=given_pairs))
    if name == "brat":
        read, written = (sorted(side, key=lambda alignment: alignment.id) for side in (read, written))
    assert read == written


@pytest.mark.parametrize("name", HOLDABLE)
@given(data=st.data())
@settings(max_examples=10, deadline=None)
def test_what_a_format_holds_is_not_called_lost(name, data):
    alignment = HOLDABLE[name](data.draw(alignments(texts(), SIMPLE_NAMES)), 1)
    texts_aside = {"text", "tokens", "sentences", "documents"}
    assert lost(alignment, by_name(name)) <= texts_aside


@pytest.mark.parametrize("name", ["pharaoh", "naacl", "a3", "msr", "jacana", "multimwa"])
@given(data=st.data())
@settings(max_examples=10, deadline=None)
def test_reversed_twice_is_as_before(name, data):
    alignment = HOLDABLE[name](data.draw(alignments(texts(), SIMPLE_NAMES)), 1)
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "out"
        write_alignments([alignment], target, format=name, reverse=True)
        given_pairs = [alignment.pair] if name in WITHOUT_TEXTS else None
        (read,) = read_alignments(target, format=name, reverse=True, pairs=given_pairs)
    assert read.links == alignment.links
    assert read.pair == alignment.pair
