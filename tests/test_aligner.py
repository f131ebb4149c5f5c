"""The aligner as Python users meet it."""

import itertools
import math
import threading
from dataclasses import replace

import numpy as np
import pytest

import sumtrace
from making import pair_of
from sumtrace import Aligner, InputError, ModelError, Pair, Text
from sumtrace.errors import SumtraceWarning
from sumtrace.rewrites import batches

DOCUMENT = "The Harbour Board sold two old ferries on Monday. A shipyard in Orrin bought them for scrap."
SUMMARY = "Harbour Board sells two ferries for scrap."
PAIRS = [
    pair_of(
        "the dam held through the storm . nobody was hurt by the flood .", "dam holds in storm ; no one hurt .", "a"
    ),
    pair_of("the mayor praised the engineers . the engineers rebuilt the dam .", "mayor praises dam engineers", "b"),
    pair_of("a storm closed the harbour . ferries stayed in port .", "harbour closed by storm , ferries idle", "c"),
    pair_of("nobody expected the flood . the harbour flooded at night .", "unexpected flood at the harbour", "d"),
]


@pytest.fixture(scope="module")
def shipped():
    return sumtrace.load()


@pytest.fixture(scope="module")
def everything():
    """A model of single words that shows every link, however improbable."""
    single = {"max_document_phrase": 1, "max_summary_phrase": 1}
    return Aligner("strings", **single, threshold=0.0, iterations=3).fit(PAIRS)


def surfaces(alignment):
    document, summary = alignment.texts.document, alignment.texts.summary
    return {(document.phrase(link.doc[0]), summary.phrase(link.sum[0])) for link in alignment.links}


