import math
import random
import re

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from making import pair_of, phrase, shared_gold, words
from sumtrace import Alignment, InputError, __version__
from sumtrace.baselines.nearest import nearest
from sumtrace.evaluation.scores import evaluate

PAIR = pair_of("The big dog sat on the mat .", "a large dog sat down on the mat .")
#              0   1   2   3   4  5   6   7    0 1     2   3   4    5  6   7   8


def test_scores_of_a_hand_computed_pair():
    gold = words(PAIR, sure=[(1, 1), (2, 2), (3, 3), (4, 5), (6, 7)], possible=[(0, 0), (5, 6)])
    predicted = words(PAIR, sure=[(2, 2), (3, 3), (3, 4), (5, 6), (7, 8)])
    scores = evaluate([gold], [predicted])
    micro = scores.all.micro
    assert micro.precision == pytest.approx(3 / 5)  # (3, 4) and (7, 8) are not possible
    assert micro.recall == pytest.approx(2 / 5)
    assert micro.f == pytest.approx(2 * 0.6 * 0.4 / 1.0)
    assert micro.aer == pytest.approx(1 - (2 + 3) / (5 + 5))
    assert (micro.soft_precision, micro.soft_f) == (micro.precision, micro.f)
    # "the" and "." are dropped on both sides; "down" and "on" decide by the list
    content = scores.content.micro
    assert content.precision == pytest.approx(2 / 3)
    assert scores.pairs == 1


def test_identical_and_other_links_are_scored_apart():
    gold = words(PAIR, sure=[(1, 1), (2, 2), (3, 3)])
    predicted = words(PAIR, sure=[(2, 2), (3, 4)])
    scores = evaluate([gold], [predicted])
    assert (scores.identical.micro.precision, scores.identical.micro.recall) == (1.0, 0.5)
    assert (scores.non_identical.micro.precision, scores.non_identical.micro.recall) == (0.0, 0.0)


def test_soft_precision_reads_identical_phrases_word_by_word():
    gold = words(PAIR, sure=[(2, 2), (3, 3)])
    predicted = Alignment("p", (phrase((2, 4), (2, 4)),), PAIR)
    micro = evaluate([gold], [predicted]).all.micro
    assert micro.precision == 0.5
    assert micro.soft_precision == 1.0
    assert micro.recall == micro.soft_f == 1.0


def test_other_phrases_count_as_all_pairs_in_soft_precision_too():
    gold = words(PAIR, sure=[(1, 1), (2, 2)])
    predicted = Alignment("p", (phrase((1, 3), (1, 3)),), PAIR)
    assert evaluate([gold], [predicted]).all.micro.soft_precision == 0.5


def test_labels_of_predictions_do_not_matter():
    gold = words(PAIR, sure=[(2, 2), (3, 3)])
    as_sure, as_possible = words(PAIR, [(2, 2), (3, 4)]), words(PAIR, [], [(2, 2), (3, 4)])
    one, two = (evaluate([gold], [system]).flat() for system in (as_sure, as_possible))
    assert one == pytest.approx(two, nan_ok=True)


def test_a_system_without_links_has_no_precision_and_no_f():
    micro = evaluate([words(PAIR, sure=[(2, 2)])], [words(PAIR, [])]).all.micro
    assert math.isnan(micro.precision)
    assert (micro.recall, micro.f, micro.soft_f) == (0.0, 0.0, 0.0)


def test_only_covered_words_count():
    gold = words(PAIR, sure=[(2, 2), (3, 3)], covered=(2, 4))
    predicted = words(PAIR, sure=[(2, 2), (7, 8), (3, 4)])
    scores = evaluate([gold], [predicted])
    assert scores.all.micro.precision == 0.5
    assert scores.all.micro.recall == 1.0
    assert scores.null.recall == 0.0  # word 4 is judged, has no source and is linked


def test_null_words():
    gold = words(PAIR, sure=[(2, 2), (3, 3)], possible=[(4, 5)])
    predicted = words(PAIR, sure=[(2, 2), (3, 4)])
    null = evaluate([gold], [predicted]).null
    # gold null: 0 1 4 6 7 8; predicted null: 0 1 3 5 6 7 8
    assert null.precision == pytest.approx(5 / 7)
    assert null.recall == pytest.approx(5 / 6)
    content = evaluate([gold], [predicted]).null_content
    assert content.precision == pytest.approx(2 / 3)  # large, mat; not sat


def test_macro_means_leave_out_pairs_that_say_nothing():
    one, two, three = (pair_of("a b c", "a b c", name) for name in ("1", "2", "3"))
    gold = [words(one, [(0, 0), (1, 1)]), words(two, [(0, 0)]), words(three, [])]
    predicted = [words(one, [(0, 0)]), words(two, []), words(three, [])]
    scores = evaluate(gold, predicted)
    assert scores.all.macro.precision == 0.5  # 1 and 0; the third pair is left out
    assert scores.all.macro.recall == 0.25  # .5 and 0
    assert scores.all.macro.f == pytest.approx(1 / 3)
    assert scores.all.micro.precision == 1.0
    assert scores.all.micro.recall == pytest.approx(1 / 3)


