"""Other spellings: found as by the definition, given whole distributions, and remembered for pairs to come."""

import math
import time
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from making import pair_of
from sumtrace.encoding.encode import encode
from sumtrace.encoding.tokens import TokenNumbers
from sumtrace.inference.posteriors import posteriors
from sumtrace.model import prepare
from sumtrace.model.folder import load_model, save_model
from sumtrace.rewrites.component import ComponentCounts, Kept, Relations
from sumtrace.rewrites.edits import near_spellings
from sumtrace.rewrites.spelling import MOST, Spelling, digits, letters
from sumtrace.settings import ARTICLE, DEFAULT
from sumtrace.text import is_ignored, stem
from sumtrace.training.corpus import corpus_of
from sumtrace.training.trainer import train
from twins.spelling import edit_distance, spelling_distance

alike = st.text("ab", min_size=0, max_size=9) | st.text("abc-.é𝒳", max_size=8) | st.text("ab12,.", max_size=8)
vocabularies = st.lists(alike, max_size=12)

NAMES = "Schueller Shueller Qaeda al-Qaeda al-Qaida alqaida Mohamed Mohamad Mohammed cease-fire ceasefire".split()
OTHERS = "right night fight 3,000 3000 2000 1.5 15 organise the of".split()


def relations_of(component, documents, summaries):
    tokens = TokenNumbers()
    for document, summary in zip(documents, summaries, strict=True):
        tokens.add(document, summary, [(0, len(document))])
    encoded = encode(tokens, 1, 1)
    return encoded.types, component.relate(encoded.types, encoded.vocabulary, encoded.stems)


class TestNeighbours:
    def test_of_long_words_take_time_in_proportion_to_their_length(self):
        word = "ab" * 50_000
        started = time.monotonic()
        found = near_spellings([word], [word, word[:-1], word[:-3] + "cde"], MOST)
        assert [part.tolist() for part in found] == [[0, 0], [0, 1], [0, 1]]
        assert time.monotonic() - started < 5

    @settings(max_examples=100, deadline=None)
    @given(vocabularies, vocabularies)
    @example([], ["abcde"])
    @example(["abcde"], [])
    @example(["", "-"], ["", "."])
    @example(["abcdefg"], ["bacdegf", "abcdegf", "acbdefg"])
    def test_are_those_of_comparing_every_pair(self, rows, columns):
        found = Spelling().neighbours(rows, columns)
        listed = list(zip(*(part.tolist() for part in found), strict=True))
        expected = [
            (row, column, spelling_distance(a, b))
            for row, a in enumerate(rows)
            for column, b in enumerate(columns)
            if spelling_distance(a, b) is not None
        ]
        assert listed == expected

    @settings(max_examples=100, deadline=None)
    @given(vocabularies, vocabularies, st.lists(st.integers(0, 4), min_size=1, max_size=9).map(sorted))
    def test_are_those_of_comparing_every_pair_whatever_the_limits(self, rows, columns, most):
        found = near_spellings(rows, columns, most)
        for row, a in enumerate(rows):
            for column, b in enumerate(columns):
                distance = edit_distance(a, b) + bool(a and b and a[0] != b[0])
                listed = found[2][(found[0] == row) & (found[1] == column)].tolist()
                limit = most[min(max(len(a), len(b)), len(most) - 1)]
                assert listed == ([distance] if distance <= limit else [])

    def test_of_many_words_fill_more_than_the_first_room(self):
        words = [f"{a}{b}cdefg" for a in "abcdefghij" for b in "abcdefghij"]
        row, column, _ = near_spellings(words, words, MOST)
        assert len(row) > 1024
        assert set(zip(row.tolist(), column.tolist(), strict=True)) == {
            (i, j)
            for i, a in enumerate(words)
            for j, b in enumerate(words)
            if edit_distance(a, b) + (a[0] != b[0]) <= 2
        }

    @pytest.mark.parametrize(
        ("document", "summary", "distance"),
        [
            ("schueller", "shueller", 1),
            ("organisation", "organization", 1),
            ("al-qaeda", "al-qaida", 1),
            ("cease-fire", "ceasefire", 0),
            ("u.s", "us", 0),
            ("3,000", "3000", 0),
            ("gaddafi", "kaddafi", 2),
            ("right", "night", None),
            ("1.5", "15", None),
            ("1998", "1999", None),
            ("2,000", "3,000", None),
            ("boeing747", "boeing757", None),
        ],
    )
    def test_of_real_words(self, document, summary, distance):
        found = Spelling().neighbours([document], [summary])
        assert found[2].tolist() == ([] if distance is None else [distance])

    def test_marks_and_the_comma_of_thousands_do_not_count(self):
        assert letters("U.S.-led") == "USled"
        assert letters("naïve") == "naïve"
        assert digits("1,234,567") == ["1234567"]
        assert digits("6,2-12.50") == ["6", "2", "12", "50"]


