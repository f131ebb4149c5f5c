"""``sumtrace train --jump syntax --trees``, and what ``model show`` says of the result."""

import json

import pytest
from typer.testing import CliRunner

from sumtrace.cli import app
from sumtrace.errors import InputError

PAIRS = [
    {"id": "a", "document": "The old dog in the garden barked loudly. Nobody slept.", "summary": "The dog barked."},
    {"id": "b", "document": "A ship with three masts left the harbour.", "summary": "A ship left the harbour."},
]
TREES = """
(ROOT (S (NP (NP (DT The) (JJ old) (NN dog)) (PP (IN in) (NP (DT the) (NN garden))))
         (VP (VBD barked) (ADVP (RB loudly))) (. .)))
(ROOT (S (NP (NN Nobody)) (VP (VBD slept)) (. .)))
(ROOT (S (NP (NP (DT A) (NN ship)) (PP (IN with) (NP (CD three) (NNS masts))))
         (VP (VBD left) (NP (DT the) (NN harbour))) (. .)))
"""
runner = CliRunner()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A corpus, its trees, and a model with syntax-aware jumps."""
    folder = tmp_path_factory.mktemp("syntax")
    (folder / "pairs.jsonl").write_text("".join(json.dumps(pair) + "\n" for pair in PAIRS))
    (folder / "trees.ptb").write_text(TREES)
    options = ["--jump", "syntax+relative", "--trees", str(folder / "trees.ptb"), "--iterations", "2", "--quiet"]
    result = runner.invoke(app, ["train", str(folder / "pairs.jsonl"), "-o", str(folder / "model"), *options])
    assert result.exit_code == 0, result.output
    return folder


def test_model_show_lists_what_is_skipped(folder):
    result = runner.invoke(app, ["model", "show", str(folder / "model"), "--json"])
    shown = json.loads(result.stdout)
    skips = {skip["label"]: skip for skip in shown["skips"]}
    assert shown["jump"] == "syntax+relative"
    # the prepositional phrases of both documents are skipped by their summaries, the verb phrases are not
    assert skips["PP"]["forward"] > 0.6 > 0.5 > skips["VP"]["forward"]
    text = runner.invoke(app, ["model", "show", str(folder / "model")]).stdout
    assert "PP" in text
    assert "syntax and" in text


def test_the_picture_shows_distances_and_skips(folder):
    picture = folder / "jumps.svg"
    result = runner.invoke(app, ["model", "show", str(folder / "model"), "--picture", str(picture)])
    assert result.exit_code == 0
    drawn = picture.read_text()
    assert drawn.count("<svg ") == drawn.count("</svg>") == 3
    assert ">PP<" in drawn
    assert "What a jump skips" in drawn


def test_trees_are_read_for_aligning_too(folder):
    arguments = [
        "align",
        str(folder / "pairs.jsonl"),
        "-m",
        str(folder / "model"),
        "--trees",
        str(folder / "trees.ptb"),
    ]
    result = runner.invoke(app, arguments)
    assert result.exit_code == 0, result.output
    assert len(result.stdout.splitlines()) == 2


def test_trees_that_nobody_would_look_at_are_an_error(folder):
    arguments = [
        "train",
        str(folder / "pairs.jsonl"),
        "-o",
        str(folder / "other"),
        "--trees",
        str(folder / "trees.ptb"),
    ]
    result = runner.invoke(app, arguments)
    assert isinstance(result.exception, InputError)
    assert "relative jumps do not use trees" in str(result.exception)
