"""Pairs as numbers: types, phrases and their places equal those found by plain search."""

from itertools import product

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from sumtrace.encoding import block as blocks
from sumtrace.encoding.block import PairNumbers, only_pair
from sumtrace.encoding.distinct import Packing
from sumtrace.encoding.encode import encode
from sumtrace.rewrites.prior import partners
from sumtrace.settings import Settings
from sumtrace.text import fold, stem
from twins.toys import WORDS, Toy, confined, pair_of, random_toy, related, tokens_of

words = st.sampled_from(WORDS[:9])
texts = st.lists(words, min_size=1, max_size=9).map(tuple)
corpora = st.lists(
    st.builds(lambda document, summary: Toy(document, summary, np.array([0, len(document)])), texts, texts),
    min_size=1,
    max_size=4,
)


def encoded(toys, longest):
    return related(toys, Settings(components=(), max_document_phrase=longest, max_summary_phrase=longest))


@settings(max_examples=60, deadline=None)
@given(corpora, st.integers(1, 4))
def test_cells_are_all_stem_identical_phrases(toys, longest):
    found, _, block, _ = encoded(toys, longest)
    types = found.types
    for p, one in enumerate(toys):
        document, summary = ([stem(word) for word in text] for text in (one.document, one.summary))
        expected = [
            (t, j, n)
            for t, j, n in product(range(len(summary)), range(len(document)), range(2, longest + 1))
            if t + n <= len(summary) and j + n <= len(document) and summary[t : t + n] == document[j : j + n]
        ]
        cells = range(block.cells_at[p], block.cells_at[p + 1])
        places = [(int(block.cell_sum[c]), int(block.cell_doc[c]), int(block.cell_doc_length[c])) for c in cells]
        assert sorted(places) == sorted(expected)
        assert [t for t, _, _ in places] == sorted(t for t, _, _ in places)
        for c, (t, j, n) in zip(cells, places, strict=True):
            assert block.cell_sum_length[c] == n
            assert types.text(int(block.cell_row[c])) == " ".join(map(fold, one.document[j : j + n]))
            assert types.text(int(block.cell_column[c])) == " ".join(map(fold, one.summary[t : t + n]))


@settings(max_examples=60, deadline=None)
@given(corpora)
def test_every_token_finds_its_type_again(toys):
    found, _, block, _ = encoded(toys, 3)
    types = found.types
    for p, one in enumerate(toys):
        for text, slots, at, numbers, numbers_at in (
            (one.document, block.doc_slots, block.doc_at, block.doc_types, block.doc_types_at),
            (one.summary, block.sum_slots, block.sum_at, block.sum_types, block.sum_types_at),
        ):
            here = numbers[numbers_at[p] : numbers_at[p + 1]]
            assert [types.words[here[slot]] for slot in slots[at[p] : at[p + 1]]] == [fold(word) for word in text]
            assert len(set(here.tolist())) == len(here)
    assert found.vocabulary.words == {fold(word) for one in toys for word in one.summary}


@settings(max_examples=60, deadline=None)
@given(corpora)
def test_stem_counts_are_those_of_all_summaries(toys):
    found, *_ = encoded(toys, 3)
    summaries = [tuple(map(fold, one.summary)) for one in toys]
    phrases = {s[t : t + n] for s in summaries for n in (1, 2, 3) for t in range(len(s) - n + 1)}
    for number in np.flatnonzero(found.types.in_document).tolist():
        phrase = tuple(found.types.text(number).split())
        same = [other for other in phrases if tuple(map(stem, other)) == tuple(map(stem, phrase))]
        assert found.stems.count[number] == len(same)
        assert found.stems.listed[number] == (phrase in phrases)


@settings(max_examples=40, deadline=None)
@given(corpora)
def test_partners_are_the_summary_words_beside_a_document_word(toys):
    found, _, block, _ = encoded(toys, 2)
    number = partners([block], len(found.types))
    for word, name in enumerate(found.types.words):
        beside = {fold(s) for one in toys if name in map(fold, one.document) for s in one.summary}
        assert number[word] == len(beside)


class TestBlocks:
    """Pairs come in blocks of some size, so that a corpus need not be in memory."""

    @staticmethod
    def both(toys, size, monkeypatch):
        """The corpus as one block, and as many."""
        (whole,) = (whole_corpus := encode(tokens_of(toys), 3, 3)).blocks
        monkeypatch.setattr(blocks, "WORD_PAIRS", size)
        parted = encode(tokens_of(toys), 3, 3)
        assert len(parted.blocks) > 5
        return whole, whole_corpus, parted

    def test_cover_every_pair_once_and_stand_by_themselves(self, monkeypatch):
        """A pair is the same numbers in its block as in the whole corpus, and every offset begins at 0."""
        random = np.random.default_rng(11)
        toys = [confined(random_toy(int(m), int(t), random), random) for m, t in random.integers(2, 12, size=(20, 2))]
        whole, _, parted = self.both(toys, 60, monkeypatch)
        pairs = iter(range(len(toys)))
        for part in parted.blocks:
            assert all(getattr(part, name)[0] == 0 for name in part._fields if name.endswith("_at"))
            for p in range(len(part.doc_at) - 1):
                here, there = pair_of(part, p), pair_of(whole, next(pairs))
                for name in set(here._fields) - {"reach", "reach_at"}:
                    np.testing.assert_array_equal(getattr(here, name), getattr(there, name), err_msg=name)
                for t in range(len(here.sum_slots)):
                    spans = [pair.reach[pair.reach_at[t] : pair.reach_at[t + 1]].tolist() for pair in (here, there)]
                    assert spans[0] == spans[1]
        assert next(pairs, None) is None

    def test_have_the_types_of_the_whole_corpus(self, monkeypatch):
        random = np.random.default_rng(12)
        toys = [random_toy(int(m), 6, random) for m in random.integers(1, 30, size=25)]
        _, whole, parted = self.both(toys, 50, monkeypatch)
        assert list(whole.types.phrases) == list(parted.types.phrases)
        for name in ("in_document", "in_summary"):
            np.testing.assert_array_equal(getattr(whole.types, name), getattr(parted.types, name))
        for name in ("row", "column", "count", "listed"):
            np.testing.assert_array_equal(getattr(whole.stems, name), getattr(parted.stems, name))
        number = len(whole.types)
        np.testing.assert_array_equal(partners(whole.blocks, number), partners(parted.blocks, number))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(st.integers(0, 2**31 - 2), min_size=3, max_size=3)), st.booleans())
def test_keys_of_phrases_sort_like_their_words(phrases, wide):
    """Whether they fit a number or not."""
    grams = np.array(phrases, np.int32).reshape(-1, 3) % (2**31 - 1 if wide else 1000)
    packing = Packing(2**31 - 1 if wide else 1000, 3)
    assert packing.is_number == (not wide)
    keys = np.unique(packing.keys(grams))
    assert packing.grams(keys).tolist() == sorted(map(list, {tuple(gram) for gram in grams.tolist()}))


@settings(max_examples=20, deadline=None)
@given(corpora)
def test_the_only_pair_of_a_block_is_the_pair_that_kernels_cut_out(toys):
    (block,) = encode(tokens_of(toys[:1]), 3, 3).blocks
    for name, whole, cut in zip(PairNumbers._fields, only_pair(block), pair_of(block, 0), strict=True):
        np.testing.assert_array_equal(whole, cut, err_msg=name)
