"""Tuning as a whole, on a model that compares strings (quick) and gold that the model itself has made."""

import dataclasses
import math

import pytest

import sumtrace
from making import shared_gold, words
from sumtrace import InputError, datasets
from sumtrace.aligner import Aligner
from sumtrace.settings import STRINGS
from sumtrace.tuning import tune

EXAMPLES = datasets.examples()[:12]


def of_strings(**changes):
    model = sumtrace.load().model
    settings = dataclasses.replace(STRINGS, **changes)
    return Aligner.of(dataclasses.replace(model, settings=settings, encoder=""))


def said_by(aligner):
    """Gold that says what an aligner says."""
    found = [aligner.align_pair(pair) for pair in EXAMPLES]
    return [
        words(one.texts, {(i, j) for link in one.links for i in link.doc_positions for j in link.sum_positions})
        for one in found
    ]


def links(aligner):
    return [[(link.doc, link.sum) for link in aligner.align_pair(pair).links] for pair in EXAMPLES]


def names(tuning):
    return {change.name for change in tuning.changes if "calibration" not in change.name}


@pytest.fixture(scope="module")
def higher():
    """A model at the threshold .4, tuned to gold that it would have made at .64."""
    return tune(of_strings(), said_by(of_strings(threshold=0.64)), trials=2)


def test_the_threshold_that_gold_asks_for_is_found(higher):
    assert [(change.before, change.after) for change in higher.changes if change.name == "threshold"] == [(0.4, 0.64)]
    assert higher.chosen == "threshold"
    assert links(higher.aligner) == links(of_strings(threshold=0.64))
    start, chosen, _ = higher.ways
    assert start.held_out < chosen.held_out == 1.0
    assert chosen.against.difference == pytest.approx(chosen.held_out - start.held_out)


def test_a_tuned_model_is_another_and_outlives_its_folder(higher, tmp_path):
    assert higher.aligner.model.signature != of_strings().model.signature
    higher.aligner.save(tmp_path / "tuned")
    again = sumtrace.load(tmp_path / "tuned")
    assert again.model.settings == higher.aligner.model.settings
    assert again.align_pair(EXAMPLES[0]).links == higher.aligner.align_pair(EXAMPLES[0]).links


def test_the_same_seed_gives_the_same_model(higher):
    again = tune(of_strings(), said_by(of_strings(threshold=0.64)), trials=2)
    assert again.figures() == higher.figures()
    assert again.aligner.model.signature == higher.aligner.model.signature


def test_where_nothing_is_better_the_links_stay_as_they_are():
    start = of_strings()
    tuning = tune(start, said_by(start), trials=3)
    assert tuning.chosen == "as it is"
    assert names(tuning) == set()
    assert links(tuning.aligner) == links(start)
    assert tuning.ways[0].held_out == 1.0


def test_p_null_is_tuned_too():
    model = of_strings().model
    stingy = dataclasses.replace(model, parameters=dataclasses.replace(model.parameters, null=0.9))
    tuning = tune(Aligner.of(stingy), said_by(of_strings()), trials=5)
    assert "null" in names(tuning)
    assert tuning.ways[2].held_out > tuning.ways[0].held_out


def test_a_model_that_takes_the_best_path_may_take_to_thresholds():
    best_path = of_strings(decoding="viterbi")
    tuning = tune(best_path, said_by(of_strings()), trials=1)
    assert names(tuning) == {"decoding"}
    assert links(tuning.aligner) == links(of_strings())


def test_progress_is_told_up_to_the_end():
    told = []
    tune(of_strings(), said_by(of_strings())[:10], trials=2, threads=1, progress=lambda *done: told.append(done))
    assert told == [(number, 20) for number in range(1, 21)]


def test_too_few_pairs_and_scores_that_cannot_be_tuned_by_are_refused():
    gold = said_by(of_strings())
    with pytest.raises(InputError, match="9 gold pairs are too few for tuning"):
        tune(of_strings(), gold[:9])
    with pytest.raises(InputError, match=r"no score 'all.micro.bleu'"):
        tune(of_strings(), gold, score="all.micro.bleu")
    unsupported = [dataclasses.replace(one, null=()) for one in gold]
    with pytest.raises(InputError, match=r"unsupported\.auc cannot be used for tuning"):
        tune(of_strings(), unsupported, score="unsupported.auc")


def test_probabilities_of_a_tuned_model_lose_less():
    gold = datasets.gold()
    tuning = tune(of_strings(), gold, trials=1)
    for part in (tuning.links, tuning.nulls):
        assert (part.calibration is not None) == (part.after < part.before)
    assert tuning.links.calibration == tuning.aligner.model.settings.link_calibration
    assert not math.isnan(tuning.ways[0].held_out)


@pytest.mark.parametrize(("name", "trials"), [("examples", 1), ("mtref-dev", 3)])
def test_the_built_in_model_is_never_worse_on_held_out_pairs(name, trials):
    gold = datasets.gold() if name == "examples" else shared_gold(name)[:30]
    tuning = tune(sumtrace.load(), gold, trials=trials)
    start, *others = tuning.ways
    (chosen,) = (way for way in tuning.ways if way.name == tuning.chosen)
    assert chosen.held_out == max(way.held_out for way in tuning.ways)
    assert all(way.seen >= start.seen for way in others)
