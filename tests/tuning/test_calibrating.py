"""Calibration: probabilities that hold, on beliefs whose truth is known."""

import numpy as np
import pytest

from making import pair_of, words
from sumtrace import Alignment, Link
from sumtrace.inference.calibration import calibrated, logit, mapped
from sumtrace.settings import Calibration, Settings
from sumtrace.tuning.calibrating import Believed, calibration_of, fitted, judged_links, judged_nulls, log_loss

NOTHING = Calibration()


def drawn(slope, offset, number=4000, seed=0):
    """Beliefs, and truths drawn as often as a calibration says."""
    random = np.random.default_rng(seed)
    belief = random.uniform(0.01, 0.99, number)
    right = random.random(number) < mapped(belief, Calibration(slope=slope, offset=offset))
    return belief, right.astype(float)


def test_the_curve_that_truths_were_drawn_by_is_found_again():
    found = fitted(*drawn(0.6, -1.0))
    assert found.slope == pytest.approx(0.6, abs=0.1)
    assert found.offset == pytest.approx(-1.0, abs=0.15)


def test_few_beliefs_that_can_be_told_apart_perfectly_give_no_infinite_curve():
    found = fitted(np.array([0.2, 0.3, 0.7, 0.8]), np.array([0.0, 0.0, 1.0, 1.0]))
    assert 1.0 < found.slope < 5.0


def judged(slope, offset, number=4000):
    belief, right = drawn(slope, offset, number)
    return Believed(belief, right, np.arange(number) % 20)


def folds():
    return np.stack([np.arange(20) % 5])


def test_a_calibration_is_kept_where_it_helps_on_other_pairs():
    found = calibration_of(judged(0.6, -1.0), NOTHING, folds())
    assert found.calibration is not None
    assert found.after < found.before


def test_beliefs_that_hold_already_are_left_alone():
    found = calibration_of(judged(1.0, 0.0, 60), NOTHING, folds())
    assert found.calibration is None
    assert found.after >= found.before


def test_a_second_tuning_must_beat_the_first():
    present = Calibration(slope=0.6, offset=-1.0)
    again = calibration_of(judged(0.6, -1.0, 300), present, folds())
    assert again.before == pytest.approx(
        log_loss(mapped(judged(0.6, -1.0, 300).belief, present), drawn(0.6, -1.0, 300)[1])
    )
    assert again.calibration is None


def test_beliefs_are_judged_by_possible_links_of_judged_words_only():
    pair = pair_of("a b c", "x y z")
    gold = words(pair, [(0, 0)], [(1, 1)], covered=(0, 1))
    found = Alignment(
        "p", (), pair, null_prob=(0.1, 0.2, 0.9), posteriors=((0, 0, 0.9), (1, 1, 0.4), (2, 0, 0.3), (2, 2, 0.5))
    )
    links, nulls = judged_links([gold], [found]), judged_nulls([gold], [found])
    assert list(zip(links.belief, links.right, strict=True)) == [(0.9, 1.0), (0.4, 1.0), (0.3, 0.0)]
    assert list(zip(nulls.belief, nulls.right, strict=True)) == [(0.1, 0.0), (0.2, 0.0)]


def test_words_that_gold_lists_as_unsupported_have_no_source():
    pair = pair_of("a b", "x y")
    found = Alignment("p", (), pair, null_prob=(0.1, 0.2), posteriors=())
    assert judged_nulls([words(pair, [], null=(1,))], [found]).right.tolist() == [0.0, 1.0]


def test_a_calibrated_alignment_has_the_same_links_and_other_probabilities():
    pair = pair_of("a b", "x y")
    plain = Alignment(
        "p", (Link.word(0, 0, prob=0.8),), pair, null_prob=(0.2, 0.5), posteriors=((0, 0, 0.8), (1, 1, 0.3))
    )
    settings = Settings(link_calibration=Calibration(slope=2.0, offset=0.0), null_calibration=Calibration(offset=1.0))
    made = calibrated(plain, settings)
    assert [(link.doc, link.sum) for link in made.links] == [(link.doc, link.sum) for link in plain.links]
    assert made.links[0].prob == pytest.approx(16 / 17)
    assert made.posteriors == ((0, 0, round(16 / 17, 4)), (1, 1, round(9 / 58, 4)))
    assert logit(made.null_prob) == pytest.approx(logit([0.2, 0.5]) + 1.0)
    assert calibrated(plain, Settings()) is plain
