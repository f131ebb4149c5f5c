import itertools
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from making import SHARED, pair_of, shared_gold
from sumtrace import Pair, Text
from sumtrace.baselines.cut_and_paste import cut_and_paste
from sumtrace.baselines.jing import jing
from sumtrace.baselines.nearest import nearest
from sumtrace.baselines.similar import most_similar_sentence
from sumtrace.evaluation.scores import evaluate


def links(aligned):
    (alignment,) = aligned
    return [(link.doc[0][0], link.sum[0][0]) for link in alignment.links]


def test_nearest_prefers_the_word_after_the_last_link_and_the_earlier_of_two():
    pair = pair_of("the cat saw the dog and the bird", "dog The THE cow bird")
    # after dog (4) comes 5: "the" at 6 is nearest; then from 7 "the" at 6 again
    assert links(nearest([pair])) == [(4, 0), (6, 1), (6, 2), (7, 4)]
    assert links(nearest([pair_of("a b x b", "x b")])) == [(2, 0), (3, 1)]
    assert links(nearest([pair_of("b x c b", "c x b")])) == [(2, 0), (1, 1), (3, 2)]


def test_cut_and_paste_takes_the_longest_blocks_first():
    pair = pair_of("one two three four five two three", "nine two three four two three five")
    assert links(cut_and_paste([pair])) == [(1, 1), (1, 4), (2, 2), (2, 5), (3, 3)]
    assert links(cut_and_paste([pair], cutoff=3)) == [(1, 1), (2, 2), (3, 3)]
    assert (4, 6) in links(cut_and_paste([pair], cutoff=1))


def test_cut_and_paste_compares_stems():
    assert links(cut_and_paste([pair_of("he was jumping high", "he jumps higher was jumped")])) == [(1, 3), (2, 4)]


@settings(deadline=None)
@given(st.lists(st.sampled_from("abc"), max_size=8), st.lists(st.sampled_from("abc"), max_size=8), st.integers(1, 3))
def test_cut_and_paste_links_equal_words_once_in_runs_of_the_cutoff(document, summary, cutoff):
    pair = pair_of(" ".join(document), " ".join(summary))
    found = {j: i for i, j in links(cut_and_paste([pair], cutoff=cutoff))}
    assert all(document[i] == summary[j] for j, i in found.items())
    for j in found:
        run = [
            k
            for k in range(j - cutoff + 1, j + 1)
            if all(found.get(k + s) == found[j] - j + k + s for s in range(cutoff))
        ]
        assert run


def path_weight(path, sentence, near):
    weights = [1.0]
    for k, i in itertools.pairwise(path):
        gap = sentence[i] - sentence[k]
        if i == k + 1:
            weights.append(1.0)
        elif gap == 0:
            weights.append(0.9 if i > k else 0.8)
        elif abs(gap) <= near:
            weights.append(0.7 if gap > 0 else 0.6)
        else:
            weights.append(0.5)
    return math.prod(weights)


@settings(deadline=None)
@given(
    st.lists(st.lists(st.sampled_from("abc"), min_size=1, max_size=3), min_size=1, max_size=4),
    st.lists(st.sampled_from("abcd"), max_size=4),
    st.integers(1, 2),
)
def test_jing_finds_the_heaviest_of_all_paths(sentences, summary, near):
    words = [word for sentence in sentences for word in sentence]
    ends = list(itertools.accumulate(map(len, sentences)))
    spans = list(zip([0, *ends[:-1]], ends, strict=True))
    pair = Pair("p", Text.from_words(words, spans), Text.from_words(summary))
    sentence = [n for n, own in enumerate(sentences) for _ in own]
    places = [[i for i, word in enumerate(words) if word == other] for other in summary if other in words]
    found = [i for i, _ in sorted(links(jing([pair], near=near)), key=lambda link: link[1])]
    assert len(found) == len(places)
    best = max(path_weight(path, sentence, near) for path in itertools.product(*places))
    assert path_weight(found, sentence, near) == pytest.approx(best)


def test_jing_drops_short_runs_on_request():
    pair = pair_of("a b c d", "a b x d")
    assert links(jing([pair], cutoff=2)) == [(0, 0), (1, 1)]


def test_the_most_similar_sentence_that_has_the_stem_wins():
    document = Text.from_words("cats run . dogs bark loudly . birds run".split(), [(0, 3), (3, 7), (7, 9)])
    pair = Pair("p", document, Text.from_words("the bird runs while dogs sleep".split()))
    assert links(most_similar_sentence([pair])) == [(7, 1), (8, 2), (3, 4)]


def test_empty_texts_have_no_links():
    empty = Pair("p", Text.from_words([]), Text.from_words([]))
    for baseline in (nearest, cut_and_paste, jing, most_similar_sentence):
        assert links(baseline([empty])) == []


@pytest.mark.skipif(not SHARED.exists(), reason="the shared gold sets are not beside the project")
@pytest.mark.parametrize(
    ("gold", "baseline", "expected"),
    [
        ("msr-dev", cut_and_paste, (69.3, 73.0)),
        ("msr-dev", lambda pairs: jing(pairs, cutoff=2), (69.6, 73.4)),
        ("msr-dev", jing, (83.8, 86.9)),
    ],
    ids=["cut-and-paste", "jing, runs of two", "jing"],
)
def test_quality_on_msr(gold, baseline, expected):
    made = shared_gold(gold)
    scores = evaluate(made, list(baseline(alignment.texts for alignment in made)))
    assert (100 * scores.all.micro.soft_f, 100 * scores.content.micro.soft_f) == pytest.approx(expected, abs=0.1)


def test_most_similar_sentence_on_point_of_correspondence_gold():
    gold = shared_gold("poc-dev")
    scores = evaluate(gold, list(most_similar_sentence(alignment.texts for alignment in gold)))
    assert scores.spans is not None
    assert scores.spans.f_hit == pytest.approx(0.636, abs=0.002)