class TestAlign:
    def test_finds_copies_and_other_forms(self, shipped):
        alignment = shipped.align(DOCUMENT, SUMMARY)
        copies = {(word, word) for word in ("Harbour", "Board", "two", "ferries", "for", "scrap", ".")}
        assert surfaces(alignment) == {*copies, ("sold", "sells")}
        assert alignment.id == "pair"
        assert alignment.model == "default"

    def test_takes_strings_words_and_texts_alike(self, shipped):
        texts = [Text.from_string(text) for text in (DOCUMENT, SUMMARY)]
        words = [list(text.words) for text in texts]
        sentences = [Text.from_words(text.words, text.sentences) for text in texts]
        plain, ready, given = (shipped.align(*both) for both in ((DOCUMENT, SUMMARY), texts, sentences))
        assert plain == ready
        assert [link.prob for link in given] == [link.prob for link in plain]
        assert [(link.doc, link.sum) for link in shipped.align(*words)] == [(link.doc, link.sum) for link in plain]

    def test_keeps_offsets_into_the_original_strings(self, shipped):
        document, summary = f"  {DOCUMENT}\n\n\tNobody — “nobody” — cried.", f"\n{SUMMARY}  "
        alignment = shipped.align(document, summary)
        assert alignment.texts.document.string == document
        for link in alignment.links:
            (a, b), (c, d) = (
                text.characters(span[0])
                for text, span in ((alignment.texts.document, link.doc), (alignment.texts.summary, link.sum))
            )
            if link.by == "identity":
                assert document[a:b].lower() == summary[c:d].lower()

    @pytest.mark.parametrize("decoding", ["threshold", "posterior", "viterbi"])
    def test_every_number_is_a_probability(self, shipped, decoding):
        alignment = shipped.align(DOCUMENT, SUMMARY, decoding=decoding).checked()
        assert alignment.links
        assert all(0 < link.prob <= 1 for link in alignment.links)
        assert len(alignment.null_prob) == len(alignment.texts.summary)
        names = {component.name for component in shipped.model.components} | {"lexical", "meaning"}
        assert {link.by for link in alignment.links} <= names

    def test_links_and_null_share_each_words_probability(self, everything):
        for pair in PAIRS:
            alignment = everything.align_pair(pair)
            assert len(alignment.links) == len(pair.document) * len(pair.summary)
            for j, null in enumerate(alignment.null_prob):
                total = null + sum(link.prob for link in alignment.links if link.sum == ((j, j + 1),))
                assert total == pytest.approx(1.0, abs=1e-9)

    def test_a_word_links_probability_is_its_posterior(self, shipped):
        alignment = shipped.align(DOCUMENT, SUMMARY)
        posterior = {(i, j): p for i, j, p in alignment.posteriors}
        for link in alignment.links:
            assert posterior[link.doc[0][0], link.sum[0][0]] == pytest.approx(link.prob, abs=1e-4)
            assert link.prob >= shipped.model.settings.threshold
        linked = {(link.doc[0][0], link.sum[0][0]) for link in alignment.links}
        assert {place for place, p in posterior.items() if p > shipped.model.settings.threshold} == linked

    def test_decodings_agree_where_nothing_is_in_doubt(self, shipped):
        text = "The Harbour Board sold two old ferries to Ruane."
        found = {
            decoding: {(i, j) for link in shipped.align(text, text, decoding=decoding).links
                       for i, j in zip(link.doc_positions, link.sum_positions, strict=True)}
            for decoding in ("threshold", "posterior", "viterbi")
        }  # fmt: skip
        assert found["threshold"] == found["posterior"] == found["viterbi"] == {(j, j) for j in range(10)}

    def test_a_made_up_word_is_likelier_to_come_from_nowhere_than_a_copy(self, shipped):
        alignment = shipped.align(DOCUMENT, "Board sells zeppelins.")
        null = dict(zip(alignment.texts.summary.words, alignment.null_prob, strict=True))
        assert null["Board"] < 0.05 < null["zeppelins"]

    def test_an_unknown_decoding_is_refused(self, shipped):
        with pytest.raises(InputError, match=r"no decoding 'best'\. Choose one of viterbi, posterior, threshold"):
            shipped.align("a", "a", decoding="best")

    @pytest.mark.parametrize(("document", "summary"), [("", "A dam."), ("A dam.", ""), ("", ""), (" \n", [])])
    def test_no_words_are_no_links(self, shipped, document, summary):
        alignment = shipped.align(document, summary)
        assert alignment.links == ()
        assert alignment.null_prob == (1.0,) * len(alignment.texts.summary)

    def test_a_summary_longer_than_its_document(self, shipped):
        alignment = shipped.align("A dam.", "A dam. " * 50).checked()
        assert len(alignment.null_prob) == 150

    def test_words_that_no_vocabulary_has(self, shipped):
        words = ["naïve", "日本語", "😀", "x" * 5000, "", " ", "\n", "\x00", "half\ud83d"]
        with pytest.warns(SumtraceWarning, match=r"the encoder does not know \d+% of the words"):
            alignment = shipped.align(words, words, decoding="posterior").checked()
        assert {(j, j) for j, word in enumerate(words) if word.isalpha()} <= {
            (link.doc[0][0], link.sum[0][0]) for link in alignment.links
        }

    def test_an_aligner_without_a_model_says_how_to_get_one(self):
        with pytest.raises(ModelError, match=r"no model yet: call fit\(pairs\), or use sumtrace\.load\(\)"):
            Aligner().align("a", "a")

    def test_shows_itself_in_a_notebook(self, shipped):
        shown = shipped.align(DOCUMENT, SUMMARY)._repr_html_()
        assert shown.startswith('<iframe title="Sumtrace: pair" sandbox=')
        assert shown.rstrip().endswith("</iframe>")


@pytest.mark.parametrize("text", [None, 3, b"bytes", [1, 2]])
def test_what_is_no_text_is_refused_in_plain_words(text):
    with pytest.raises(InputError, match="Give a string, a list of words, or a Text"):
        sumtrace.load().align(text, "A summary.")


def test_an_aligner_says_what_it_is():
    assert repr(sumtrace.load()) == "Aligner(model 'default', jump='relative', decoding='threshold')"
    assert repr(sumtrace.Aligner()).startswith("Aligner(no model yet")


