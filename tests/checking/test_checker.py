import pytest

import sumtrace
from sumtrace.alignment import Link
from sumtrace.checking import Checker, Finding, Opinion, check
from sumtrace.checking.checker import _unsure
from sumtrace.checking.verdict import verdict_of
from sumtrace.corpus import Pair
from sumtrace.testing import assert_supported
from sumtrace.text import Text

DOCUMENT = "The mayor opened the new bridge on Friday. It cost four million pounds. Lorries may not use it."
FINDING = Finding("number", (1, 2), (3, 4), "5", "6", 0.9)


@pytest.fixture(scope="module")
def checker():
    return Checker(judge=False)


@pytest.mark.parametrize(
    ("unsupported", "findings", "judged", "verdict"),
    [
        (0.05, [], None, "supported"),
        (0.4, [], None, "unclear"),
        (0.9, [], None, "not found"),
        (0.05, [FINDING], None, "differs"),
        (0.9, [FINDING], None, "differs"),
        (0.4, [], (0.8, 0.1, 0.1), "supported"),
        (0.4, [], (0.3, 0.4, 0.3), "unclear"),
        (0.9, [], (0.8, 0.1, 0.1), "not found"),
    ],
)
def test_verdicts(unsupported, findings, judged, verdict):
    assert verdict_of(unsupported, findings, judged) == verdict


def test_what_some_sentence_is_like_is_unclear_rather_than_not_found():
    assert [verdict_of(0.9, [], None, fit) for fit in (0.2, 0.6)] == ["not found", "unclear"]
    assert verdict_of(0.9, [FINDING], None, 0.6) == "differs"


def test_a_free_paraphrase_of_a_sentence_is_not_called_absent(checker):
    document = "The ferry ran aground at noon. Nobody was hurt. The company will look into it."
    for summary, verdict in {
        "There were no injuries.": "unclear",
        "Penguins live in the harbour.": "not found",
    }.items():
        assert [claim.verdict for claim in check(document, summary, checker=checker).claims] == [verdict]


def test_claims_have_verdicts_and_evidence(checker):
    summary = (
        "Here is a summary: The bridge was opened on Friday. It cost five million pounds. Penguins live in the harbour."
    )
    found = check(DOCUMENT, summary, checker=checker)
    assert [claim.verdict for claim in found.claims] == ["supported", "differs", "not found"]
    assert found.counts() == {"differs": 1, "not found": 1, "unclear": 0, "supported": 1}
    assert [claim.evidence[0].sentence for claim in found.claims[:2]] == [0, 1]
    assert found.pair.summary.phrase(found.left_out[0]) == "Here is a summary:"
    assert len(found.unsupported) == len(found.pair.summary)
    assert 0.0 < found.support < 1.0
    assert all(0.0 <= p <= 1.0 for p in found.unsupported)


def test_several_documents_are_searched_together(checker):
    found = check(
        ["The bridge cost four million pounds.", "The mayor likes jazz."], "The mayor likes jazz.", checker=checker
    )
    assert found.pair.part_of(found.claims[0].evidence[0].tokens[0]).id == "2"


def test_many_summaries_of_one_document_encode_it_once(checker):
    class Counting:
        name = signature = "counting"
        sentences = 0

        def encode(self, sentences):
            Counting.sentences += len(sentences)
            return inner.encode(sentences)

    from sumtrace.meaning import load_encoder

    inner = load_encoder()
    document = Text.from_string(DOCUMENT)
    counted = Checker(encoder=Counting())
    list(counted.check_many(Pair(str(n), document, Text.from_string("The bridge opened.")) for n in range(5)))
    assert Counting.sentences == 3 + 5


class Fixed:
    """A judge that says the same of every pair, and doubts the word "Saturday."."""

    def __init__(self, entailed, neutral, contradicted):
        self.opinion = entailed, neutral, contradicted
        self.asked = []

    def judge(self, pairs):
        self.asked += pairs
        return [
            Opinion(*self.opinion, tuple(0.9 if word == "Saturday." else 0.1 for word in claim.split()))
            for _, claim in pairs
        ]


def test_the_judge_reads_the_best_sentence_the_best_three_and_the_best_in_turn():
    judge = Fixed(0.1, 0.1, 0.8)
    claim, best = "The bridge was opened on Friday.", "The mayor opened the new bridge on Friday."
    check(DOCUMENT, claim, checker=Checker(judge=judge))
    assert judge.asked == [(best, claim), (DOCUMENT, claim), (claim, best)]


def test_what_follows_in_neither_direction_is_likelier_wrong():
    class OneWay:
        def __init__(self, back):
            self.back = back

        def judge(self, pairs):
            return [Opinion(self.back if evidence == claim else 0.5, 0.5, 0.0) for evidence, _ in pairs]

    claim = "The bridge was opened on Friday."
    never, likely = (check(DOCUMENT, claim, checker=Checker(judge=OneWay(back))).wrong for back in (0.0, 1.0))
    assert never > likely