def test_exact_phrases_compare_blocks_of_more_than_one_word():
    pair = pair_of("the old man died", "he passed away in bed")
    gold = words(pair, sure=[(3, 1), (3, 2), (1, 0), (2, 0)])
    right = Alignment("p", (phrase((3, 4), (1, 3)), phrase((2, 3), (0, 1)), phrase((0, 1), (3, 5))), pair)
    phrases = evaluate([gold], [right]).phrases
    assert phrases.precision == 0.5
    assert phrases.recall == 0.5


def test_span_gold_scores():
    # gold spans: summary 1..3 <- document 1..3; content words large, dog, sat
    spans = [(i, j) for i in (1, 2, 3) for j in (1, 2, 3)]
    gold = words(PAIR, [], spans)
    predicted = words(PAIR, [(2, 2), (6, 2), (3, 3), (4, 5)])
    scores = evaluate([gold], [predicted])
    assert scores.spans is not None
    assert scores.spans.coverage == pytest.approx(2 / 3)
    assert scores.spans.hit == pytest.approx(2 / 3)
    assert scores.spans.f == pytest.approx(2 / 3)
    assert scores.spans.f_hit == pytest.approx(2 * (2 / 3) * (4 / 9) / (2 / 3 + 4 / 9))
    assert math.isnan(scores.all.micro.recall)


def test_unsupported_words():
    gold = Alignment("p", (), PAIR, null=(0, 1, 4), covered=tuple(range(6)))
    predicted = words(PAIR, [(1, 1), (2, 2), (3, 3)], null_prob=(0.9, 0.2, 0.1, 0.2, 0.9, 0.8, 0, 0, 0))
    unsupported = evaluate([gold], [predicted]).unsupported
    assert unsupported is not None
    # predicted unsupported: 0 4 5
    assert unsupported.precision == pytest.approx(2 / 3)
    assert unsupported.recall == pytest.approx(2 / 3)
    assert unsupported.balanced_accuracy == pytest.approx((2 / 3 + 2 / 3) / 2)
    # unsupported .9 .2 .9 against supported .1 .2 .8: wins 3 + 1.5 + 3 of 9
    assert unsupported.auc == pytest.approx(7.5 / 9)


def test_auc_is_unknown_without_null_probabilities():
    gold = Alignment("p", (), PAIR, null=(0,))
    scores = evaluate([gold], [words(PAIR, [])])
    assert scores.unsupported is not None
    assert math.isnan(scores.unsupported.auc)


def test_other_gold_has_neither_spans_nor_unsupported_scores():
    scores = evaluate([words(PAIR, [(2, 2)])], [words(PAIR, [(2, 2)])])
    assert scores.spans is None
    assert scores.unsupported is None
    assert scores.signature == f"pairs:1|case:no|phrases:soft|ignore-list:58|v:{__version__}"


@pytest.mark.parametrize(
    ("predicted", "message"),
    [
        ([], "1 of 1 gold pairs have no prediction, starting with 'p'"),
        ([Alignment("p", (), pair_of("The big cat sat on the mat .", "a"))], "document word 2 is 'dog' in gold, 'cat'"),
        ([Alignment("p", (), pair_of("The big dog", "a"))], "document has 8 words in gold, 3 in the prediction"),
        ([Alignment("p"), Alignment("p")], "two predicted alignments have this id"),
        ([Alignment("p", (phrase((0, 1), (9, 10)),))], "out of range"),
    ],
)
def test_mismatches_are_named(predicted, message):
    with pytest.raises(InputError, match=re.escape(message)):
        evaluate([words(PAIR, [(0, 0)])], predicted)


def test_no_gold_is_an_error():
    with pytest.raises(InputError, match="no gold alignments"):
        evaluate([], [Alignment("p")])


def test_gold_without_anything_to_score_is_an_error():
    with pytest.raises(InputError, match="neither links nor words marked"):
        evaluate([words(PAIR, [])], [words(PAIR, [(0, 0)])])


word_links = st.sets(st.tuples(st.integers(0, 7), st.integers(0, 8)), max_size=12)


@settings(deadline=None)
@given(word_links, word_links, word_links)
def test_scores_stay_in_range_and_gold_scores_one_against_itself(sure, possible, predicted):
    assume(sure or possible)
    gold = words(PAIR, sure, possible)
    flat = evaluate([gold], [words(PAIR, predicted)]).flat()
    assert all(math.isnan(value) or 0 <= value <= 1 for value in flat.values())
    perfect = evaluate([gold], [words(PAIR, sure)]).all.micro
    if sure:
        assert (perfect.precision, perfect.recall, perfect.aer) == (1.0, 1.0, 0.0)


@settings(deadline=None)
@given(word_links, word_links, st.randoms(use_true_random=False))
def test_macro_equals_micro_on_copies_of_one_pair(sure, predicted, rng: random.Random):
    assume(sure and predicted)
    copies = [pair_of("The big dog sat on the mat .", "a large dog sat down on the mat .", str(n)) for n in range(3)]
    gold, system = [words(p, sure) for p in copies], [words(p, predicted) for p in copies]
    rng.shuffle(system)
    scores = evaluate(gold, system)
    assert scores.all.macro.soft_f == pytest.approx(scores.all.micro.soft_f)


def test_nearest_identical_word_on_msr():
    gold = shared_gold("msr-dev")
    scores = evaluate(gold, list(nearest(g.texts for g in gold)))
    assert round(100 * scores.all.micro.soft_f, 1) == 80.7
    assert round(100 * scores.content.micro.soft_f, 1) == 84.7