def test_the_built_in_model_is_read_once_and_stays_as_it_is():
    built_in = sumtrace.load().model
    fitted = sumtrace.load().fit(PAIRS[:1])
    assert fitted.model is not built_in
    assert sumtrace.load().model is built_in


def test_who_compares_only_strings_needs_no_encoder(shipped):
    other = shipped.with_model(replace(shipped.model, encoder="another"))
    assert other.without_meaning().align(DOCUMENT, SUMMARY).links


class TestSize:
    def test_a_pair_beyond_the_memory_limit_is_refused_before_it_is_tried(self, shipped):
        pair = Pair("huge", Text.from_words(["dam"] * 200_000), Text.from_words(["dam"] * 1000))
        with pytest.raises(
            InputError,
            match=r"pair 'huge': 200,000 document words by 1,000 summary words would need [0-9.]+ GB of memory",
        ):
            shipped.align_pair(pair)

    @pytest.mark.parametrize(
        "use",
        [
            lambda aligner, pair: aligner.check_pair(pair),
            lambda aligner, pair: aligner.stories(pair),
            lambda aligner, pair: aligner.log_likelihood(pair.document, pair.summary),
            lambda aligner, pair: next(aligner.align_many([pair])),
        ],
        ids=["check_pair", "stories", "log_likelihood", "align_many"],
    )
    def test_whatever_is_asked_of_it(self, shipped, use, monkeypatch):
        monkeypatch.setattr("sumtrace.memory.MEMORY_LIMIT", 1e6)

        class Unused:
            name, signature = "unused", shipped.encoder.signature

            def encode(self, sentences):
                raise AssertionError("a text was encoded before its size was checked")

        aligner = Aligner.of(shipped.model, encoder=Unused())
        with pytest.raises(InputError, match=r"would need [0-9.]+ GB of memory"):
            use(aligner, pair_of("dam " * 300, "dam " * 100))

    def test_a_document_too_large_to_sample_from_is_refused(self, monkeypatch):
        aligner = Aligner(null_by_word=False, iterations=0).fit(PAIRS)
        monkeypatch.setattr("sumtrace.memory.MEMORY_LIMIT", 1e5)
        with pytest.raises(InputError, match="pair 'sample': 400 document words"):
            aligner.sample(["dam"] * 400)

    def test_by_the_models_phrase_limit(self, everything, shipped, monkeypatch):
        monkeypatch.setattr("sumtrace.memory.MEMORY_LIMIT", 5e6)
        repetitive = pair_of("dam " * 300, "dam " * 100)
        assert everything.align_pair(repetitive).links
        with pytest.raises(InputError, match="300 document words by 100 summary words"):
            shipped.without_meaning().align_pair(repetitive)

    def test_a_document_of_200000_words_is_aligned(self, shipped):
        random = np.random.default_rng(3)
        document = [f"w{number}" for number in random.integers(20_000, size=200_000)]
        summary = document[150_000:150_020]
        alignment = shipped.without_meaning().align(document, summary, decoding="posterior")
        assert [link.doc[0][0] for link in alignment.links] == list(range(150_000, 150_020))


