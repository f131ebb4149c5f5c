"""A jump table from links that were found."""

from __future__ import annotations

import numpy as np
import pytest

from sumtrace.jumps.found import jumps_found, table_found
from sumtrace.jumps.relative import Relative


def by_distance(numbers):
    bands = Relative.start().bands
    return {int(low): number for low, level, number in zip(bands.low, bands.level, numbers, strict=True) if not level}


def test_every_jump_is_counted_from_the_start_to_the_stop():
    taken, _ = jumps_found([([2, 3, 0], 5)])
    counts = by_distance(taken)
    # to word 2, to the next word, back over four words to the first, over the last four to the end
    assert {distance: n for distance, n in counts.items() if n} == {2: 1, 0: 1, -4: 1, 4: 1}
    assert taken.sum() == 4


def test_what_lies_outside_the_document_was_not_feasible():
    _, feasible = jumps_found([([1], 3)])
    counts = by_distance(feasible)
    # before the first word: 0 to 3; after the second: -2 to 1
    assert {distance: n for distance, n in counts.items() if n} == {-2: 1, -1: 1, 0: 2, 1: 2, 2: 1, 3: 1}


def test_feasible_distances_add_up_to_the_places_of_the_document():
    _, feasible = jumps_found([([40, 3, 90], 100)])
    assert feasible.sum() == 4 * 101


def test_the_table_prefers_what_was_taken_and_is_a_distribution():
    table = table_found([(list(range(30)), 30)] * 5)
    weights = by_distance(table.weight)
    assert max(weights, key=weights.get) == 0
    assert np.sum(table.weight * table.bands.width) == pytest.approx(1.0)
    assert (table.weight > 0).all()


def test_a_lower_power_flattens_the_table():
    walks = [(list(range(30)), 30)]
    steep, flat = by_distance(table_found(walks, power=1.0).weight), by_distance(table_found(walks, power=0.5).weight)
    assert steep[0] / steep[5] == pytest.approx((flat[0] / flat[5]) ** 2)
