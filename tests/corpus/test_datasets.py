import pytest

from sumtrace import datasets


def test_the_examples_have_the_promised_size():
    pairs = datasets.examples()
    assert len(pairs) >= 15
    assert len({pair.id for pair in pairs}) == len(pairs)
    for pair in pairs:
        assert 150 <= len(pair.document.string.split()) <= 500, pair.id
        assert 30 <= len(pair.summary.string.split()) <= 80, pair.id


@pytest.mark.parametrize("name", ["pass-1", "pass-2"])
def test_gold_belongs_to_the_examples(name):
    alignments = datasets.gold(name)
    pairs = {pair.id: pair for pair in datasets.examples()}
    assert {alignment.id for alignment in alignments} == set(pairs)
    for alignment in alignments:
        assert alignment.texts.document.string == pairs[alignment.id].document.string
        assert alignment.texts.document.words == pairs[alignment.id].document.words
        assert alignment.links


def test_an_unknown_pass_is_refused():
    with pytest.raises(ValueError, match="'pass-3'"):
        datasets.gold("pass-3")