class TestAlignMany:
    def test_keeps_the_order(self, shipped):
        pairs = [
            Pair(str(n), Text.from_words(["dam"] * (400 - 20 * n)), Text.from_words(["dam"] * 9)) for n in range(19)
        ]
        made = list(shipped.align_many(pairs, threads=4))
        assert [alignment.id for alignment in made] == [pair.id for pair in pairs]
        assert made == [shipped.align_pair(pair) for pair in pairs]

    def test_takes_what_holds_pairs(self, shipped):
        made = list(shipped.align_many([{"article": DOCUMENT, "highlights": SUMMARY}, (DOCUMENT, SUMMARY)]))
        assert made[0].links == made[1].links != ()

    def test_reads_no_further_than_it_must(self, shipped):
        taken = []

        def endless():
            while True:
                taken.append(len(taken))
                yield (DOCUMENT, SUMMARY)

        made = shipped.align_many(endless(), threads=2)
        assert len(list(itertools.islice(made, 3))) == 3
        made.close()
        assert len(taken) <= 2 * batches.PAIRS

    def test_tells_of_its_progress(self, shipped):
        told = []
        list(shipped.align_many([(DOCUMENT, SUMMARY)] * 3, progress=told.append))
        assert told == [1, 1, 1]

    def test_a_bad_pair_ends_it_with_its_name(self, shipped):
        pairs = [{"id": "good", "document": "a", "summary": "a"}, {"id": "bad", "document": 7, "summary": "a"}]
        with pytest.raises(InputError, match="pair 'bad'"):
            list(shipped.align_many(pairs))

    def test_leaves_no_threads_behind(self, shipped):
        made = shipped.align_many([(DOCUMENT, SUMMARY)] * 5, threads=3)
        next(made)
        made.close()
        for thread in threading.enumerate():
            if thread is not threading.main_thread() and not thread.daemon:
                thread.join(5)
        assert all(thread.daemon for thread in threading.enumerate() if thread is not threading.main_thread())


class TestStories:
    def test_come_best_first_and_add_up(self, shipped):
        pair = Pair("p", Text.from_string(DOCUMENT), Text.from_string(SUMMARY))
        stories = shipped.stories(pair, 20)
        scores = [story.log_score for story in stories]
        assert len(stories) == len({story.steps for story in stories}) == 20
        assert scores == sorted(scores, reverse=True)
        to_stop = math.log(1 - shipped.model.parameters.null)
        for story in stories:
            steps = sum(step.log_score for step in story.steps)
            assert story.log_score == pytest.approx(steps + math.log(story.stop) + to_stop, rel=1e-9)
            assert [word for step in story.steps for word in range(*step.summary)] == list(range(len(pair.summary)))
        by_strings = [story.log_score for story in shipped.without_meaning().stories(pair, 20)]
        likelihood = shipped.log_likelihood(DOCUMENT, SUMMARY)
        assert by_strings[0] < np.logaddexp.reduce(by_strings) < likelihood < 0

    def test_the_best_is_the_viterbi_alignment(self, shipped):
        alignment = shipped.align(DOCUMENT, SUMMARY, decoding="viterbi")
        (story,) = shipped.stories(alignment.texts)
        steps = [((step.document,), (step.summary,)) for step in story.steps if step.document is not None]
        assert steps == [(link.doc, link.sum) for link in alignment.links]

    def test_need_words(self, shipped):
        with pytest.raises(InputError, match="a story needs words on both sides"):
            shipped.stories(Pair("p", Text.from_string(""), Text.from_string("a")))


class TestLogLikelihood:
    def test_prefers_the_true_summary(self, shipped):
        assert shipped.log_likelihood(DOCUMENT, SUMMARY) > shipped.log_likelihood(DOCUMENT[::-1], SUMMARY)

    def test_of_nothing_is_that_of_stopping_at_once(self, shipped):
        empty, short = shipped.log_likelihood("A dam.", ""), shipped.log_likelihood("A dam.", "A dam.")
        assert -math.inf < empty < 0
        assert short > empty - 10

    def test_of_a_summary_of_nothing_is_that_of_null(self, shipped):
        null = shipped.model.parameters.null
        assert -math.inf < shipped.log_likelihood("", "A dam.") < 3 * math.log(null)


