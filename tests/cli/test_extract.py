import json

import pytest
from typer.testing import CliRunner

from sumtrace.alignment.formats import read_alignments
from sumtrace.cli import app

RECORDS = [
    {
        "id": "flood",
        "document": "The dam held. Nobody was hurt. It rained for days. The mayor thanked the engineers.",
        "summary": "The mayor thanked engineers. The dam held.",
    },
    {"id": "cats", "document": "Cats purr. Dogs bark.", "summary": "A dog barked."},
]
runner = CliRunner()


@pytest.fixture
def corpus(tmp_path):
    path = tmp_path / "pairs.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in RECORDS), encoding="utf-8")
    return path


def run(*arguments, command="extract", **options):
    return runner.invoke(app, [command, *map(str, arguments)], **options)


def lines(text):
    return [json.loads(line) for line in text.splitlines()]


def test_an_extract_for_each_summary_sentence(corpus):
    result = run(corpus, "--k", 1)
    assert result.exit_code == 0
    made = lines(result.stdout)
    assert [(one["id"], one["document"], one["summary"]) for one in made] == [
        ("flood#0", "The mayor thanked the engineers.", "The mayor thanked engineers."),
        ("flood#1", "The dam held.", "The dam held."),
        ("cats#0", "Dogs bark.", "A dog barked."),
    ]
    assert made[0]["extract_of"] == {"id": "flood", "sentences": [3], "positions": [[13, 19]], "summary_start": 0}
    assert made[1]["extract_of"]["summary_start"] == 5
    assert "3 extracts with 3 sentences, from 2 pairs" in result.stderr


def test_the_union_for_the_whole_abstract_from_standard_input(corpus):
    result = run("-", "--k", 1, "--unit", "abstract", "--quiet", input=corpus.read_text(encoding="utf-8"))
    flood, _ = lines(result.stdout)
    assert flood["document"] == "The dam held.\nThe mayor thanked the engineers."
    assert flood["extract_of"]["positions"] == [[0, 4], [13, 19]]
    assert result.stderr == ""


def test_a_summary_sentence_is_kept_to_its_own_extract(corpus, tmp_path):
    result = run(corpus, "--k", 1, "--unit", "abstract", "--own-extract-only")
    assert [one["own_extracts"] for one in lines(result.stdout)] == [[[1], [0]], [[0]]]
    record = lines(result.stdout)[0]
    record["summary"], record["sum_tokens"], record["sum_sents"] = "Engineers held. The dam held.", None, None
    ways = {}
    for name, own in (("own", [[1], [0]]), ("free", None)):
        file, aligned = tmp_path / f"{name}.jsonl", tmp_path / f"{name}.aligned.jsonl"
        file.write_text(json.dumps(record | {"own_extracts": own}) + "\n", encoding="utf-8")
        assert run(file, "-o", aligned, "--no-meaning", command="align").exit_code == 0
        [alignment] = read_alignments(aligned)
        ways[name] = {(link.doc[0][0], link.sum[0][0]) for link in alignment.links}
    dam_held, engineers_held = (2, 1), (8, 0)
    assert {dam_held, engineers_held} <= ways["free"]
    assert engineers_held in ways["own"]
    assert dam_held not in ways["own"]


def test_the_weights_matter(tmp_path):
    path = tmp_path / "pairs.jsonl"
    path.write_text(
        '{"document": ["storm rain", "storm storm storm storm storm rain wind"], "summary": "storm rain wind"}'
    )
    documents = {
        weights: json.loads(run(path, "--k", 1, "--weights", weights).stdout)["extract_of"]["sentences"]
        for weights in ("tf", "binary")
    }
    assert documents == {"tf": [0], "binary": [1]}


@pytest.mark.parametrize("unit", ["sentence", "abstract"])
def test_alignments_of_extracts_are_reported_on_the_documents(corpus, tmp_path, unit):
    extracts, aligned, whole = (tmp_path / f"{name}.jsonl" for name in ("extracts", "aligned", "whole"))
    run(corpus, "--k", 1, "--unit", unit, "-o", extracts)
    assert run("nearest", extracts, "-o", aligned, command="baseline").exit_code == 0
    result = run(corpus, "--extracts", extracts, "--restore", aligned, "-o", whole)
    assert result.exit_code == 0, result.output
    assert "mapped back to 2 pairs" in result.stderr
    flood, cats = read_alignments(whole)
    linked = [flood.pair.document.words[i].lower() for i, _ in word_pairs(flood)]
    assert linked == [word.lower() for word in flood.pair.summary.words]
    assert {1, 2, 14, 15, 17} <= {i for i, _ in word_pairs(flood)} <= {0, 1, 2, 3, 13, 14, 15, 16, 17, 18}
    assert word_pairs(cats) == [(5, 3)]
    assert flood.covered is None


def word_pairs(alignment):
    return [(link.doc[0][0], link.sum[0][0]) for link in alignment.links]


def test_alignments_without_texts_find_their_extracts_in_order(corpus, tmp_path):
    extracts, aligned = tmp_path / "extracts.jsonl", tmp_path / "aligned.pharaoh"
    run(corpus, "--k", 1, "-o", extracts)
    aligned.write_text("1-1\n0-0\n0-1\n")
    flood, cats = lines(run(corpus, "--extracts", extracts, "--restore", aligned).stdout)
    assert [(link["doc"], link["sum"]) for link in flood["links"]] == [([14, 15], [1, 2]), ([0, 1], [5, 6])]
    assert cats["links"][0]["doc"] == [3, 4]


