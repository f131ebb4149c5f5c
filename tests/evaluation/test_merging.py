import gzip
import json

import pytest

from making import SHARED, pair_of, shared_gold, words
from sumtrace import Alignment, InputError
from sumtrace.alignment.expansion import from_word_pairs, sure_and_possible
from sumtrace.evaluation.merging import by_annotator, merge
from sumtrace.evaluation.scores import evaluate

PAIR = pair_of("a b c d", "a b c d")
ANNA = [words(PAIR, [(0, 0), (1, 1)], [(2, 2)], annotator="anna", null=(3,), covered=(0, 1, 2, 3))]
BEN = [words(PAIR, [(0, 0)], [(1, 1)], annotator="ben", null=(2, 3), covered=(0, 1, 3))]
CARA = [words(PAIR, [(0, 0), (1, 1), (3, 3)], annotator="cara", null=())]


@pytest.mark.parametrize(
    ("how", "sure", "null"),
    [
        ("union", {(0, 0), (1, 1), (3, 3)}, (2, 3)),
        ("majority", {(0, 0), (1, 1)}, (3,)),
        ("intersection", {(0, 0)}, ()),
    ],
)
def test_a_link_is_sure_by_vote_and_possible_if_anyone_made_it(how, sure, null):
    (gold,) = merge([ANNA, BEN, CARA], how=how)
    assert sure_and_possible(gold) == (sure, {(0, 0), (1, 1), (2, 2), (3, 3)})
    assert gold.null == null
    assert gold.covered == (0, 1, 3)
    assert gold.annotator == "anna+ben+cara"


def test_two_annotators_have_a_majority_only_together():
    (gold,) = merge([ANNA, BEN])
    assert sure_and_possible(gold)[0] == {(0, 0)}


def test_one_annotator_is_kept_as_is():
    assert merge([ANNA]) == ANNA


def test_annotators_of_different_pairs_are_refused():
    other = pair_of("a b c d", "a b c d", "q")
    with pytest.raises(InputError, match="no prediction"):
        merge([ANNA, [words(other, [])]])
    with pytest.raises(InputError, match="1 pairs, another 2"):
        merge([ANNA, [*BEN, words(other, [])]])


def test_a_file_with_one_alignment_a_pair_is_one_annotator_whoever_made_them():
    other = words(pair_of("a", "a", "q"), [], annotator="ben")
    assert by_annotator([*ANNA, other]) == [[*ANNA, other]]
    assert by_annotator([*ANNA, *BEN]) == [ANNA, BEN]


def test_human_row_on_msr():
    pairs = {gold.id: gold.texts for gold in shared_gold("msr-dev")}
    people = {name: [] for name in "ABC"}
    with gzip.open(SHARED / "gold/msr-dev-annotators.jsonl.gz", "rt") as file:
        for record in map(json.loads, file):
            for name, made in people.items():
                links = from_word_pairs(*(map(tuple, record[name][kind]) for kind in ("sure", "possible")))
                made.append(Alignment(record["id"], links, pairs[record["id"]], annotator=name))
    sure_of_c = [words(a.texts, sure_and_possible(a)[0]) for a in people["C"]]
    scores = evaluate(merge([people["A"], people["B"]], how="intersection"), sure_of_c)
    assert round(100 * scores.all.micro.soft_f, 1) == 93.5
    assert round(100 * scores.content.micro.soft_f, 1) == 93.9
