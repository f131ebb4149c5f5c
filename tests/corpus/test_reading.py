import gzip
import io
import json
import sys
import tracemalloc
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumtrace import InputError, MissingExtraError, Pair
from sumtrace.corpus import pairs_from, read_pairs
from sumtrace.corpus.seen import SeenIds

RECORDS = [
    {"id": "a", "document": "The dam held.", "summary": "It held."},
    {"document": "Rain fell.", "summary": "Rain."},
]
LINES = "".join(json.dumps(record) + "\n" for record in RECORDS)


def ids(pairs):
    return [pair.id for pair in pairs]


@pytest.fixture
def write(tmp_path):
    def written(contents, name="pairs.jsonl"):
        path = tmp_path / name
        path.write_bytes(contents if isinstance(contents, bytes) else contents.encode())
        return path

    return written


def good_and_bad(path, **options):
    bad = []
    return ids(read_pairs(path, on_bad=bad.append, **options)), [str(error).removeprefix(f"{path}, ") for error in bad]


@pytest.mark.parametrize(
    "contents",
    [
        LINES,
        "\ufeff" + LINES,
        LINES.replace("\n", "\r\n").rstrip(),
        "\n" + LINES.replace("\n", "\n\n"),
        json.dumps(RECORDS),
        "\n " + json.dumps(RECORDS, indent=2) + "\n",
    ],
    ids=["lines", "byte-order mark", "no last line end", "blank lines", "array", "indented array"],
)
@pytest.mark.parametrize("packed", [False, True])
def test_json_lines_and_arrays_packed_or_not(write, contents, packed):
    path = write(gzip.compress(contents.encode()) if packed else contents)
    pairs = list(read_pairs(path))
    assert [pair.document.string for pair in pairs] == ["The dam held.", "Rain fell."]
    assert pairs[0].id == "a"
    assert pairs[1].id.isdigit()


def test_pairs_without_an_id_are_named_by_their_line(write):
    assert ids(read_pairs(write("\n" + LINES))) == ["a", "3"]


@pytest.mark.parametrize("packed", [False, True])
def test_standard_input(monkeypatch, packed):
    raw = gzip.compress(LINES.encode()) if packed else LINES.encode()
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(raw)))
    assert ids(read_pairs("-")) == ["a", "2"]


def test_parquet_rows(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    table = pyarrow.table(
        {"article": ["The dam held.", ""] * 50, "highlights": [["It", "held"], ["x"]] * 50, "id": list(range(100))}
    )
    parquet.write_table(table, tmp_path / "pairs.parquet", row_group_size=7)
    good, bad = good_and_bad(tmp_path / "pairs.parquet")
    assert good == [str(number) for number in range(0, 100, 2)]
    assert bad[0].endswith("row 2, pair '1': the document is empty. Remove the entry or give it a text.")
    (tmp_path / "broken.parquet").write_bytes((tmp_path / "pairs.parquet").read_bytes()[:-20])
    with pytest.raises(InputError, match="damaged or not a Parquet file"):
        list(read_pairs(tmp_path / "broken.parquet"))


def test_parquet_without_its_extra_says_what_to_install(write, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtraError, match="sumtrace\\[parquet\\]"):
        list(read_pairs(write(b"PAR1")))


GOOD = '{"id": "good", "document": "x", "summary": "y"}\n'


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (b'{"id": "a", "document": "x"', "line 1: broken JSON at column 28: Expecting ',' delimiter. Each line must"),
        (b'{"id": "a"} x', "line 1: broken JSON at column 13: Extra data."),
        (b"{" + b'"a":[' * 100_000, "line 1: broken JSON"),
        (b'{"id": "a", "document": "\xff", "summary": "y"}', "line 1: not UTF-8: byte 0xff at position 25. Convert"),
        (b'{"id": "a", "document": "x"}', "line 1, pair 'a': no field for the summary; the fields are id, document."),
        (b'{"id": "a", "document": 3, "summary": "y"}', "line 1, pair 'a': the document (field 'document') is the num"),
        (b'{"id": "a", "document": "x", "summary": ""}', "line 1, pair 'a': the summary is empty."),
        (
            b'{"id": "a", "document": "\\ud800", "summary": "y"}',
            "line 1, pair 'a': the document contains half a charact",
        ),
    ],
)
def test_a_bad_line_stops_with_its_place_or_is_left_out(write, line, problem):
    path = write(line + b"\n" + GOOD.encode())
    good, bad = good_and_bad(path)
    assert good == ["good"]
    assert len(bad) == 1
    assert bad[0].startswith(problem)
    with pytest.raises(InputError) as caught:
        list(read_pairs(path))
    assert str(caught.value) == f"{path}, {bad[0]}"


def test_numbers_that_json_does_not_know_are_taken_where_they_do_not_matter(write):
    assert ids(read_pairs(write('{"id": "a", "score": NaN, "document": "x", "summary": "y"}'))) == ["a"]


