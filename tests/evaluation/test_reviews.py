import math

import msgspec
import pytest

from claiming import CHECK, PAIR
from sumtrace import InputError
from sumtrace.evaluation.reviews import Review, Reviewed, holds_reviews, merged, read_reviews, score_reviews


def review(*marks, name=PAIR.id):
    spans = [PAIR.summary.characters(claim.tokens) for claim in CHECK.claims]
    reviewed = [
        Reviewed(*span, PAIR.summary.string[slice(*span)], mark) for span, mark in zip(spans, marks, strict=True)
    ]
    return Review(name, reviewed)


def test_verdicts_are_scored_by_what_they_stand_for():
    scores = score_reviews([review("right", "wrong", "right", "wrong")], [CHECK])
    assert {name: (one.precision, one.recall) for name, one in scores.verdicts.items()} == {
        "differs": (1.0, 0.5),
        "not found": (1.0, 0.5),
        "unclear": (0.0, pytest.approx(math.nan, nan_ok=True)),
        "supported": (1.0, 0.5),
    }
    assert (scores.flagged.given, scores.flagged.precision, scores.flagged.recall) == (2, 1.0, 1.0)
    assert scores.verdicts["unclear"].marks == {"right": 1, "wrong": 0, "unclear": 0}
    assert scores.auc == 1.0  # .45 and .9 against .05 and .4
    assert (scores.claims, scores.unmatched) == (4, 0)


def test_the_auc_leaves_out_what_people_called_unclear_and_claims_without_a_mark_count_nowhere():
    scores = score_reviews([review("wrong", "right", "unclear", None)], [CHECK])
    assert scores.auc == 0.0
    assert scores.claims == 3


def test_a_claim_that_was_cut_otherwise_is_matched_by_its_text():
    one = review("right", "wrong", "unclear", "wrong").reviewed[1]
    string = PAIR.summary.string
    nearly = Reviewed(one.start, one.end - 2, string[one.start : one.end - 2], "wrong")
    elsewhere = Reviewed(0, 4, string[:4], "wrong")
    scores = score_reviews([Review(PAIR.id, [nearly, elsewhere])], [CHECK])
    assert scores.verdicts["differs"].marks["wrong"] == 1
    assert scores.unmatched == 1


def test_several_people_decide_by_majority_and_a_tie_is_unclear():
    people = [[review("right", "wrong", "right", "wrong")], [review("right", "right", "wrong", "wrong")]]
    (joined,) = merged(people)
    assert [one.mark for one in joined.reviewed] == ["right", "unclear", "unclear", "wrong"]


def test_reviews_of_other_texts_are_refused():
    with pytest.raises(InputError, match="not among the checks"):
        score_reviews([review("right", "right", "right", "right", name="other")], [CHECK])
    with pytest.raises(InputError, match="differs from the one that was reviewed"):
        score_reviews([Review(PAIR.id, [Reviewed(0, 4, "Hear", "right")])], [CHECK])
    with pytest.raises(InputError, match="none of the check's claims was reviewed"):
        score_reviews([Review(PAIR.id, [])], [CHECK])


def test_a_file_of_reviews_is_known_and_its_faults_have_a_place(tmp_path):
    path = tmp_path / "review.jsonl"
    path.write_bytes(msgspec.json.encode(review("right", None, None, None)) + b"\n")
    assert holds_reviews(path)
    assert read_reviews(path) == [review("right", None, None, None)]
    path.write_text('{"id": "a", "reviewed": [{"start": 0, "end": 1, "text": "x", "mark": "good"}]}')
    with pytest.raises(InputError, match=r"review\.jsonl, line 1.*mark"):
        read_reviews(path)