def test_doubts_weigh_less_for_verbs_and_more_for_names():
    class Doubting:
        def judge(self, pairs):
            return [Opinion(0.3, 0.4, 0.3, (0.5,) * len(claim.split())) for _, claim in pairs]

    found = check(DOCUMENT, "Penguins painted Scotland yellow.", checker=Checker(judge=Doubting()))
    _, painted, scotland, yellow, _ = found.doubtful
    assert painted < yellow < scotland


def test_what_the_judge_contradicts_differs_with_its_words_and_the_sentence():
    document = "The mayor opened the new bridge at dawn. It cost four million pounds."
    found = check(document, "The bridge was opened on Saturday.", checker=Checker(judge=Fixed(0.1, 0.1, 0.8)))
    (finding,) = found.claims[0].findings
    assert found.claims[0].verdict == "differs"
    assert (finding.kind, finding.said) == ("contradiction", "Saturday")
    assert finding.source == "The mayor opened the new bridge at dawn."
    assert found.claims[0].judged == pytest.approx((0.1, 0.1, 0.8))


def test_a_judge_raises_or_lowers_the_probabilities(checker):
    summary = "The bridge was opened on Friday."
    plain = check(DOCUMENT, summary, checker=checker)
    doubted = check(DOCUMENT, summary, checker=Checker(judge=Fixed(0.0, 0.4, 0.6)))
    agreed = check(DOCUMENT, summary, checker=Checker(judge=Fixed(0.9, 0.1, 0.0)))
    assert agreed.support > doubted.support
    assert plain.support > doubted.support


def test_a_judge_that_knows_nothing_of_words_will_do():
    class Whole:
        def judge(self, pairs):
            return [Opinion(0.0, 0.1, 0.9)] * len(pairs)

    found = check(DOCUMENT, "Penguins opened the bridge.", checker=Checker(judge=Whole()))
    assert found.claims[0].verdict == "differs"


def test_links_between_facts_that_disagree_are_not_sure():
    wrong, right = Link.word(3, 1), Link.word(0, 0)
    assert [link.label for link in _unsure([wrong, right], [FINDING])] == ["P", "S"]


def test_a_summary_without_claims_is_supported(checker):
    found = check(DOCUMENT, "I hope this helps!", checker=checker)
    assert found.claims == ()
    assert found.support == 1.0


def test_the_function_is_on_the_package():
    assert sumtrace.check is check


def test_assert_supported_passes_and_says_what_is_wrong(checker):
    assert_supported(DOCUMENT, "The bridge was opened on Friday.", checker=checker)
    with pytest.raises(AssertionError, match=r"five million.*four million"):
        assert_supported(DOCUMENT, "It cost five million pounds.", checker=checker)
    with pytest.raises(AssertionError, match=r"its support is \d\d\.\d%, required 100\.0%"):
        assert_supported(DOCUMENT, "The bridge was opened on Friday.", min_support=1.0, checker=checker)
    with pytest.raises(ValueError, match="min_support is 80"):
        assert_supported(DOCUMENT, "The bridge was opened on Friday.", min_support=80, checker=checker)


def test_bad_texts_are_refused(checker):
    with pytest.raises(sumtrace.InputError, match="empty"):
        check(DOCUMENT, "", checker=checker)
    with pytest.raises(sumtrace.InputError, match="number"):
        check(DOCUMENT, 7, checker=checker)


def test_a_notebook_shows_nothing_of_the_texts_as_markup(checker):
    shown = check(DOCUMENT, "The <b>mayor</b> opened the bridge.", checker=checker)._repr_html_()
    assert "<b>mayor" not in shown
    assert "&lt;b&gt;mayor" not in shown  # the page packs its texts


def test_a_judge_cannot_contradict_what_a_claim_says_about_the_text():
    document = "The mayor opened the new bridge at dawn. It cost four million pounds."
    judge = Fixed(0.0, 0.1, 0.9)
    assert check(document, "The bridge was opened on Saturday.", checker=Checker(judge=judge)).claims[0].findings
    found = check(document, "The passages do not mention tolls on Saturday.", checker=Checker(judge=judge))
    assert [finding for claim in found.claims for finding in claim.findings] == []


def test_a_claim_says_why_it_has_its_verdict(checker):
    wrong, right = check(
        DOCUMENT, "It cost five million pounds. The bridge was opened on Friday.", checker=checker
    ).claims
    assert "five million" in wrong.reason
    assert right.reason == "the source says so"


def test_documents_may_have_names(checker):
    documents = {"news.txt": DOCUMENT, "letter.txt": "Dear neighbours, the school fair is on Sunday."}
    found = check(documents, "The bridge was opened on Friday.", checker=checker)
    assert found.claims[0].verdict == "supported"
    assert found.to_dict()["claims"][0]["evidence"][0]["document"] == "news.txt"


def test_evidence_covers_a_claim_that_two_sentences_make_up(checker):
    document = (
        "The old harbour bridge at Dunmore will be closed for repairs until May. "
        "The old harbour bridge at Dunmore, closed for repairs, opens in May. Ferries are free."
    )
    summary = "The old harbour bridge at Dunmore is closed for repairs until May with ferries free."
    (claim,) = check(document, summary, checker=checker).claims
    assert [one.sentence for one in claim.evidence] == [0, 2]