class TestRelations:
    def test_relate_content_words_of_different_stems(self):
        types, found = relations_of(Spelling(), [[*NAMES, *OTHERS]], [[*NAMES, *OTHERS, "organize", "organised"]])
        related = {
            (types.words[row], types.words[column]): step
            for row, column, step in zip(found.row.tolist(), found.column.tolist(), found.steps.tolist(), strict=True)
        }
        expected = {}
        for d in np.flatnonzero(types.in_document).tolist():
            for s in np.flatnonzero(types.in_summary).tolist():
                a, b = types.words[d], types.words[s]
                if not is_ignored(a) and not is_ignored(b) and stem(a) != stem(b):
                    expected[a, b] = spelling_distance(a, b)
        assert related == {key: step for key, step in expected.items() if step is not None}
        assert related["schueller", "shueller"] == 1
        assert ("organise", "organised") not in related

    @settings(max_examples=50, deadline=None)
    @given(st.lists(alike.filter(bool), min_size=1, max_size=20), st.floats(0, 6))
    def test_a_row_sums_to_one_over_the_vocabulary(self, words, eta):
        component = Spelling(eta=eta)
        _, found = relations_of(component, [words], [words])
        total = np.bincount(found.row, component.probability(found), minlength=len(found.knows))
        np.testing.assert_allclose(total[found.knows], 1.0, rtol=1e-12)
        assert not total[~found.knows].any()

    def test_the_row_runs_over_words_of_other_pairs_too(self):
        component = Spelling()
        types, found = relations_of(component, [["krasnoyarsk"], ["x"]], [["krasnoyarks"], ["krasnojarsk"]])
        number = types.words.index("krasnoyarsk")
        assert found.normalisers[number].tolist() == [0, 2, 0]
        np.testing.assert_allclose(component.probability(found)[found.row == number], [0.5, 0.5], rtol=1e-12)


class TestEta:
    @settings(max_examples=40, deadline=None)
    @given(st.integers(0, 2**32 - 1))
    def test_reestimated_is_the_best_of_a_grid(self, seed):
        random = np.random.default_rng(seed)
        histogram = random.integers(0, 5, size=(6, 3)).astype(float)
        histogram[:, 1] += 1
        by_row = random.gamma(1.0, size=6)
        # expected distances that some eta explains, or none does
        by_steps = by_row.sum() * random.dirichlet(np.ones(3))
        nothing = np.zeros(0, np.int64)
        relations = Relations(nothing, nothing, nothing, np.ones(6, bool), histogram)

        def likelihood(eta):
            z = histogram @ np.exp(-eta * np.arange(3))
            return -eta * (by_steps @ np.arange(3)) - by_row @ np.log(z)

        learnt = Spelling().reestimated(relations, ComponentCounts(by_row, by_steps)).eta
        grid = np.linspace(0.0, 20.0, 4001)
        scores = [likelihood(eta) for eta in grid]
        assert likelihood(learnt) >= max(scores) - 1e-9 * abs(max(scores))
        # where the likelihood is flat to the last bit (a tail), any place is as good
        if max(scores) - sorted(scores)[-3] > 1e-9:
            assert learnt == pytest.approx(grid[int(np.argmax(scores))], abs=0.01)

    def test_stays_where_nothing_was_used(self):
        _, found = relations_of(Spelling(eta=3.0), [["abc"]], [["xyz"]])
        unused = ComponentCounts(np.zeros(len(found.knows)), np.zeros(1))
        assert Spelling(eta=3.0).reestimated(found, unused).eta == 3.0


