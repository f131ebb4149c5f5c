from sumtrace.checking.claims import split_claims
from sumtrace.checking.facts.context import parser
from sumtrace.checking.talk import fading, is_preamble, talks
from sumtrace.text import Text


def parts(string):
    text = Text.from_string(string)
    trees = parser().parse([text.words[a:b] for a, b in text.sentences])
    return [(text.phrase(part.tokens), part.kind) for part in split_claims(text, trees)]


def test_a_sentence_is_a_claim():
    assert parts("The bridge opened. It cost money.") == [("The bridge opened.", "claim"), ("It cost money.", "claim")]


def test_a_sentence_of_two_clauses_makes_two_claims():
    assert [text for text, _ in parts("Sales rose by five per cent, but the firm paid no dividend.")] == [
        "Sales rose by five per cent,",
        "but the firm paid no dividend.",
    ]


def test_coordinated_nouns_make_one_claim():
    assert len(parts("Sales and profits of the two firms rose by five per cent.")) == 1


def test_a_preamble_is_no_claim():
    assert parts("Here is a summary of the article:\n\nThe bridge opened.")[0][1] == "preamble"
    assert is_preamble("Sure! Here's a brief summary of the text:")
    assert not is_preamble("Here is the bridge that the mayor opened.")


def test_talk_about_the_text_is_no_claim():
    assert parts("I am unable to answer based on the given passages.") == [
        ("I am unable to answer based on the given passages.", "talk")
    ]


def test_an_item_number_belongs_to_its_item():
    assert [text for text, _ in parts("1. Open the lid.\n\n2. Close the lid.")] == [
        "1. Open the lid.",
        "2. Close the lid.",
    ]


def test_claims_cover_the_text_in_order():
    text = "Here is a summary: The mayor came, and the band played a march; nobody left. I hope this helps!"
    assert " ".join(part for part, _ in parts(text)) == text


def test_fading_grows_with_the_share_of_talk():
    world, talk = "The old bridge fell into the river".split(), "I hope this answer helps".split()
    assert fading(world) == 1.0
    assert fading(talk) == 0.0
    assert 0.0 < fading("The passage says that prices rose".split()) <= 1.0
    assert talks(["Passage", "river"]) == [True, False]
