import numpy as np
import pytest

from making import pair_of, words
from sumtrace import Alignment, InputError
from sumtrace.evaluation.counts import COLUMN
from sumtrace.evaluation.scores import Evaluation
from sumtrace.evaluation.significance import compare, intervals

PAIRS = [pair_of("a b c d", "a b c d", str(n)) for n in range(60)]
ALL = [(i, i) for i in range(4)]
GOLD = [words(pair, ALL) for pair in PAIRS]


def system(right):
    """Links `right[n]` of the four words of pair n correctly, and none wrongly."""
    return Evaluation.of(GOLD, [words(p, ALL[: right[n % len(right)]]) for n, p in enumerate(PAIRS)])


def test_a_system_without_variance_has_a_closed_interval():
    bounds = intervals(system([2]), samples=50)
    assert bounds["all.micro.recall"] == (0.5, 0.5)


def test_interval_agrees_with_the_normal_approximation():
    low, high = intervals(system([0, 4]), samples=4000)["all.micro.recall"]
    half = 1.96 * np.sqrt(0.25 / len(PAIRS))
    assert low == pytest.approx(0.5 - half, abs=0.02)
    assert high == pytest.approx(0.5 + half, abs=0.02)


def test_a_clear_difference_is_significant_and_equal_systems_are_not():
    better, worse = system([4, 3]), system([1, 2])
    test = compare(better, worse, samples=500)
    assert test.difference > 0.3
    assert test.low > 0
    assert test.bootstrap_p < 0.01
    assert test.randomisation_p == pytest.approx(1 / 501)
    same = compare(better, better, samples=100)
    assert (same.difference, same.bootstrap_p, same.randomisation_p) == (0.0, 1.0, 1.0)


def test_randomisation_agrees_with_all_sign_flips():
    pairs = PAIRS[:6]
    one = Evaluation.of(GOLD[:6], [words(p, ALL[: n % 4 + 1]) for n, p in enumerate(pairs)])
    two = Evaluation.of(GOLD[:6], [words(p, ALL[: (n + 1) % 3 + 1]) for n, p in enumerate(pairs)])
    difference = (one.rows - two.rows)[:, COLUMN["all.found"]]
    flips = np.array([[1 if code >> bit & 1 else -1 for bit in range(6)] for code in range(64)])
    exact = np.mean(np.abs(flips @ difference) >= abs(difference.sum()))
    sampled = compare(one, two, score="all.micro.recall", samples=20000).randomisation_p
    assert sampled == pytest.approx(exact, abs=0.02)


def test_results_are_the_same_on_every_run():
    one, two = system([4, 1, 2]), system([2])
    assert compare(one, two, samples=300) == compare(one, two, samples=300)
    assert repr(intervals(one, samples=300)) == repr(intervals(one, samples=300))


def test_area_under_the_curve_has_an_interval_and_a_test():
    gold = [Alignment(p.id, (), p, null=(n % 4,)) for n, p in enumerate(PAIRS)]
    random = np.random.default_rng(1)

    def detector(strength):
        return Evaluation.of(
            gold,
            [
                words(
                    p,
                    ALL,
                    null_prob=tuple(np.clip(random.random(4) * (1 - strength) + strength * np.eye(4)[n % 4], 0, 1)),
                )
                for n, p in enumerate(PAIRS)
            ],
        )

    good, chance = detector(0.3), detector(0.0)
    low, high = intervals(good, samples=200)["unsupported.auc"]
    assert low < good.auc() < high
    test = compare(good, chance, score="unsupported.auc", samples=200)
    assert test.difference == pytest.approx(good.auc() - chance.auc())
    assert test.randomisation_p < 0.01


def test_unknown_scores_and_other_pairs_are_named():
    one = system([4])
    with pytest.raises(InputError, match="no score 'bleu'"):
        compare(one, one, score="bleu")
    with pytest.raises(InputError, match="same pairs"):
        compare(one, Evaluation.of(GOLD[:5], GOLD[:5]))
