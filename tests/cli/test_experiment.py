import html
import json
import re

import pytest
from typer.testing import CliRunner

from making import pair_of, words
from sumtrace import InputError, Pair, Text
from sumtrace.alignment.formats import read_alignments, write_alignments
from sumtrace.cli import app

runner = CliRunner()
PLAN = """
title = "Small <plan>"
samples = 50
[[gold]]
name = "small"
annotators = ["anna.jsonl", "ben.jsonl"]
merge = "intersection"
[[system]]
name = "nearest"
use = "nearest"
[[system]]
name = "hmm"
use = "hmm"
"""


@pytest.fixture
def plan(tmp_path):
    pairs = [pair_of("The dog sat on the mat .", "a dog sat .", "p"), pair_of("Birds sing .", "birds sing .", "q")]
    first, second = ([(1, 1), (2, 2)], [(0, 0), (1, 1)])
    write_alignments([words(pairs[0], first), words(pairs[1], second)], tmp_path / "anna.jsonl", format="native")
    write_alignments([words(pairs[0], first[:1]), words(pairs[1], second)], tmp_path / "ben.jsonl", format="native")
    write_alignments([words(pairs[0], first)], tmp_path / "one.jsonl", format="native")
    write_alignments([words(pair, []) for pair in pairs], tmp_path / "bare.jsonl", format="native")
    path = tmp_path / "plan.toml"
    path.write_text(PLAN)
    return path


def run(*arguments):
    return runner.invoke(app, ["experiment", *map(str, arguments)])


def test_a_plan_gives_a_report_and_numbers(plan, tmp_path):
    result = run(plan, "-o", tmp_path / "out")
    assert result.exit_code == 0, result.output
    page = (tmp_path / "out/report.html").read_text()
    assert "<title>Small &lt;plan&gt;</title>" in page
    assert "2 pairs prove nothing about quality" in page
    assert not re.search(r"""src=["']""", page)
    assert set(re.findall(r"""href=["']([^"'#]+)""", page)) == {"alignments-1.html"}
    anchors = set(re.findall(r"""href=["']#([^"']+)""", page))
    assert anchors
    assert anchors <= set(re.findall(r"""id=["']([^"']+)""", page))
    assert "<!doctype html>" in (tmp_path / "out/alignments-1.html").read_text()
    for heading in ("Word links", "Agreement on 2 pairs", "Properties of alignments", "Kinds of errors", "Null oracle"):
        assert heading in html.unescape(page)
    numbers = json.loads((tmp_path / "out/results.json").read_text())
    (small,) = numbers["results"]
    assert [system["name"] for system in small["systems"]] == ["nearest", "hmm"]
    assert small["systems"][0]["scores"]["all"]["micro"]["recall"] == 1.0
    assert numbers["plan"]["samples"] == 50


def test_a_second_run_makes_nothing_twice(plan, tmp_path):
    assert run(plan, "-o", tmp_path / "out", "-q").exit_code == 0
    kept = {file: file.stat().st_mtime_ns for file in (tmp_path / "out/alignments").iterdir()}
    plan.write_text(PLAN + '[[system]]\nname = "model1"\nuse = "model1"\n')
    assert run(plan, "-o", tmp_path / "out", "-q").exit_code == 0
    after = {file: file.stat().st_mtime_ns for file in (tmp_path / "out/alignments").iterdir()}
    assert len(after) == len(kept) + 1
    assert kept.items() <= after.items()


