"""The lexical table: counts are added up, cut down and looked up as in a plain dictionary."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from sumtrace.rewrites.lexical import Triples, by_rows, narrowed, row_totals, summed, with_types
from sumtrace.rewrites.relations import first_relations
from sumtrace.training.adding import LexicalSums


class TestTable:
    entries = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 7), st.floats(0.1, 9)), max_size=40)

    @staticmethod
    def table(entries, rows=6, columns=8):
        row, column = (np.array([entry[i] for entry in entries], np.int32) for i in (0, 1))
        amount = np.array([entry[2] for entry in entries], float)
        return by_rows(summed(Triples(row, column, amount), rows, columns), rows)

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

    @staticmethod
    def parts(entries, size):
        for first in range(0, len(entries), size):
            row, column, count = zip(*entries[first : first + size], strict=True)
            yield summed(Triples(np.array(row, np.int32), np.array(column, np.int32), np.array(count, float)), 6, 8)

    @settings(max_examples=60, deadline=None)
    @given(entries, st.integers(1, 40))
    def test_parts_that_come_one_after_another_add_up(self, entries, size):
        sums = LexicalSums(None)
        for part in self.parts(entries, size):
            sums.add(part)
        if entries:
            found, expected = by_rows(sums.total(), 6), self.table(entries)
            np.testing.assert_array_equal(found.at, expected.at)
            np.testing.assert_array_equal(found.column, expected.column)
            np.testing.assert_allclose(found.counts, expected.counts, rtol=1e-12)

    @settings(max_examples=60, deadline=None)
    @given(entries.filter(bool), st.integers(1, 40), st.integers(1, 12))
    def test_a_limit_holds_for_one_part_and_for_many(self, entries, size, most):
        sums = LexicalSums(most)
        for part in self.parts(entries, size):
            sums.add(part)
        assert len(sums.total().row) == min(most, len({(row, column) for row, column, _ in entries}))

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
        moved = self.as_dict(with_types(table, rows))
        kept = {
            (r if r < 5 else rows, c): count
            for (r, c), count in self.as_dict(table).items()
            if r < min(5, rows) or r == 5
        }
        assert moved == kept

    @settings(max_examples=60, deadline=None)
    @given(entries, st.lists(st.tuples(st.integers(0, 5), st.integers(0, 7)), max_size=10))
    def test_cells_find_their_first_relation(self, entries, cells):
        # a row may hold several relations for a column, one for each component
        ordered = sorted((row, column) for row, column, _ in entries)
        at = np.searchsorted([row for row, _ in ordered], np.arange(7)).astype(np.int64)
        column = np.array([column for _, column in ordered], np.int32)
        rows, columns = (np.array([cell[i] for cell in cells], np.int32) for i in (0, 1))
        expected = [ordered.index(cell) if cell in ordered else -1 for cell in cells]
        assert first_relations(at, column, rows, columns).tolist() == expected