def test_rounds_learn_from_any_source_and_say_so(corpus, tmp_path):
    """The extracts of one pair teach what another's needs; standard input is read once though rounds are many."""
    names = ["Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Ian"]
    made = [(f"{name} zorped. It rained. It snowed.", f"{name} blicked.") for name in names]
    made += [("It rained. It snowed.", said) for said in ("It rained.", "It snowed.") * 4]
    made += [("It rained. It snowed. He zorped.", "She blicked.")]
    made = [{"document": document, "summary": summary} for document, summary in made]
    texts = "".join(json.dumps(record) + "\n" for record in made)
    plain = run("-", "--k", 1, input=texts)
    learnt = run("-", "--k", 1, "--rounds", 2, "--iterations", 3, "--skip-bad", input=texts + "{}\n")
    assert learnt.exit_code == 0, learnt.output
    assert lines(plain.stdout)[-1]["extract_of"]["sentences"] == [0]
    assert [one["extract_of"]["sentences"] for one in lines(learnt.stdout)] == [[0]] * 8 + [[0], [1]] * 4 + [[2]]
    assert "learning for round 2 from 17 extracts" in learnt.stderr
    assert "1 bad entry was skipped" in learnt.stderr
    seeded = run("-", "--k", 1, "--seed-model1", "--quiet", input=texts)
    assert lines(seeded.stdout)[-1]["extract_of"]["sentences"] == [2]
    assert seeded.stderr == ""


def test_marked_pairs_give_stats_their_column(corpus):
    marked = run(corpus, "--k", 1, "--mark").stdout
    assert [one["extract"] for one in lines(marked)] == [[[3], [0]], [[1]]]
    table = json.loads(run("-", "--json", command="stats", input=marked).stdout)["corpus"]
    assert table["extracts"]["sentences"] == 3


def test_a_sample_is_rated_and_summed_up(corpus, tmp_path):
    drawn = run(corpus, "--sample", 2, "--seed", 3)
    assert drawn.stdout == run(corpus, "--sample", 2, "--seed", 3).stdout
    assert len({run(corpus, "--sample", 2, "--seed", seed).stdout for seed in range(9)}) == 3
    made = lines(drawn.stdout)
    assert [sorted(one) for one in made] == [["document", "id", "summary"]] * 2
    assert "2 of 3 extracts to rate with" in drawn.stderr
    ratings = tmp_path / "ratings.jsonl"
    ratings.write_text("".join(json.dumps({"id": one["id"], "rating": 1 + n}) + "\n" for n, one in enumerate(made)))
    summed = json.loads(run("--ratings", ratings, "--json").stdout)
    assert summed == {str(ratings): {"rated": 2, "none": 0, "some": 1, "all": 1, "mean": 1.5, "unrated": 0}}
    table = run("--ratings", ratings, "--ratings", ratings, env={"COLUMNS": "200"}).stdout
    assert "1 (50%)" in table
    assert "1.50" in table


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ([], "PAIRS to extract from are missing"),
        (["pairs.jsonl", "--ratings", "r.jsonl"], "takes no PAIRS"),
        (["pairs.jsonl", "--restore", "a.jsonl"], "must be given together"),
        (["pairs.jsonl", "--extracts", "a.jsonl"], "must be given together"),
        (["pairs.jsonl", "--mark", "--sample", "2"], "--mark and --sample cannot be combined"),
        (["pairs.jsonl", "--k", "0"], "Invalid value for '--k'"),
        (["pairs.jsonl", "--rounds", "0"], "Invalid value for '--rounds'"),
        (
            ["p.jsonl", "--restore", "a.jsonl", "--extracts", "e.jsonl", "--rounds", "2"],
            "apply only when making extracts",
        ),
        (["pairs.jsonl", "--own-extract-only"], "needs --unit abstract"),
        (["--ratings", "r.jsonl", "--seed-model1"], "apply only when making extracts"),
    ],
)
def test_options_that_do_not_go_together(arguments, problem):
    result = run(*arguments, env={"COLUMNS": "200"})
    assert result.exit_code == 2
    assert problem in result.stderr


def test_alignments_of_other_extracts_are_refused(corpus, tmp_path):
    extracts, aligned, output = (tmp_path / f"{name}.jsonl" for name in ("extracts", "aligned", "out"))
    run(corpus, "-o", extracts)
    aligned.write_text('{"id": "elsewhere#0", "document": "x", "summary": "y", "links": []}')
    result = run(corpus, "--extracts", extracts, "--restore", aligned, "-o", output)
    assert "elsewhere#0" in str(result.exception)
    aligned.write_text('{"id": "cats#0", "links": []}')
    other = tmp_path / "other.jsonl"
    other.write_text(json.dumps(RECORDS[0]))
    result = run(other, "--extracts", extracts, "--restore", aligned, "-o", output)
    assert "1 pairs that the extracts were made from are missing: cats" in str(result.exception)
    assert not output.exists()


@pytest.mark.parametrize(
    ("contents", "problem"),
    [("{broken", "line 1: broken JSON"), ("", "there are no pairs"), (None, "no such file")],
)
def test_bad_input_ends_in_one_line_and_exit_code_2(tmp_path, ended, contents, problem):
    path, output = tmp_path / "pairs.jsonl", tmp_path / "out.jsonl"
    if contents is not None:
        path.write_text(contents)
    code, _, stderr = ended("extract", path, "-o", output)
    assert code == 2
    assert len(stderr.splitlines()) == 1
    assert problem in stderr
    assert not output.exists()


def test_bad_entries_are_left_out_and_counted(corpus):
    with corpus.open("a") as file:
        file.write('{"id": "e", "document": "", "summary": "y"}\n')
    result = run(corpus, "--skip-bad")
    assert len(lines(result.stdout)) == 3
    assert "1 bad entry was skipped" in result.stderr


def test_help_shows_examples():
    assert "sumtrace extract pairs.jsonl --sample 20" in run("-h").stdout
