"""Cross-validation over trials made by hand: statistics of a few candidates on a few pairs."""

import numpy as np
import pytest

from sumtrace.evaluation.counts import COLUMN, COLUMNS
from sumtrace.tuning.selection import best, folds_of, held_out

SCORE = "all.micro.soft_f"


def rows(*found):
    """Statistics of candidates that found so many of each pair's four sure links, and nothing else."""
    made = np.zeros((len(found), len(found[0]), len(COLUMNS)), np.float32)
    for name in ("found", "predicted", "predicted_possible", "soft_predicted", "soft_possible"):
        made[:, :, COLUMN[f"all.{name}"]] = found
    made[:, :, COLUMN["all.sure"]] = 4
    return made


def test_every_pair_is_in_one_fold_of_each_repeat_and_folds_are_as_large_as_each_other():
    folds = folds_of(11, 5, 3, np.random.default_rng(0))
    assert [sorted(np.bincount(parts).tolist()) for parts in folds] == [[2, 2, 2, 2, 3]] * 3
    assert not (folds[0] == folds[1]).all()


def test_the_best_is_taken_and_of_equals_the_first():
    table = rows([2, 2, 2], [3, 3, 3], [3, 3, 3])
    assert best(table, [0, 1, 2], SCORE) == 1
    assert best(table, [0, 2, 1], SCORE) == 2
    assert best(table, [0], SCORE) == 0


def test_a_pair_is_scored_by_what_was_chosen_without_it():
    # the second candidate shines on the first pair alone, so that pair must not speak for it
    table = rows([2, 2, 2, 2], [4, 1, 1, 1])
    folds = np.array([[0, 1, 2, 3]])
    kept = held_out(table, [0, 1], SCORE, folds)[:, COLUMN["all.found"]]
    assert kept.tolist() == [2, 2, 2, 2]


def test_what_helps_everywhere_is_chosen_in_every_fold():
    table = rows([2, 2, 2, 2], [3, 3, 3, 3])
    kept = held_out(table, [0, 1], SCORE, np.array([[0, 0, 1, 1], [0, 1, 0, 1]]))
    assert kept[:, COLUMN["all.found"]].tolist() == [3, 3, 3, 3]


@pytest.mark.parametrize(("score", "chosen"), [("all.micro.aer", 1), ("all.micro.recall", 1)])
def test_errors_are_made_fewer_and_other_scores_higher(score, chosen):
    assert best(rows([2, 2], [3, 3]), [0, 1], score) == chosen
