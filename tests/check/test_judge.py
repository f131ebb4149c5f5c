from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sumtrace.check import judge as judging
from sumtrace.check.judge import CONTRADICTED, ENTAILED, judge, load, shipped
from sumtrace.errors import ModelError

EVIDENCE = "The council voted on Monday to raise the library's budget to 4.2 million pounds."
RIGHT = "The council raised the library's budget on Monday."
WRONG = "The council did not raise the library's budget."


def test_each_pair_has_three_probabilities() -> None:
    found = judge([(EVIDENCE, RIGHT), (EVIDENCE, WRONG), ("", RIGHT)])
    assert found.shape == (3, 3)
    assert found.dtype == np.float32
    np.testing.assert_allclose(found.sum(axis=1), 1, rtol=1e-5)


def test_no_pairs_have_no_probabilities() -> None:
    assert judge([]).shape == (0, 3)


def test_a_pair_has_the_same_bits_whatever_is_judged_beside_it() -> None:
    alone = judge([(EVIDENCE, WRONG)])
    beside = judge([("Rain fell.", "It was dry all day."), (EVIDENCE, WRONG), (EVIDENCE * 3, RIGHT)])
    assert alone[0].tobytes() == beside[1].tobytes()


@pytest.mark.parametrize(
    ("evidence", "right", "wrong"),
    [
        (EVIDENCE, RIGHT, WRONG),
        ("Sales rose sharply in the second quarter.", "Sales rose in the second quarter.", "Sales fell in the second quarter."),
        ("A man is asleep on the grass.", "A man is sleeping.", "A man is awake."),
        ("The film was shot in Norway in 1998.", "The film was shot in Norway.", "The film was never shot in Norway."),
    ],
)
def test_what_the_evidence_denies_is_judged_worse_than_what_it_says(evidence: str, right: str, wrong: str) -> None:
    said, denied = judge([(evidence, right), (evidence, wrong)])
    assert said.argmax() == ENTAILED
    assert denied.argmax() == CONTRADICTED


def test_the_contradicted_word_stands_out() -> None:
    words = shipped().read("Sales rose sharply in the second quarter.", "Sales fell in the second quarter.").words
    assert len(words) == 6
    assert words.argmax() == 1


def test_a_claim_of_nothing_is_entailed() -> None:
    reading = shipped().read(EVIDENCE, " \u200b ")
    assert reading.probabilities.tolist() == [1, 0, 0]
    assert reading.words.tolist() == [0]


def test_long_texts_are_judged_by_their_beginning() -> None:
    assert judge([(EVIDENCE * 200, RIGHT), (EVIDENCE, RIGHT * 200)]).shape == (2, 3)
    longer, longest = judge([(EVIDENCE * 200, RIGHT), (EVIDENCE * 400, RIGHT)])
    assert longer.tobytes() == longest.tobytes()


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"nowhere\.onnx: the judge cannot be read"):
        load(tmp_path / "nowhere.onnx")


def test_the_file_is_small_enough_to_ship() -> None:
    assert judging.MODEL.stat().st_size <= 25_000_000
