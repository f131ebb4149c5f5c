"""The constants that are tuned: read, changed, drawn."""

import dataclasses

import numpy as np
import pytest

import sumtrace
from sumtrace.settings import STRINGS
from sumtrace.tuning.constants import NULL, STEPS, drawn, odds, tunable, value_of, with_changes

MODEL = sumtrace.load().model


def test_each_constant_can_be_changed_alone():
    for name, steps in STEPS.items():
        value = steps[0](value_of(MODEL, name))
        changed = with_changes(MODEL, {name: value})
        assert value_of(changed, name) == value != value_of(MODEL, name)
        others = [other for other in STEPS if other != name]
        assert [value_of(changed, other) for other in others] == [value_of(MODEL, other) for other in others]


def test_odds_of_a_share_stay_a_share():
    assert odds(2.0)(0.5) == pytest.approx(2 / 3, abs=1e-6)
    assert 0 < odds(0.2)(0.01) < odds(5.0)(0.99) < 1


def test_a_model_without_meaning_has_no_constants_of_meaning():
    strings = dataclasses.replace(MODEL, settings=STRINGS)
    assert tunable(strings) == [NULL]
    assert set(tunable(MODEL)) == set(STEPS)
    no_landing = dataclasses.replace(MODEL, settings=dataclasses.replace(MODEL.settings, landing=None))
    assert set(STEPS) - set(tunable(no_landing)) == {"landing.sharpness"}


def test_what_is_tried_begins_with_nothing_and_has_nothing_twice():
    made = drawn(MODEL, 60, np.random.default_rng(3))
    assert made[0] == {}
    assert len(made) == 60
    assert all(one not in made[:place] for place, one in enumerate(made))
    assert made == drawn(MODEL, 60, np.random.default_rng(3)) != drawn(MODEL, 60, np.random.default_rng(4))


def test_where_there_is_little_to_try_all_of_it_is_tried():
    strings = dataclasses.replace(MODEL, settings=STRINGS)
    assert len(drawn(strings, 60, np.random.default_rng(0))) == 1 + len(STEPS[NULL])