def test_systems_on_extracts_are_reported_on_the_documents_own_words(tmp_path):
    document = "It rained . Nobody came . It snowed . A dog sat down ."
    sentences = [(0, 3), (3, 6), (6, 9), (9, 14)]
    pair = Pair("p", Text.from_words(document.split(), sentences), Text.from_words("a dog sat .".split()))
    write_alignments([words(pair, [(10, 1), (11, 2)])], tmp_path / "anna.jsonl", format="native")
    plan = tmp_path / "plan.toml"
    plan.write_text(
        'title = "x"\nsamples = 10\n[[gold]]\nname = "one"\nannotators = ["anna.jsonl"]\n'
        + "".join(
            f'[[system]]\nname = "{use} {unit}"\nuse = "{use}"\nextracts = "{unit}"\nk = 1\n'
            for unit in ("sentence", "abstract")
            for use in ("nearest", "hmm", "semi-hmm")
        )
    )
    result = run(plan, "-o", tmp_path / "out", "-q")
    assert result.exit_code == 0, result.output
    (one,) = json.loads((tmp_path / "out/results.json").read_text())["results"]
    recalls = {system["name"]: system["scores"]["all"]["micro"]["recall"] for system in one["systems"]}
    assert recalls == dict.fromkeys(recalls, 1.0)
    for file in (tmp_path / "out/alignments").iterdir():
        (alignment,) = read_alignments(file)
        assert alignment.texts.document.words == pair.document.words
        assert all(9 <= i < 14 for link in alignment.links for i in link.doc_positions)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("title = ", "not an experiment plan"),
        (PLAN.replace('use = "hmm"', 'use = "gpt"'), "'gpt' - at 'system[1].use'; choose one of nearest, "),
        (PLAN.replace("title", "headline"), "unknown field 'headline'"),
        (PLAN.replace("samples", "sample"), "sample"),
        (PLAN.replace('name = "hmm"', 'name = "nearest"'), "unique names"),
        (PLAN.replace("ben.jsonl", "nobody.jsonl"), "no such file"),
        (PLAN.replace("ben.jsonl", "one.jsonl"), "gold 'small': one annotator has 2 pairs, another 1"),
        (PLAN.replace('"anna.jsonl", "ben.jsonl"', ""), "gold 'small': there are no annotations"),
        (PLAN.replace('"anna.jsonl", "ben.jsonl"', '"bare.jsonl"'), "gold 'small': the gold has neither links"),
        (PLAN + "settings = {iterations = 3}\n", "system 'hmm': only the semi-HMM takes settings"),
        (PLAN.replace('"hmm"', '"semi-hmm"') + "settings = {iteration = 3}\n", "system 'semi-hmm': no setting"),
        (PLAN + 'extracts = "chapter"\n', "chapter"),
        (PLAN + 'extracts = "sentence"\nk = 0\n', "k"),
        (PLAN.replace("samples", "cutoffs = [0]\nsamples"), "cutoffs"),
    ],
)
def test_bad_plans_are_input_errors(text, message, plan, tmp_path):
    plan.write_text(text)
    result = run(plan, "-o", tmp_path / "out", "-q")
    assert isinstance(result.exception, InputError)
    assert message in str(result.exception)
    assert not (tmp_path / "out").exists()  # nothing was run for nothing


def test_the_bundled_plan_runs_on_the_examples(tmp_path):
    result = run("article", "-o", tmp_path, "-q")
    assert result.exit_code == 0, result.output
    (examples,) = json.loads((tmp_path / "results.json").read_text())["results"]
    scores = {system["name"]: system["scores"]["all"]["micro"]["soft_f"] for system in examples["systems"]}
    assert len(scores) == 16
    assert list(examples["cutoffs"]) == ["1", "2", "3", "4", "5"]
    default = examples["cutoffs"]["2"]
    assert default["documents"]["all"]["micro"]["soft_f"] == scores["Cut & Paste"]
    assert default["extracts"]["all"]["micro"]["soft_f"] == scores["Cut & Paste, extracts"]
    assert {one["claim"].partition(" is ahead")[0] for one in examples["findings"]} >= {"Cut & Paste", "the semi-HMM"}
    assert scores["HMM, document as source"] > scores["HMM, summary as source"]
    assert f"{examples['pairs']} pairs prove nothing about quality" in (tmp_path / "report.html").read_text()
