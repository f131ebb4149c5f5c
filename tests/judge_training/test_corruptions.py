from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))

from judge_training.pairs import edited_words
from judge_training.substitutions import OPPOSITES, swaps

from judge_training import corruptions

CLAIM = "In 1998 the council of Oslo was happy that sales rose by 12 percent.".split()
DOCUMENT = "The council of Bergen met 40 times in 1998.".split()
WRONG = {
    "number": corruptions.number,
    "name": corruptions.name,
    "negation": corruptions.negation,
    "opposites": corruptions.by_swaps(swaps(OPPOSITES), 1),
}


@pytest.mark.parametrize("kind", WRONG)
@pytest.mark.parametrize("seed", range(5))
def test_the_words_said_to_be_changed_are_those_that_differ(kind: str, seed: int) -> None:
    made = WRONG[kind](CLAIM, DOCUMENT, random.Random(seed))
    assert made is not None
    assert made.words != CLAIM
    assert made.changed == edited_words(CLAIM, made.words)


def test_a_name_is_replaced_by_another_of_the_document() -> None:
    made = corruptions.name("Sales in Oslo rose.".split(), "They met in Bergen.".split(), random.Random(1))
    assert made is not None
    assert made.words[2] in ("Bergen", "They")


def test_a_negation_is_dropped_where_there_is_one() -> None:
    made = corruptions.negation("It was not sold.".split(), [], random.Random(1))
    assert made is not None
    assert " ".join(made.words) == "It was sold."


def test_two_numbers_change_places_with_their_punctuation_kept() -> None:
    made = corruptions.swapped("They won by 17 votes to 14.".split(), [], random.Random(1))
    assert made is not None
    assert " ".join(made.words) == "They won by 14 votes to 17."


def test_a_claim_without_numbers_has_no_wrong_number() -> None:
    assert corruptions.number("Sales rose.".split(), DOCUMENT, random.Random(1)) is None


def test_texts_that_are_not_edits_of_one_another_have_no_edited_words() -> None:
    assert edited_words("Rain fell all day.".split(), "The council met in Oslo.".split()) is None
