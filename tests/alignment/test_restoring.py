from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extracting import pairs, text
from sumtrace import Alignment, InputError, Link, Pair
from sumtrace.alignment import Passage
from sumtrace.alignment.restoring import restore
from sumtrace.corpus.extracts import UNITS, extract_pairs


def aligned(extracted, chance):
    """A random alignment of an extract with everything an alignment can have."""

    def span(length):
        start = chance.randrange(length)
        return (start, chance.randint(start + 1, length))

    m, t = len(extracted.pair.document), len(extracted.pair.summary)
    links = tuple(
        Link((span(m),), (span(t),), chance.choice("SP"), chance.random()) for _ in range(chance.randint(0, 4))
    )
    posteriors = tuple((chance.randrange(m), chance.randrange(t), chance.random()) for _ in range(3))
    null_prob = tuple(chance.random() for _ in range(t))
    return Alignment(extracted.pair.id, links, extracted.pair, null_prob, posteriors, (t - 1,), model="m")


@settings(deadline=None)
@given(pairs, st.integers(1, 3), st.sampled_from(UNITS), st.randoms(use_true_random=False))
def test_a_restored_alignment_links_the_same_words(pair, k, unit, chance):
    parts = [(aligned(extracted, chance), extracted) for extracted in extract_pairs(pair, k, unit)]
    whole = restore(parts, pair).checked()
    assert (whole.id, whole.pair, whole.covered, whole.model) == ("p", pair, None, "m")
    assert whole.null_prob == tuple(p for alignment, _ in parts for p in alignment.null_prob)

    def said(links, texts):
        return Counter(
            (
                tuple(texts.document.words[i] for i in link.doc_positions),
                tuple(texts.summary.words[j] for j in link.sum_positions),
                link.label,
                link.prob,
            )
            for link in links
        )

    def likely(posteriors, texts):
        return Counter((texts.document.words[i], texts.summary.words[j], p) for i, j, p in posteriors)

    assert said(whole.links, pair) == sum((said(a.links, e.pair) for a, e in parts), Counter())
    assert likely(whole.posteriors, pair) == sum((likely(a.posteriors, e.pair) for a, e in parts), Counter())
    assert len(whole.null) == len(parts)


def test_restoring_one_sentence_says_that_the_others_were_not_judged():
    pair = Pair("p", text("dam one", "river two", "town three"), text("a town", "a dam"))
    second = list(extract_pairs(pair, 1))[1]
    alignment = Alignment("p#1", (Link.word(0, 1),), null_prob=(0.9, 0.1))
    whole = restore([(alignment, second)], pair)
    assert whole.links == (Link.word(0, 3),)
    assert whole.covered == (2, 3)
    assert whole.null_prob == (1.0, 1.0, 0.9, 0.1)


def test_sources_move_to_their_places_in_the_document():
    pair = Pair("p", text("dam one", "river two", "town three"), text("a town", "a dam"))
    second = list(extract_pairs(pair, 1))[1]
    alignment = Alignment("p#1", passages=(None, Passage(0, (0, 2), 1, 0.8)))
    assert restore([(alignment, second)], pair).passages == (None, None, None, Passage(0, (0, 2), 1, 0.8))
    first = next(iter(extract_pairs(pair, 1)))
    spread = Passage(0, (0, 2), 1, 0.8, also=(Passage(0, (0, 1), 0, 0.2),))
    moved = restore([(Alignment("p#0", passages=(None, spread)), first)], pair).checked()
    assert moved.passages == (None, Passage(2, (4, 6), 5, 0.8, also=(Passage(2, (4, 5), 4, 0.2),)), None, None)


def test_a_phrase_across_sentences_that_stood_apart_has_two_spans():
    pair = Pair("p", text("big dam", "river two", "dam broke"), text("dam dam"))
    (extracted,) = extract_pairs(pair, 2)
    whole = restore([(Alignment("p#0", (Link(((1, 3),), ((0, 2),)),)), extracted)], pair)
    assert whole.links[0].doc == ((1, 2), (4, 5))


def test_what_only_some_parts_know_is_left_out_or_not_judged():
    pair = Pair("p", text("dam one", "river two"), text("a dam", "a river"))
    first, second = extract_pairs(pair, 1)
    one = Alignment("p#0", covered=(1,), annotator="ana")
    two = Alignment("p#1", null_prob=(0.5, 0.5), null=(0,), annotator="ben")
    whole = restore([(two, second), (one, first)], pair)
    assert (whole.null_prob, whole.null, whole.covered, whole.annotator) == (None, (2,), (1, 2, 3), None)
    assert restore([], pair) == Alignment("p", (), pair, covered=())


def test_alignments_that_do_not_fit_are_refused():
    pair = Pair("p", text("dam one", "river two"), text("a dam", "a river"))
    first, second = extract_pairs(pair, 1)
    with pytest.raises(InputError, match="the extract is 'p#1'"):
        restore([(Alignment("p#0"), second)], pair)
    with pytest.raises(InputError, match="not made from this pair"):
        restore([(Alignment("p#0"), first)], Pair("q", pair.document, pair.summary))
    with pytest.raises(InputError, match="not made from this pair"):
        restore([(Alignment("p#1"), second)], Pair("p", text("dam"), pair.summary))
    with pytest.raises(InputError, match="not made from this pair"):
        restore([(Alignment("p#1"), second)], Pair("p", pair.document, text("a dam")))
    with pytest.raises(InputError, match="different tokens"):
        restore([(Alignment("p#0", pair=Pair("p#0", text("a dam one"), text("a dam"))), first)], pair)
    with pytest.raises(InputError, match="same summary words"):
        restore([(Alignment("p#0"), first), (Alignment("p#0"), first)], pair)
    with pytest.raises(InputError, match=r"pair 'p#0'.*document"):
        restore([(Alignment("p#0", (Link.word(9, 0),)), first)], pair)