def test_a_duplicate_id_names_both_places(write):
    path = write(GOOD * 2)
    good, bad = good_and_bad(path)
    assert good == ["good"]
    assert bad == [f"line 2, pair 'good': duplicate id, first used at {path}, line 1. Ids must be unique."]


@pytest.mark.parametrize(
    ("contents", "problem"),
    [
        ("plain text", "neither JSON nor Parquet"),
        ('[{"document": "x", "summary": "y"} 5', "line 1: broken JSON"),
        ('[{"document": "x", "summary": "y"},\n{"document": }]', "line 2: broken JSON: Expecting value"),
        ('[{"document": "x", "summary": "y"},\n{"document": "abc', "line 2: broken JSON: Unterminated string"),
        (b'[{"document": "\xff"}]', "not UTF-8"),
        (gzip.compress(LINES.encode(), mtime=0)[:-10], "the file is cut off or damaged"),
        (gzip.compress(LINES.encode(), mtime=0)[:15] + b"zzzzzzzzzz", "the file is cut off or damaged"),
    ],
)
def test_a_broken_file_cannot_be_skipped_over(write, contents, problem):
    with pytest.raises(InputError, match=problem):
        list(read_pairs(write(contents), on_bad=lambda error: None))


def test_a_missing_file_or_a_folder(tmp_path):
    with pytest.raises(InputError, match="no such file"):
        list(read_pairs(tmp_path / "none.jsonl"))
    with pytest.raises(InputError, match="cannot be read: Is a directory"):
        list(read_pairs(tmp_path))


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1), max_size=5), st.integers(1, 40))
def test_an_array_reads_the_same_however_it_is_cut_into_chunks(texts, chunk):
    from sumtrace.corpus import entries

    records = [{"document": text, "summary": [text]} for text in texts]
    whole = io.BytesIO(json.dumps(records, ensure_ascii=False, indent=1).encode())
    reads = io.BufferedReader(whole)
    usual, entries._CHUNK = entries._CHUNK, chunk
    try:
        assert [entry.record for entry in entries._array(reads, "x")] == records
    finally:
        entries._CHUNK = usual


def test_reading_is_lazy(write):
    pairs = read_pairs(write(GOOD + "broken"))
    assert next(pairs).id == "good"
    with pytest.raises(InputError, match="broken JSON"):
        next(pairs)


@pytest.mark.parametrize(
    "corpus",
    [
        RECORDS,
        (record for record in RECORDS),
        [("The dam held.", "It held."), ["Rain fell.", "Rain."]],
        SimpleNamespace,
    ],
    ids=["list", "generator", "tuples", "no iterable"],
)
def test_pairs_from_iterables(corpus):
    if corpus is SimpleNamespace:
        with pytest.raises(InputError, match="cannot read pairs from a type"):
            pairs_from(corpus)
    else:
        assert [pair.summary.string for pair in pairs_from(corpus)] == ["It held.", "Rain."]


def test_pairs_pass_through_and_one_mapping_is_one_pair(write):
    pairs = list(pairs_from(RECORDS))
    assert list(pairs_from(pairs)) == pairs
    assert all(isinstance(pair, Pair) for pair in pairs)
    assert ids(pairs_from(RECORDS[0])) == ["a"]
    assert ids(pairs_from(str(write(LINES)))) == ["a", "2"]


def test_a_data_frame_with_missing_values():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"article": ["The dam held.", None], "highlights": ["It held.", "x"], "id": [4, 5]})
    bad = []
    assert ids(pairs_from(frame, on_bad=bad.append)) == ["4"]
    assert str(bad[0]).startswith("record 2, pair '5': the document (field 'article') is null")


def test_an_arrow_table():
    pyarrow = pytest.importorskip("pyarrow")
    assert ids(pairs_from(pyarrow.Table.from_pylist(RECORDS))) == ["a", "2"]


def test_a_dictionary_of_splits_asks_for_one():
    split = SimpleNamespace(column_names=["document"])
    with pytest.raises(InputError, match=r"\('train', 'test'\). Choose one"):
        pairs_from({"train": split, "test": split})


def test_the_error_of_a_record_counts_records():
    with pytest.raises(InputError, match="record 2, pair '2': the document is empty"):
        list(pairs_from([RECORDS[0], ("", "x")]))


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"])), max_size=30))
def test_seen_ids_are_exactly_those_met_before(names):
    seen = SeenIds()
    for number, name in enumerate(names):
        assert seen.first(name, str(number)) == (str(names.index(name)) if name in names[:number] else None)


def test_memory_does_not_grow_with_the_corpus(write):
    def peak(pairs):
        line = json.dumps({"document": "The dam held all night. " * 40, "summary": "It held."})
        path = write("".join(f'{{"id": "{number}", {line[1:]}\n' for number in range(pairs)))
        tracemalloc.start()
        try:
            assert sum(1 for _ in read_pairs(path)) == pairs
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    peak(1)  # whatever is set up once
    assert peak(300) < peak(50) + 200_000  # holding on to the pairs would take some 30,000 bytes for each
