"""What is left out on the way to a file, and what the tally and the data card say of it."""

import json

import pytest

from making import pair_of
from sumtrace import Alignment, InputError, Link
from sumtrace.export import KINDS, Limits, export
from sumtrace.report.data_card import Origin, card

GOOD = Alignment(
    "good",
    (Link.word(0, 0, prob=0.9), Link.word(1, 1, prob=0.4)),
    pair_of("Finch wept", "Finch wept", "good"),
    model="mine",
)
POOR = Alignment("poor", (Link.word(0, 0),), pair_of("Finch wept", "Finch sold five mills", "poor"), annotator="ann")


def ids(path):
    return [json.loads(line)["id"] for line in path.read_text().splitlines()]


def exported(path, **limits):
    return export(iter([GOOD, POOR]), KINDS["pairs"], path, table="jsonl", limits=Limits(**limits))


def test_everything_is_kept_unless_told_otherwise(tmp_path):
    tally = exported(tmp_path / "out")
    assert ids(tmp_path / "out") == ["good", "poor"]
    assert (tally.pairs, tally.kept_pairs, tally.links, tally.kept_links) == (2, 2, 3, 3)


def test_poorly_supported_pairs_are_dropped_and_counted(tmp_path):
    tally = exported(tmp_path / "out", min_support=0.3)
    assert ids(tmp_path / "out") == ["good"]
    assert (tally.pairs, tally.kept_pairs, tally.records) == (2, 1, 1)
    assert tally.support == {2: 1, 9: 1}


def test_support_at_the_limit_is_enough(tmp_path):
    exported(tmp_path / "out", min_support=0.25)
    assert ids(tmp_path / "out") == ["good", "poor"]


def test_improbable_links_lend_no_support_and_those_of_people_always_do(tmp_path):
    tally = exported(tmp_path / "out", min_prob=0.5)
    support = [json.loads(line)["support"] for line in (tmp_path / "out").read_text().splitlines()]
    assert support == [0.5, 0.25]
    assert (tally.links, tally.kept_links) == (3, 2)


def test_nothing_is_written_where_nothing_is_left(tmp_path):
    with pytest.raises(InputError, match=r"no summary has a support of 0.9; the best has 0.5\. Lower `min_support`"):
        exported(tmp_path / "out", min_prob=0.5, min_support=0.9)
    with pytest.raises(InputError, match="there are no pairs"):
        export([], KINDS["pairs"], tmp_path / "out", table="jsonl", limits=Limits())
    assert not list(tmp_path.iterdir())


def test_pairs_are_read_as_they_are_needed(tmp_path):
    read = []

    def stream():
        for number in range(5):
            read.append(number)
            yield GOOD

    records = KINDS["words"].records(stream())
    assert read == []
    next(records)
    assert read == [0]


def test_the_card_says_where_the_data_is_from_and_what_was_left_out(tmp_path):
    limits = Limits(0.5, 0.3)
    tally = exported(tmp_path / "out", min_prob=0.5, min_support=0.3)
    text = card("out", KINDS["pairs"], Origin(["a.jsonl"], "default", "4c74", "tiny", "CC-BY-4.0"), limits, tally)
    for line in (
        'license: "CC-BY-4.0"',
        "# out",
        "1 records. Each is a document and its summary.",
        "| `support` | `float` | share of the summary's content words that have a link |",
        "- Files: `a.jsonl`",
        "- Licence: CC-BY-4.0",
        "- Model: `default`, signature `4c74`",
        "- Encoder: `tiny`",
        "| pairs | support at least 0.3 | 2 | 1 | 1 |",
        "| links | probability at least 0.5 | 3 | 2 | 1 |",
        "| 0.2 to below 0.3 | 1 |",
        "| 0.5 to below 0.6 | 1 |",
        "| 0.9 to 1.0 | 0 |",
    ):
        assert line in text.splitlines()


def test_the_card_of_alignments_from_a_file_names_who_made_them(tmp_path):
    text = card("out", KINDS["pairs"], Origin(["a.jsonl"]), Limits(), exported(tmp_path / "out"))
    assert "- Aligned by (as the alignments say): `ann`, `mine`" in text.splitlines()
    assert "- Licence: not stated; that of the source applies" in text.splitlines()
    assert "license:" not in text
