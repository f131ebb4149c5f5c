"""Pairs as numbers: types, phrases and their places equal those found by plain search."""

from itertools import product

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from sumtrace.rewrites.encoding import first_entries
from sumtrace.rewrites.sparse import added_up, narrowed, row_totals, with_rows
from sumtrace.text import fold, stem
from sumtrace.training.em import partners
from sumtrace.training.settings import Settings
from twins.toys import WORDS, Toy, posed

words = st.sampled_from(WORDS[:9])
texts = st.lists(words, min_size=1, max_size=9).map(tuple)
corpora = st.lists(
    st.builds(lambda document, summary: Toy(document, summary, np.array([0, len(document)])), texts, texts),
    min_size=1,
    max_size=4,
)


def encoded(toys, longest):
    return posed(toys, Settings(components=(), max_document_phrase=longest, max_summary_phrase=longest))


@settings(max_examples=60, deadline=None)
@given(corpora, st.integers(1, 4))
def test_cells_are_all_stem_identical_phrases(toys, longest):
    found, problem, _ = encoded(toys, longest)
    pairs, types = problem.pairs, found.types
    for p, one in enumerate(toys):
        document, summary = ([stem(word) for word in text] for text in (one.document, one.summary))
        expected = [
            (t, j, n)
            for t, j, n in product(range(len(summary)), range(len(document)), range(2, longest + 1))
            if t + n <= len(summary) and j + n <= len(document) and summary[t : t + n] == document[j : j + n]
        ]
        cells = range(pairs.cells_at[p], pairs.cells_at[p + 1])
        places = [(int(pairs.cell_sum[c]), int(pairs.cell_doc[c]), int(pairs.cell_doc_length[c])) for c in cells]
        assert sorted(places) == sorted(expected)
        assert [t for t, _, _ in places] == sorted(t for t, _, _ in places)
        for c, (t, j, n) in zip(cells, places, strict=True):
            assert pairs.cell_sum_length[c] == n
            assert types.text(int(pairs.cell_row[c])) == " ".join(map(fold, one.document[j : j + n]))
            assert types.text(int(pairs.cell_column[c])) == " ".join(map(fold, one.summary[t : t + n]))


@settings(max_examples=60, deadline=None)
@given(corpora)
def test_every_token_finds_its_type_again(toys):
    found, problem, _ = encoded(toys, 3)
    pairs, types = problem.pairs, found.types
    for p, one in enumerate(toys):
        for text, slots, at, numbers, numbers_at in (
            (one.document, pairs.doc_slots, pairs.doc_at, pairs.doc_types, pairs.doc_types_at),
            (one.summary, pairs.sum_slots, pairs.sum_at, pairs.sum_types, pairs.sum_types_at),
        ):
            here = numbers[numbers_at[p] : numbers_at[p + 1]]
            assert [types.words[here[slot]] for slot in slots[at[p] : at[p + 1]]] == [fold(word) for word in text]
            assert len(set(here.tolist())) == len(here)
    assert found.lexicon.words == {fold(word) for one in toys for word in one.summary}


@settings(max_examples=60, deadline=None)
@given(corpora)
def test_stem_counts_are_those_of_all_summaries(toys):
    found, _, _ = encoded(toys, 3)
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
    found, problem, _ = encoded(toys, 2)
    number = partners(problem.pairs, len(found.types))
    for word, name in enumerate(found.types.words):
        beside = {fold(s) for one in toys if name in map(fold, one.document) for s in one.summary}
        assert number[word] == len(beside)


class TestSparse:
    entries = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 7), st.floats(0.1, 9)), max_size=40)

    @staticmethod
    def table(entries, rows=6, columns=8):
        row, column = (np.array([entry[i] for entry in entries], np.int32) for i in (0, 1))
        return added_up(row, column, np.array([entry[2] for entry in entries], float), rows, columns)

    @staticmethod
    def as_dict(table):
        return {
            (row, int(table.column[i])): float(table.counts[i])
            for row in range(len(table.at) - 1)
            for i in range(table.at[row], table.at[row + 1])
        }

    @settings(max_examples=60, deadline=None)
    @given(entries)
    def test_equal_places_are_added_up_in_order(self, entries):
        expected = {}
        for row, column, count in entries:
            expected[row, column] = expected.get((row, column), 0.0) + count
        table = self.table(entries)
        assert self.as_dict(table) == expected
        for row in range(6):
            columns = table.column[table.at[row] : table.at[row + 1]].tolist()
            assert columns == sorted(columns)
        totals = [sum(count for (r, _), count in expected.items() if r == row) for row in range(6)]
        np.testing.assert_allclose(row_totals(table), totals, rtol=1e-12)

    @settings(max_examples=60, deadline=None)
    @given(entries)
    def test_a_model_s_table_is_cut_down_to_a_pair_s_words(self, entries):
        # five words and null's row; the pair knows words 3, 1 and 4 of them, and one that the model does not
        table = self.table([(r, c, count) for r, c, count in entries if c < 5])
        known = np.array([3, -1, 1, 4], np.int64)
        small = self.as_dict(narrowed(table, known, 4))
        place = {3: 0, 1: 2, 4: 3, 5: 4}
        expected = {
            (place[r], place[c]): count for (r, c), count in self.as_dict(table).items() if r in place and c in place
        }
        assert small == expected

    @settings(max_examples=30, deadline=None)
    @given(entries, st.integers(1, 9))
    def test_rows_are_added_and_dropped_before_null_s(self, entries, rows):
        table = self.table(entries)
        moved = self.as_dict(with_rows(table, 5, rows))
        kept = {
            (r if r < 5 else rows, c): count
            for (r, c), count in self.as_dict(table).items()
            if r < min(5, rows) or r == 5
        }
        assert moved == kept

    @settings(max_examples=60, deadline=None)
    @given(entries, st.lists(st.tuples(st.integers(0, 5), st.integers(0, 7)), max_size=10))
    def test_cells_find_their_first_entry(self, entries, cells):
        # a row may hold several entries for a column, one for each component
        ordered = sorted((row, column) for row, column, _ in entries)
        at = np.searchsorted([row for row, _ in ordered], np.arange(7)).astype(np.int64)
        column = np.array([column for _, column in ordered], np.int32)
        rows, columns = (np.array([cell[i] for cell in cells], np.int32) for i in (0, 1))
        expected = [ordered.index(cell) if cell in ordered else -1 for cell in cells]
        assert first_entries(at, column, rows, columns).tolist() == expected
