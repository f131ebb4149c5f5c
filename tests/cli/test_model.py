"""``sumtrace model show``: a model explained."""

import json
import re
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from making import pair_of
from sumtrace import Aligner, ModelError, OutputError
from sumtrace.cli import app

GOLDEN = """
13 words, 7 of them in summaries; 3 iterations
P(null) N   eta(wordnet) N   eta(spelling) N
 rewrite weight
 identity N
 stem N
 wordnet N
 spelling N
 lexical N
relative jumps from the middle of 100 words; +1 is the next word
 jump probability
"""
runner = CliRunner()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    pairs = [
        pair_of("the dam held through the storm .", "dam holds in storm", "a"),
        pair_of("the mayor praised the engineers of the dam .", "mayor praises dam engineers", "b"),
    ]
    path = tmp_path_factory.mktemp("trained") / "model"
    Aligner(iterations=3, tolerance=-1.0).fit(pairs).save(path)
    return path


def run(*arguments):
    return runner.invoke(app, ["model", "show", *map(str, arguments)])


def squeezed(text):
    """The lines without bars, rules and columns, their measured numbers made alike."""
    plain = re.sub(r"\d+\.\d+", "N", re.sub(r"[█─]", "", text))
    return [" ".join(line.split()) for line in plain.splitlines() if line.strip()]


def test_shows_what_a_model_has_learnt(folder):
    result = run(folder)
    assert (result.exit_code, result.stderr) == (0, "")
    shown, golden = squeezed(result.stdout), squeezed(GOLDEN)
    assert shown[: len(golden)] == golden
    *jumps, last = shown[len(golden) :]
    assert jumps
    assert all(re.fullmatch(r"[+-]\d+( to [+-]\d+)? N", line) for line in jumps)
    assert last == "no rewrites of one word as another were learnt"


def test_shows_the_built_in_model_and_that_it_has_no_rewrites():
    shown = squeezed(run("--rewrites", 3).stdout)
    assert re.match(r"[\d,]+ words, [\d,]+ of them in summaries; \d+ iterations", shown[0])
    assert shown[-1] == "no rewrites of one word as another were learnt"


def test_shows_the_surest_rewrites(tmp_path):
    words = ["zorb", "krill", "flump", "dweeb"]
    pairs = [
        pair_of(f"{word} ran {number}", f"x{word[::-1]} {number}", word + str(number))
        for number in range(9)
        for word in words
    ]
    Aligner(iterations=5, fake_word=0.01).fit(pairs).save(tmp_path / "model")
    shown = squeezed(run(tmp_path / "model", "--rewrites", 3).stdout)
    place = shown.index("the most confident learnt rewrites")
    assert shown[place + 1] == "document summary count share"
    learnt = [tuple(line.split()[:2]) for line in shown[place + 2 :]]
    assert len(learnt) == 3
    assert set(learnt) <= {(word, "x" + word[::-1]) for word in words}


def test_as_json(folder):
    record = json.loads(run(folder, "--json", "--rewrites", 2).stdout)
    assert (record["words"], record["summary_words"], record["iterations"], record["jump"]) == (13, 7, 3, "relative")
    assert set(record["weights"]) == {"identity", "stem", "wordnet", "spelling", "lexical"}
    assert sum(record["weights"].values()) == pytest.approx(1.0)
    assert 0 < record["null"] < 1
    assert 0 < sum(bar["probability"] for bar in record["jumps"]) < 1 + 1e-9
    assert [bar["first"] for bar in record["jumps"]] == sorted(bar["first"] for bar in record["jumps"])
    for rewrite in record["rewrites"]:
        assert set(rewrite) == {"document", "summary", "count", "share"}


def test_draws_the_jumps(folder, tmp_path):
    assert run(folder, "--picture", tmp_path / "jumps.svg").exit_code == 0
    drawn = ElementTree.parse(tmp_path / "jumps.svg").getroot()
    assert drawn.tag.endswith("svg")
    assert "Jumps of the relative model" in "".join(drawn.itertext())


def test_words_are_printed_as_they_are(tmp_path):
    pairs = [pair_of("[/nonsense] a dam", ":smile: dam", str(n)) for n in range(9)]
    Aligner(iterations=5, components=("identity",)).fit(pairs).save(tmp_path / "odd")
    result = run(tmp_path / "odd")
    assert result.exit_code == 0, result.exception
    assert "[/nonsense]" in result.stdout


def test_mistakes(folder, tmp_path):
    assert "none does not exist" in str(run(tmp_path / "none").exception)
    result = run(tmp_path)
    assert isinstance(result.exception, ModelError)
    assert "has no config.json, so it is not a model folder" in str(result.exception)
    result = run(folder, "--picture", tmp_path / "none" / "jumps.svg")
    assert isinstance(result.exception, OutputError)
    assert result.stdout == ""
    assert run(folder, "--rewrites", -1).exit_code == 2


def test_help_shows_examples():
    assert "sumtrace model show my-model --picture jumps.svg" in run("-h").stdout
