"""Extracts in rounds: rewrites that a model has learnt decide with equal stems which sentences are kept."""

import pytest

from sumtrace import InputError, Pair, Text
from sumtrace.aligner import Aligner
from sumtrace.corpus.extracts import extract_pairs
from sumtrace.rounds import LEAST, extracting_in_rounds, rewrites

NAMES = ["Ada", "Bela", "Cleo", "Dora", "Egon", "Frida", "Gustav", "Hanna", "Ida", "Jan"]


def pair_of(name, document, summary):
    words, sentences = [], []
    for sentence in document:
        sentences.append((len(words), len(words) + len(sentence.split())))
        words += sentence.split()
    return Pair(name, Text.from_words(words, sentences), Text.from_words(summary.split()))


# Everywhere "zorped" is summed up as "blicked"; the last pair shares no other content word with its summary.
CORPUS = [
    *(pair_of(name, [f"{name} zorped today", "rain fell", "sun shone"], f"{name} blicked") for name in NAMES),
    *(
        pair_of(f"{name} {said}", ["rain fell", "sun shone"], said)
        for name in NAMES
        for said in ("rain fell", "sun shone")
    ),
    pair_of("last", ["rain fell", "sun shone", "they zorped again"], "we blicked"),
]


@pytest.fixture(scope="module")
def model():
    return Aligner(iterations=5).fit([next(extract_pairs(pair, 1)).pair for pair in CORPUS]).model


def test_a_learnt_rewrite_relates_words_more_weakly_than_a_copy(model):
    related = rewrites(model, CORPUS[-1])
    found = related("blicked")
    assert found["blicked"] == 1.0
    assert LEAST <= found["zorped"] < 1.0
    assert found["zorped"] > 2 * max(found.get(word, 0.0) for word in ("rain", "fell", "sun", "shone"))


def test_words_related_in_wordnet_count_without_having_been_seen(model):
    related = rewrites(model, pair_of("x", ["the physician left"], "a doctor left"))
    assert related("doctor")["physician"] >= LEAST
    assert related("left") == {"left": 1.0}


def test_a_pair_that_is_too_large_is_refused(model, monkeypatch):
    monkeypatch.setattr("sumtrace.memory.MEMORY_LIMIT", 1e6)
    with pytest.raises(InputError, match="pair 'huge': 900 document words"):
        rewrites(model, pair_of("huge", ["rain fell today"] * 300, "rain fell " * 50))


@pytest.mark.parametrize("options", [{"rounds": 2}, {"rounds": 1, "seed_model1": True}, {"rounds": 3}])
def test_a_later_round_finds_what_equal_stems_cannot(options):
    first = extracting_in_rounds(lambda: CORPUS, 1)
    assert [extracted.sentences for extracted in first(CORPUS[-1])] == [(0,)]
    make = extracting_in_rounds(lambda: CORPUS, 1, **options)
    assert [extracted.sentences for extracted in make(CORPUS[-1])] == [(2,)]
    assert [extracted.sentences for extracted in make(CORPUS[0])] == [(0,)]


def test_one_round_is_the_plain_extract():
    make = extracting_in_rounds(lambda: pytest.fail("nothing is to be learnt"), 2, "abstract", weights="tf")
    assert make(CORPUS[0]) == list(extract_pairs(CORPUS[0], 2, "abstract", weights="tf"))


def test_rounds_are_the_same_whatever_the_threads_and_every_model_reads_the_pairs_once():
    reads, told = [], []

    def pairs():
        reads.append(True)
        return CORPUS

    made = [
        extracting_in_rounds(
            pairs, 1, rounds=3, threads=threads, report=lambda number, now: told.append((number, now.iterations))
        )
        for threads in (1, 2)
    ]
    assert len(reads) == 4
    assert set(told) == {(2, 5), (3, 5)}
    assert [made[0](pair) for pair in CORPUS] == [made[1](pair) for pair in CORPUS]