class TestSample:
    def test_a_deficient_model_says_why_it_cannot(self, shipped):
        with pytest.raises(ModelError, match=r"deficient.*null_by_word is on.*Train with"):
            shipped.sample(DOCUMENT)
        with pytest.raises(ModelError, match="outside the document"):
            Aligner("article", iterations=1).fit(PAIRS).sample(DOCUMENT)

    def test_the_same_seed_draws_the_same_summary(self):
        aligner = Aligner(null_by_word=False, iterations=2).fit(PAIRS)
        document = PAIRS[0].document
        first = [aligner.sample(document, seed=seed) for seed in range(8)]
        assert first == [aligner.sample(document, seed=seed) for seed in range(8)]
        assert len({tuple(sampled.words) for sampled in first}) > 1
        known = set(aligner.model.words)
        for sampled in first:
            assert set(sampled.words) <= known
            assert [j for span, _ in sampled.steps for j in range(*span)] == list(range(len(sampled.words)))

    def test_needs_words(self):
        aligner = Aligner(null_by_word=False, iterations=1).fit(PAIRS)
        with pytest.raises(InputError, match="the document has no words"):
            aligner.sample("")


class TestFit:
    def test_starts_from_another_model(self, shipped):
        begun = Aligner(iterations=0).fit(PAIRS, start_from=shipped).model
        known = shipped.model
        assert begun.parameters.null == known.parameters.null
        np.testing.assert_allclose(begun.parameters.weights, known.parameters.weights)
        np.testing.assert_array_equal(begun.jump.to_arrays()["weight"], known.jump.to_arrays()["weight"])
        adapted = Aligner(iterations=1).fit(PAIRS, start_from=shipped).model
        assert adapted.signature != Aligner(iterations=1).fit(PAIRS).model.signature

    def test_tells_of_its_progress(self):
        reports = []
        Aligner(iterations=2, tolerance=-1.0).fit(PAIRS, progress=reports.append)
        assert [(now.iteration, now.pairs_done) for now in reports] == [(0, 4), (1, 0), (1, 4), (2, 0)]
        assert reports[-1].last.iteration == 2

    def test_saves_and_loads(self, tmp_path, everything):
        everything.save(tmp_path / "model")
        again = sumtrace.load(tmp_path / "model")
        assert again.align_pair(PAIRS[0]) == everything.align_pair(PAIRS[0])
        Aligner(iterations=0).fit(PAIRS[:1]).save(tmp_path / "model")
        assert len(sumtrace.load(tmp_path / "model").model.words) < len(again.model.words)


def links_by_word(alignment):
    """The links by the summary word, each as the document word, its place and the probability."""
    said, written = alignment.texts.summary.words, alignment.texts.document.words
    return {said[j]: (written[i], i, link.prob) for link in alignment.links for (i, _), (j, _) in [link.doc + link.sum]}


def test_a_full_name_leads_to_the_mention_that_the_summary_draws_on(shipped):
    document = (
        "Marie Keller was born in a village. Her father kept bees. Keller won the harbour prize in June. "
        "The harbour was quiet."
    )
    found = links_by_word(shipped.align(document, "Marie Keller won the harbour prize."))
    assert [found[word][:2] for word in ("Marie", "Keller", "harbour")] == [
        ("Keller", 13),
        ("Keller", 13),
        ("harbour", 16),
    ]


def test_what_is_said_in_other_words_is_linked_where_the_words_around_it_are(shipped):
    document = (
        "The harbour was quiet on Sunday. Engineers inspected the lighthouse on Monday and found that its lamp had "
        "cracked during the storm. A new lamp will cost two thousand pounds. Volunteers painted the railings in May."
    )
    alignment = shipped.align(
        document, "The harbour stayed quiet on Sunday, before staff inspected the tower on Monday."
    )
    source, place, prob = links_by_word(alignment)["tower"]
    tower = alignment.texts.summary.words.index("tower")
    beliefs = {(i, j): p for i, j, p in alignment.posteriors}
    assert source == "lighthouse"
    assert beliefs.get((place, tower), 0.0) < 0.25 < prob < 1.0
    order = [(link.sum, link.doc) for link in alignment.links]
    assert order == sorted(order)
    own = shipped.align(document, "Engineers found that its glass lamp had cracked during the storm.")
    assert "glass" not in links_by_word(own)
