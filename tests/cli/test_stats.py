import json

import pytest
from typer.testing import CliRunner

from sumtrace.cli import app

RECORDS = [
    {"id": "a", "document": "The dam held. Nobody was hurt. It rained.", "summary": "The dam held.", "extract": [0]},
    {"id": "b", "document": "A dam broke.", "summary": "It broke."},
    {"id": "c", "document": "It rained and rained. Then it rained.", "summary": "Rain."},
]
GOLDEN = """
                          Summaries   Extracts   Documents
 ─────────────────────────────────────────────────────────
 Documents                        3          1           3
 Sentences                        3          1           6
 Words                            9          4          24
 Unique words                     7          4          13
 Unique words, together                                 14
 Sentences per document        1.00       1.00        2.00
 Words per document            3.00       4.00        8.00
 Words per sentence            3.00       4.00        4.00
 Compression rate             0.375      0.167       1.000
"""
runner = CliRunner()


@pytest.fixture
def corpus(tmp_path):
    path = tmp_path / "pairs.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in RECORDS), encoding="utf-8")
    return path


def run(*arguments, **options):
    return runner.invoke(app, ["stats", *map(str, arguments)], **options)


def trimmed(text):
    return [line.rstrip() for line in text.splitlines() if line.strip()]


def test_the_table(corpus):
    result = run(corpus)
    assert result.exit_code == 0
    assert trimmed(result.stdout) == trimmed(GOLDEN)


def test_json_from_standard_input(corpus):
    result = run("-", "--json", input=corpus.read_text(encoding="utf-8"))
    table = json.loads(result.stdout)["corpus"]
    assert table["pairs"] == 3
    assert table["unique_words"] == 14
    assert table["documents"] == {
        "documents": 3,
        "sentences": 6,
        "words": 24,
        "unique_words": 13,
        "sentences_per_document": 2.0,
        "words_per_document": 8.0,
        "words_per_sentence": 4.0,
        "compression_rate": 1.0,
    }


def test_the_shortest_pairs_only(corpus):
    table = json.loads(run(corpus, "--shortest", 1, "--json").stdout)["corpus"]
    assert (table["pairs"], table["documents"]["words"]) == (1, 4)
    assert "extracts" not in table


def test_annotated_pairs_are_found_by_id_or_bring_their_texts(corpus, tmp_path):
    gold = tmp_path / "gold.jsonl"
    gold.write_text('{"id": "b", "links": []}\n{"id": "z", "document": "x y", "summary": "x", "links": []}\n')
    report = json.loads(run(corpus, "--annotated", gold, "--json").stdout)
    assert report["corpus"]["pairs"] == 3
    assert report["annotated"]["pairs"] == 2
    assert report["annotated"]["documents"]["words"] == 4 + 2
    assert "Annotated" in run(corpus, "--annotated", gold).stdout


def test_an_annotated_pair_that_is_nowhere_is_an_error(corpus, tmp_path):
    gold = tmp_path / "gold.jsonl"
    gold.write_text('{"id": "nowhere", "links": []}\n')
    result = run(corpus, "--annotated", gold)
    assert "1 annotated pairs are not in" in str(result.exception)
    assert "nowhere" in str(result.exception)


def test_named_fields(tmp_path):
    path = tmp_path / "pairs.jsonl"
    path.write_text('{"body": "The dam held.", "tldr": "It held."}')
    result = run(path, "--document-field", "body", "--summary-field", "tldr", "--json")
    assert json.loads(result.stdout)["corpus"]["summaries"]["words"] == 3


def test_two_texts_and_two_parallel_files(tmp_path):
    (tmp_path / "d.txt").write_text("One two.\nThree.\n")
    (tmp_path / "s.txt").write_text("One.\nThree.\n")
    files = tmp_path / "d.txt", tmp_path / "s.txt"
    assert json.loads(run(*files, "--json").stdout)["corpus"]["pairs"] == 1
    assert json.loads(run(*files, "--by-line", "--json").stdout)["corpus"]["pairs"] == 2


def test_bad_entries_are_left_out_named_and_counted(corpus):
    with corpus.open("a") as file:
        file.write('{"id": "a", "document": "x", "summary": "y"}\n{"id": "e", "document": "", "summary": "y"}\n')
    result = run(corpus, "--skip-bad", "--json")
    assert json.loads(result.stdout)["corpus"]["pairs"] == 3
    assert f"skipped: {corpus}, line 4, pair 'a': duplicate id" in result.stderr
    assert f"skipped: {corpus}, line 5, pair 'e': the document is empty" in result.stderr
    assert "2 bad entries were skipped" in result.stderr


@pytest.mark.parametrize(
    ("contents", "problem"),
    [
        ("{broken", "line 1: broken JSON at column 2"),
        (
            '{"id": "a", "body": "x"}',
            "line 1, pair 'a': no field for the document or the summary; the fields are id, b",
        ),
        ("", "there are no pairs"),
        (None, "no such file"),
    ],
)
def test_bad_input_ends_in_one_line_and_exit_code_2(tmp_path, ended, contents, problem):
    path = tmp_path / "pairs.jsonl"
    if contents is not None:
        path.write_text(contents)
    code, stdout, stderr = ended("stats", path)
    assert (code, stdout) == (2, "")
    assert len(stderr.splitlines()) == 1
    assert stderr.startswith("sumtrace: ")
    assert problem in stderr


def test_help_shows_examples():
    result = run("-h")
    assert result.exit_code == 0
    assert "sumtrace stats pairs.jsonl.gz" in result.stdout
