"""What is written can be read again: by Python's own readers, by pandas and by Hugging Face's datasets."""

import csv
import gzip
import json

import pytest

from export.test_kinds import ALIGNED
from making import pair_of, words
from sumtrace import InputError, OutputError
from sumtrace.datasets import gold
from sumtrace.export import KINDS, Limits, export, table_of
from sumtrace.export.tables import write_records


def written(kind, target, alignments=(ALIGNED,)):
    return export(alignments, KINDS[kind], target, table=table_of(target), limits=Limits())


def expected(kind):
    return list(KINDS[kind].records([ALIGNED]))


def from_csv(value, type_):
    read = {"string": str, "int": int, "float": float}
    return read[type_](value) if type_ in read else json.loads(value)


@pytest.mark.parametrize("kind", KINDS)
def test_json_lines(kind, tmp_path):
    tally = written(kind, tmp_path / "out.jsonl.gz")
    found = [json.loads(line) for line in gzip.decompress((tmp_path / "out.jsonl.gz").read_bytes()).splitlines()]
    assert found == expected(kind)
    assert tally.records == len(found) > 0


@pytest.mark.parametrize("kind", KINDS)
def test_csv(kind, tmp_path):
    written(kind, tmp_path / "out.csv")
    types = {column.name: column.type for column in KINDS[kind].columns}
    with (tmp_path / "out.csv").open(newline="", encoding="utf-8") as file:
        rows = [{name: from_csv(value, types[name]) for name, value in row.items()} for row in csv.DictReader(file)]
    assert rows == expected(kind)


@pytest.mark.parametrize("kind", KINDS)
def test_parquet(kind, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    written(kind, tmp_path / "out.parquet")
    assert parquet.read_table(tmp_path / "out.parquet").to_pylist() == expected(kind)


def test_pandas_reads_each_in_one_line(tmp_path):
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    for name in ("out.jsonl", "out.csv", "out.parquet"):
        written("compressions", tmp_path / name)
    frames = (
        pandas.read_json(tmp_path / "out.jsonl", lines=True),
        pandas.read_csv(tmp_path / "out.csv"),
        pandas.read_parquet(tmp_path / "out.parquet"),
    )
    for frame in frames:
        assert list(frame["target"]) == ["Finch sold the mill ."]
        assert list(frame["deletion"]) == [False]


@pytest.mark.parametrize(("suffix", "loader"), [("jsonl", "json"), ("csv", "csv"), ("parquet", "parquet")])
def test_datasets_reads_each_in_one_line(tmp_path, suffix, loader):
    datasets = pytest.importorskip("datasets")
    target = tmp_path / f"out.{suffix}"
    written("compressions", target)
    loaded = datasets.load_dataset(loader, data_files=str(target), split="train", cache_dir=str(tmp_path / "cache"))
    assert loaded["target"][:] == ["Finch sold the mill ."]


def test_a_moses_table_has_five_fields_on_every_line(tmp_path):
    written("paraphrases", tmp_path / "table.moses.gz", gold())
    lines = gzip.decompress((tmp_path / "table.moses.gz").read_bytes()).decode().splitlines()
    assert len(lines) > 100
    sources = []
    for line in lines:
        source, target, scores, links, counts = line.split(" ||| ")
        inverse, direct = map(float, scores.split())
        of_target, of_source, both = map(int, counts.split())
        assert (inverse, direct) == pytest.approx((both / of_target, both / of_source), rel=1e-5)
        assert 0 < inverse <= 1
        assert 0 < direct <= 1
        for link in links.split():
            i, j = map(int, link.split("-"))
            assert i < len(source.split())
            assert j < len(target.split())
        sources.append(source)
    assert len(set(sources)) == sum(a != b for a, b in zip(sources, [None, *sources], strict=False))


def test_moses_own_signs_are_escaped(tmp_path):
    pair = pair_of("a|b [x] &c", "a|b [x] &c")
    written("paraphrases", tmp_path / "t.moses", [words(pair, [(0, 0), (1, 1), (2, 2)])])
    assert (
        "a&#124;b &#91;x&#93; &amp;c ||| a&#124;b &#91;x&#93; &amp;c ||| 1 1 ||| 0-0 1-1 2-2 ||| 1 1 1"
        in (tmp_path / "t.moses").read_text().splitlines()
    )


def test_only_paraphrases_make_a_moses_table(tmp_path):
    with pytest.raises(InputError, match="is for paraphrases, not masks"):
        write_records([], KINDS["masks"], tmp_path / "out", "moses")
    assert not list(tmp_path.iterdir())


def test_a_suffix_that_tells_nothing_is_refused():
    with pytest.raises(OutputError, match="name it, one of: jsonl, csv, parquet, moses"):
        table_of("out.what")


def test_more_rows_than_are_written_at_once(tmp_path, monkeypatch):
    parquet = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr("sumtrace.export.tables._ROWS_AT_ONCE", 3)
    written("sentences", tmp_path / "out.parquet", [ALIGNED, words(pair_of("It rained", "Rain", "q"), [])] * 2)
    assert len(parquet.read_table(tmp_path / "out.parquet")) == 8
