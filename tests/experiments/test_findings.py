import pytest

from making import pair_of, words
from sumtrace.evaluation.scores import Evaluation
from sumtrace.experiments.findings import findings
from sumtrace.experiments.plan import SystemPlan
from sumtrace.report.experiment_page import in_words

PAIRS = [pair_of("a b c d e f", "a b c d e f", str(number)) for number in range(40)]
GOLD = [words(pair, [(j, j) for j in range(6)]) for pair in PAIRS]
PLANS = [
    SystemPlan("paste", "cut-and-paste"),
    SystemPlan("one way", "hmm"),
    SystemPlan("other way", "hmm", source="summary"),
    SystemPlan("both ways", "hmm", symmetrize="intersect"),
    SystemPlan("ours", "semi-hmm"),
]


def found(right, plans=PLANS):
    """The findings where each system has so many of six links of every pair right."""
    made = {
        name: Evaluation.of(GOLD, [words(pair, [(j, j if j < count else 0) for j in range(6)]) for pair in PAIRS])
        for name, count in right.items()
    }
    return list(findings(plans, made, samples=200, seed=0))


def test_the_articles_ordering_holds_where_the_scores_say_so():
    made = found({"paste": 3, "one way": 2, "other way": 1, "both ways": 4, "ours": 5})
    assert [(one.ahead, one.behind, one.verdict) for one in made] == [
        ("paste", "one way", "holds"),
        ("one way", "other way", "holds"),
        ("ours", "both ways", "holds"),
        ("both ways", "paste", "holds"),
    ]
    assert [one.in_article for one in made] == [True, True, True, False]
    assert made[0].ahead_score == pytest.approx(3 / 6)
    said = in_words(made, "SoftF")
    assert said.startswith("Of the 3 findings of the article that these systems can test, 3 hold by SoftF.")
    assert "does not" not in said
    assert "It holds here (both ways 66.7, paste 50.0)" in said


def test_what_does_not_hold_is_said_and_a_tie_may_be_chance():
    made = found({"paste": 2, "one way": 2, "other way": 3, "both ways": 1, "ours": 2})
    assert [one.verdict for one in made] == ["does not hold"] * 4
    assert made[0].behind == "other way"  # the best of those run one way
    said = in_words(made, "SoftF")
    assert "0 hold by SoftF. Not confirmed: Cut & Paste is ahead" in said
    assert "It does not hold here" in said
    tie = found({"paste": 2, "one way": 2, "other way": 1, "both ways": 1, "ours": 4})
    assert tie[0].verdict == "does not hold; possibly chance"


def test_only_what_the_plan_can_decide_is_claimed():
    assert found({"paste": 3}, PLANS[:1]) == []
    assert in_words([], "SoftF") == ""
    assert [one.ahead for one in found({"paste": 3, "ours": 4}, [PLANS[0], PLANS[4]])] == ["ours"]
