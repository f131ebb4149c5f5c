import gzip
import json
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from making import SHARED, pair_of, phrase, shared_gold, words
from sumtrace import Alignment, InputError
from sumtrace.alignment.expansion import from_word_pairs
from sumtrace.evaluation.agreement import agree, cohen, fleiss
from sumtrace.report.analysis_tables import agreement_tables

PAIR = pair_of("the dog sat", "a dog sat down")  # 3 x 4 = 12 decisions
ANNA = words(PAIR, [(1, 1), (2, 2)], [(0, 0)])
BEN = words(PAIR, [(1, 1)], [(2, 2), (2, 3)])
CARA = words(PAIR, [(1, 1), (2, 2)], [(2, 3)])


def kappas(result):
    return {(k.annotators, k.links, k.words): k for k in result.kappas}


def test_cohens_kappa_by_hand():
    sure = kappas(agree({"anna": [ANNA], "ben": [BEN]}))[("anna", "ben"), "sure", "all"]
    observed, chance = 11 / 12, (2 * 1 + 10 * 11) / 144
    assert sure.kappa == pytest.approx((observed - chance) / (1 - chance))
    assert sure.raw == pytest.approx(observed)
    assert sure.decisions == 12


def test_possible_links_contain_sure_ones_and_the_ignore_list_drops_words():
    result = kappas(agree({"anna": [ANNA], "ben": [BEN]}))
    possible = result[("anna", "ben"), "possible", "all"]
    assert possible.raw == pytest.approx(10 / 12)  # they differ on (0, 0) and (2, 3)
    content = result[("anna", "ben"), "possible", "content"]
    assert content.decisions == 9  # all but those for "a"
    assert content.raw == pytest.approx(8 / 9)


def test_fleiss_kappa_joins_all_annotators():
    result = kappas(agree({"anna": [ANNA], "ben": [BEN], "cara": [CARA]}))
    together = result[("anna", "ben", "cara"), "sure", "all"]
    # votes: (1,1) three, (2,2) two, ten others none
    observed = (11 * 6 + 2) / (12 * 6)
    share = 5 / 36
    chance = share**2 + (1 - share) ** 2
    assert together.raw == pytest.approx(observed)
    assert together.kappa == pytest.approx((observed - chance) / (1 - chance))


def test_phrases_count_as_all_pairs_even_if_identical():
    both = Alignment("p", (phrase((1, 3), (1, 3)),), PAIR)
    sure = kappas(agree({"anna": [both], "ben": [words(PAIR, [(1, 1), (2, 2)])]}))[("anna", "ben"), "sure", "all"]
    assert sure.raw == pytest.approx(10 / 12)


def test_each_annotator_is_scored_against_the_others_merged():
    result = agree({"anna": [ANNA], "ben": [BEN], "cara": [CARA]})
    ben = result.against_others["ben"].all.micro  # gold: sure = both of anna and cara, possible = either
    assert (ben.precision, ben.recall) == (1.0, 0.5)


def test_disagreements_name_words_and_labels():
    (first, *rest) = agree({"anna": [ANNA], "ben": [BEN]}).disagreements
    assert (first.pair, first.doc_word, first.sum_word, dict(first.labels)) == (
        "p",
        "the",
        "a",
        {"anna": "P", "ben": ""},
    )
    assert [(d.doc, d.sum) for d in rest] == [(2, 2), (2, 3)]


def test_skipped_and_unshared_pairs_are_left_out():
    other = pair_of("x", "x", "q")
    anna = [ANNA, words(other, [(0, 0)])]
    ben = [BEN, words(other, [])]
    assert agree({"anna": anna, "ben": ben}, skip=["q"]).pairs == 1
    assert agree({"anna": anna, "ben": [BEN]}).pairs == 1
    with pytest.raises(InputError, match="no annotations for the pairs to skip: z"):
        agree({"anna": anna, "ben": ben}, skip=["z"])
    with pytest.raises(InputError, match="no pairs in common"):
        agree({"anna": anna[:1], "ben": ben[1:]})


def test_without_sure_links_of_the_others_there_is_a_dash_and_kappa_all_the_same():
    nothing = words(ANNA.pair, [])
    result = agree({"anna": [ANNA], "none": [nothing]})
    assert result.against_others["anna"] is None
    assert result.against_others["none"].all.micro.recall == 0
    assert result.kappas[0].kappa == 0
    table = agreement_tables(result)[1]
    assert table.rows[0] == ("anna", "all words", "–", "–", "–")
    assert "agree on no sure link" in table.note
    silent = agree({"one": [nothing], "two": [nothing]})
    assert math.isnan(silent.kappas[0].kappa)
    assert {row[2:] for row in agreement_tables(silent)[1].rows} == {("–", "–", "–")}


def test_other_words_are_an_error_that_names_the_annotators():
    with pytest.raises(InputError, match=r"in anna, .* in ben"):
        agree({"anna": [ANNA], "ben": [words(pair_of("other words", "here", ANNA.id), [])]})


def test_one_annotator_is_an_error():
    with pytest.raises(InputError, match="at least two annotators"):
        agree({"anna": [ANNA]})


@settings(deadline=None)
@given(st.integers(0, 30), st.integers(0, 30), st.integers(0, 30), st.integers(0, 30))
def test_cohens_kappa_is_at_most_one_and_symmetric(both, only_first, only_second, neither):
    decisions = both + only_first + only_second + neither
    if decisions:
        kappa = cohen(both, both + only_first, both + only_second, decisions)
        assert math.isnan(kappa) or kappa <= 1 + 1e-9
        assert kappa == pytest.approx(cohen(both, both + only_second, both + only_first, decisions), nan_ok=True)


def test_full_agreement_is_one_and_no_links_are_undefined():
    assert fleiss({3: 4, 0: 8}, 3) == pytest.approx(1.0)
    assert cohen(4, 4, 4, 12) == pytest.approx(1.0)
    assert math.isnan(fleiss({0: 8}, 3))
    assert math.isnan(cohen(0, 0, 0, 8))


def test_annotators_of_msr_agree_as_published():
    pairs = {gold.id: gold.texts for gold in shared_gold("msr-dev")}
    people = {name: [] for name in "ABC"}
    with gzip.open(SHARED / "gold/msr-dev-annotators.jsonl.gz", "rt") as file:
        for record in map(json.loads, file):
            for name, made in people.items():
                links = from_word_pairs(*(map(tuple, record[name][kind]) for kind in ("sure", "possible")))
                made.append(Alignment(record["id"], links, pairs[record["id"]]))
    result = agree(people)
    assert round(100 * result.against_others["C"].all.micro.soft_f, 1) == 93.5
    assert all(kappa.band == "good" for kappa in result.kappas if kappa.links == "sure")
