import pytest

from making import pair_of, phrase, words
from sumtrace import Alignment, InputError
from sumtrace.alignment.expansion import word_links
from sumtrace.evaluation.error_analysis import analyse, null_oracle, sample

PAIR = pair_of("The car stopped . The woman left the car quickly .", "she left the automobile fast again .")
#              0   1   2       3 4   5     6    7   8   9       10   0   1    2   3          4    5     6
GOLD = words(PAIR, [(5, 0), (6, 1), (7, 2), (8, 3), (9, 4)], [(10, 6)])


def test_kinds_of_errors():
    predicted = words(PAIR, [(6, 1), (0, 2), (3, 6), (2, 5)])
    errors = analyse([GOLD], [predicted]).errors
    assert errors.wrong == 3
    assert errors.identity == 2  # the, and the full stop
    assert errors.far == 2
    assert errors.far_distance == 7
    assert errors.missed == 4
    assert (errors.synonyms, errors.sure_synonyms) == (2, 2)  # automobile, fast
    assert errors.related >= 1  # WordNet knows that an automobile is a car
    assert (errors.coreference, errors.sure_coreference) == (1, 1)


def test_the_null_oracle_drops_links_of_words_without_source():
    predicted = words(PAIR, [(6, 1), (2, 5)])
    analysis = analyse([GOLD], [predicted])
    assert analysis.scores.all.micro.precision == 0.5
    assert analysis.oracle.all.micro.precision == 1.0
    assert analysis.oracle.all.micro.recall == analysis.scores.all.micro.recall


def test_the_null_oracle_keeps_the_sourced_part_of_a_phrase():
    across = Alignment("p", (phrase((8, 10), (4, 6)), phrase((6, 7), (1, 2))), PAIR)
    kept = set(word_links(null_oracle(GOLD, across)))
    assert kept == {(8, 4), (9, 4), (6, 1)}


def test_mistakes_are_partial_or_incorrect():
    gold = Alignment("p", (phrase((5, 7), (0, 2)), phrase((8, 9), (3, 4))), PAIR)
    predicted = words(PAIR, [(5, 0), (1, 3), (10, 6)])
    found = {mistake.phrase: mistake for mistake in analyse([gold], [predicted]).mistakes}
    assert set(found) == {"she left", "automobile", "."}
    assert found["she left"].kind == "partial"
    assert (found["automobile"].true, found["automobile"].predicted, found["automobile"].kind) == (
        "car",
        "car",
        "incorrect",
    )
    assert (found["."].true, found["."].kind) == ("", "incorrect")
    assert found["automobile"].context == "The [car] stopped . The woman …"
    assert found["automobile"].summary_context == "she left the [automobile] fast again ."


def test_right_answers_are_no_mistakes():
    assert analyse([GOLD], [GOLD]).mistakes == ()


def test_samples_repeat_with_their_seed():
    mistakes = analyse([GOLD], [words(PAIR, [])]).mistakes
    assert sample(mistakes, 3, seed=1) == sample(mistakes, 3, seed=1)
    assert len(sample(mistakes, 99)) == len(mistakes) == 5


def test_gold_without_sure_links_is_refused():
    with pytest.raises(InputError, match="no sure links"):
        analyse([words(PAIR, [], [(6, 1)])], [GOLD])
