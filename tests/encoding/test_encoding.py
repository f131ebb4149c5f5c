"""Pairs as numbers: types, phrases and their places equal those found by plain search."""

from itertools import product

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from sumtrace.encoding import block as blocks
from sumtrace.encoding.block import blocks_of, pair_at
from sumtrace.rewrites.prior import partners
from sumtrace.settings import Settings
from sumtrace.text import fold, stem
from twins.toys import WORDS, Toy, confined, plain, random_toy, random_world, related, with_token_scores

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
    number = partners(block, len(found.types))
    for word, name in enumerate(found.types.words):
        beside = {fold(s) for one in toys if name in map(fold, one.document) for s in one.summary}
        assert number[word] == len(beside)


class TestBlocks:
    def test_cover_every_pair_once(self, monkeypatch):
        monkeypatch.setattr(blocks, "WORD_PAIRS", 50)
        random = np.random.default_rng(10)
        toys = [random_toy(int(m), 4, random) for m in random.integers(1, 30, size=25)]
        _, _, whole, _ = related(toys, plain())
        parts = list(blocks_of(whole))
        assert len(parts) > 5
        documents = [len(pair_at(part, p).doc_slots) for part in parts for p in range(len(part.doc_at) - 1)]
        assert documents == [len(one.document) for one in toys]

    def test_stand_by_themselves(self, monkeypatch):
        """A pair is the same numbers in its block as in the whole corpus, and every offset begins at 0."""
        monkeypatch.setattr(blocks, "WORD_PAIRS", 60)
        random = np.random.default_rng(11)
        toys = [confined(random_toy(int(m), int(t), random), random) for m, t in random.integers(2, 12, size=(20, 2))]
        whole = with_token_scores(random_world(toys, plain(), random), random).block
        pairs = iter(range(len(toys)))
        for part in blocks_of(whole):
            assert all(getattr(part, name)[0] == 0 for name in part._fields if name.endswith("_at"))
            for p, number in zip(range(len(part.doc_at) - 1), pairs, strict=False):
                here, there = pair_at(part, p), pair_at(whole, number)
                for name in set(here._fields) - {"reach", "reach_at"}:
                    np.testing.assert_array_equal(getattr(here, name), getattr(there, name), err_msg=name)
                for t in range(len(here.sum_slots)):
                    spans = [pair.reach[pair.reach_at[t] : pair.reach_at[t + 1]].tolist() for pair in (here, there)]
                    assert spans[0] == spans[1]