DOCUMENTS = [
    "Schueller met al-Qaeda envoys before the cease-fire in Bejing",
    "the automobile of Mohamed broke down near Krasnoyarsk",
    "the dog of Mohammed Shueller ran",
]
SUMMARIES = [
    "Shueller met al-Qaida envoys before the ceasefire in Beijing",
    "the car of Mohamad broke down near Crasnoyarsk",
    "the dogs of Mohamed Schueler ran",
]


@pytest.fixture(scope="module", params=["default", "article"])
def model(request):
    chosen = {"default": DEFAULT, "article": ARTICLE}[request.param]
    tokens = TokenNumbers()
    for document, summary in zip(DOCUMENTS, SUMMARIES, strict=True):
        pair = pair_of(document, summary)
        tokens.add(pair.document.words, pair.summary.words, pair.document.sentences)
    settings = replace(chosen, iterations=3)
    return train(corpus_of(tokens, settings), settings, threads=1)


def beliefs(model, pair):
    problem = prepare(model, pair).problem
    return posteriors(*problem), problem


class TestModel:
    def test_only_the_default_preset_uses_it(self):
        assert "spelling" in DEFAULT.components
        assert "spelling" not in ARTICLE.components

    def test_saved_and_loaded_it_believes_the_same(self, model, tmp_path):
        save_model(model, tmp_path)
        again = load_model(tmp_path)
        assert again.components == model.components
        for one, other in zip(model.components, again.components, strict=True):
            assert (one.kept is None) == (other.kept is None)
            if one.kept is not None:
                assert other.kept.places == one.kept.places
                assert other.kept.counts.tolist() == one.kept.counts.tolist()
        new = ("Shueler and Muhamed met in Beijing", "Shueller met Mohamad")
        for texts in [*zip(DOCUMENTS, SUMMARIES, strict=True), new]:
            (first, _), (second, _) = beliefs(model, pair_of(*texts)), beliefs(again, pair_of(*texts))
            assert first.log_likelihood == second.log_likelihood
            assert first.link.tobytes() == second.link.tobytes()

    def test_a_training_pair_is_scored_as_in_training(self, model):
        """The memory stands for the whole vocabulary: also for words whose neighbours are all in other pairs."""
        forgetful = replace(
            model,
            parameters=replace(
                model.parameters,
                components=tuple(
                    component if component.kept is None else replace(component, known=None)
                    for component in model.components
                ),
            ),
        )
        for document, summary in zip(DOCUMENTS, SUMMARIES, strict=True):
            (first, ready), (second, _) = (beliefs(one, pair_of(document, summary)) for one in (model, forgetful))
            assert first.log_likelihood == pytest.approx(second.log_likelihood, rel=1e-12)
            np.testing.assert_allclose(first.link, second.link, rtol=1e-9, atol=1e-12)
            assert math.isfinite(first.log_likelihood)
            assert ready.model.rewrites.relations.knows.any()

    def test_a_word_never_met_takes_the_mean_row(self):
        kept = Kept({"mohamed": 0, "shueller": 1}, np.array([[0.0, 4.0, 2.0], [0.0, 2.0, 0.0]]))
        component = Spelling().with_kept(kept)
        types, found = relations_of(component, [["beijing", "mohamed", "lonely"]], [["bejing", "mohamad"]])
        rows = {word: found.normalisers[number].tolist() for number, word in enumerate(types.words)}
        assert rows["beijing"] == [0.0, 3.0, 1.0]
        assert rows["mohamed"] == [0.0, 4.0, 2.0]
        assert not found.knows[types.words.index("lonely")]

    def test_it_explains_the_other_spellings_where_it_is_used(self, model):
        found, _ = beliefs(model, pair_of(DOCUMENTS[0], SUMMARIES[0]))
        names = [component.name for component in model.components]
        if "spelling" not in model.settings.components:
            assert names.index("spelling") not in found.by
            return
        for t, j in ((0, 0), (2, 2), (6, 6)):  # Schueller, al-Qaeda, cease-fire
            assert found.link[t, j] > 0.5
            assert names[found.by[t, j]] == "spelling"
