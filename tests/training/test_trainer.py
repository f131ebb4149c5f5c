"""Training as a whole: it ends with the same bits however often it is stopped, and takes every corpus that has words."""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace

import numpy as np
import pytest
from safetensors import safe_open
from safetensors.numpy import load_file, save
from typer.testing import CliRunner

from making import pair_of
from sumtrace import Aligner, InputError, ModelError
from sumtrace.cli import app
from sumtrace.encoding import block as blocks
from sumtrace.model.beliefs import believe
from sumtrace.model.folder import load_model
from sumtrace.model.history import Progress
from sumtrace.model.parameters import to_arrays
from sumtrace.settings import ARTICLE, DEFAULT, changed
from sumtrace.training.checkpoint import load_checkpoint, save_checkpoint
from sumtrace.training.corpus import corpus_of
from sumtrace.training.gathering import gather
from sumtrace.training.monitor import is_done
from sumtrace.training.trainer import train

PAIRS = [
    pair_of(
        "the dam held through the storm . nobody was hurt by the flood .", "dam holds in storm ; no one hurt .", "a"
    ),
    pair_of("the mayor praised the engineers . the engineers rebuilt the dam .", "mayor praises dam engineers", "b"),
    pair_of("a storm closed the harbour . ferries stayed in port .", "harbour closed by storm , ferries idle", "c"),
    pair_of("nobody expected the flood . the harbour flooded at night .", "unexpected flood at the harbour", "d"),
    pair_of("engineers inspected the old bridge .", "bridge inspected", "e"),
]
FEW = changed(DEFAULT, iterations=4, tolerance=-1.0)


class StoppedError(Exception):
    """What a test raises to end a training."""


def bits(model):
    return save(to_arrays(model.parameters))


def trained(settings, pairs=PAIRS, **options):
    corpus = corpus_of(gather(pairs, settings), settings)
    return train(corpus, settings, **options)


def stopped(settings, checkpoint, iteration, *, inside=False):
    """Train until an iteration is finished, or until the next is half done."""

    def stop(report):
        if report.iteration == iteration and bool(report.pairs_done) == inside:
            raise StoppedError

    with pytest.raises(StoppedError):
        trained(settings, checkpoint=checkpoint, tell=stop)


class TestResume:
    @pytest.mark.parametrize("iteration", [1, 2, 3])
    @pytest.mark.parametrize(
        "settings",
        [FEW, replace(FEW, jump="gaussian", lengths="learnt"), replace(ARTICLE, iterations=4), replace(FEW, model1=2)],
        ids=["default", "gaussian", "article", "model1"],
    )
    def test_ends_with_the_bits_of_a_training_that_was_not_stopped(self, settings, iteration, tmp_path):
        checkpoint = tmp_path / "checkpoint"
        stopped(settings, checkpoint, iteration)
        reports = []
        model = trained(settings, checkpoint=checkpoint, resume=True, tell=reports.append)
        assert bits(model) == bits(trained(settings))
        assert [line.iteration for line in model.history] == [1, 2, 3, 4]
        assert min(report.iteration for report in reports) == iteration

    def test_half_an_iteration_is_done_again(self, tmp_path):
        stopped(FEW, tmp_path / "checkpoint", 2, inside=True)
        assert bits(trained(FEW, checkpoint=tmp_path / "checkpoint", resume=True)) == bits(trained(FEW))

    def test_without_a_checkpoint_begins_at_the_beginning(self, tmp_path):
        model = trained(FEW, checkpoint=tmp_path / "checkpoint", resume=True)
        assert bits(model) == bits(trained(FEW))

    def test_more_iterations_may_be_asked_for(self, tmp_path):
        trained(replace(FEW, iterations=2), checkpoint=tmp_path / "checkpoint")
        assert bits(trained(FEW, checkpoint=tmp_path / "checkpoint", resume=True)) == bits(trained(FEW))

    @pytest.mark.parametrize(
        ("settings", "pairs"),
        [(replace(FEW, fake_word=0.25), PAIRS), (replace(FEW, jump="gaussian"), PAIRS), (FEW, PAIRS[:-1])],
        ids=["other prior", "other jumps", "other texts"],
    )
    def test_of_another_training_is_refused(self, settings, pairs, tmp_path):
        stopped(FEW, tmp_path / "checkpoint", 1)
        with pytest.raises(ModelError, match="a checkpoint from different texts or settings"):
            trained(settings, pairs, checkpoint=tmp_path / "checkpoint", resume=True)

    def test_from_another_model_is_another_training(self, tmp_path):
        stopped(FEW, tmp_path / "checkpoint", 1)
        with pytest.raises(ModelError, match="a checkpoint from different texts or settings"):
            trained(FEW, start_from=trained(FEW), checkpoint=tmp_path / "checkpoint", resume=True)

    @pytest.mark.parametrize("damage", [lambda raw: raw[:-20], lambda raw: b"", lambda raw: b"no checkpoint" * 9])
    def test_of_a_damaged_checkpoint_says_what_to_do(self, damage, tmp_path):
        checkpoint = tmp_path / "checkpoint"
        stopped(FEW, checkpoint, 1)
        checkpoint.write_bytes(damage(checkpoint.read_bytes()))
        with pytest.raises(ModelError, match=r"checkpoint is damaged .*; delete it to train from the start"):
            trained(FEW, checkpoint=checkpoint, resume=True)

    def test_of_a_checkpoint_with_a_flipped_bit_is_refused(self, tmp_path):
        checkpoint = tmp_path / "checkpoint"
        stopped(FEW, checkpoint, 1)
        whole = checkpoint.read_bytes()
        for place in range(0, len(whole), 1 + len(whole) // 60):
            damaged = bytearray(whole)
            damaged[place] ^= 1 << place % 8
            checkpoint.write_bytes(damaged)
            with pytest.raises(ModelError, match=r"checkpoint is (damaged|not a checkpoint of this version)"):
                trained(FEW, checkpoint=checkpoint, resume=True)

    def test_of_numbers_that_no_training_makes_is_refused(self, tmp_path):
        settings = replace(FEW, iterations=1)
        model = trained(settings, checkpoint=tmp_path / "checkpoint")
        rows = len(load_file(tmp_path / "checkpoint")["table.at"]) - 2
        with safe_open(tmp_path / "checkpoint", "numpy") as file:
            signature = file.metadata()["signature"]
        parameters, history = load_checkpoint(tmp_path / "checkpoint", signature, settings, rows)
        table = parameters.table
        for bad in (table._replace(column=table.column + 10**6), table._replace(column=table.column[::-1].copy())):
            save_checkpoint(tmp_path / "checkpoint", signature, replace(parameters, table=bad), history)
            with pytest.raises(ModelError, match="checkpoint is damaged"):
                trained(FEW, checkpoint=tmp_path / "checkpoint", resume=True)
        assert model.history == tuple(history)

    def test_of_a_foreign_file_is_refused(self, tmp_path):
        (tmp_path / "checkpoint").write_bytes(save({"x": np.zeros(1)}))
        with pytest.raises(ModelError, match="not a checkpoint"):
            trained(FEW, checkpoint=tmp_path / "checkpoint", resume=True)


@pytest.mark.parametrize("settings", [FEW, replace(FEW, jump="sentence")], ids=["relative", "sentence"])
def test_the_number_of_threads_changes_no_bit(settings, monkeypatch):
    monkeypatch.setattr(blocks, "WORD_PAIRS", 50)  # one pair a block
    one, two, eight = (bits(trained(settings, threads=threads)) for threads in (1, 2, 8))
    assert one == two == eight


class TestConvergence:
    def test_ends_training_when_the_log_posterior_hardly_rises(self):
        settings = changed(DEFAULT, iterations=50, tolerance=0.05)
        rises = np.diff([line.log_posterior for line in trained(settings).history])
        least = 0.05 * sum(len(pair.summary) for pair in PAIRS)
        assert 1 <= len(rises) < 49
        assert (rises[:-1] >= least).all()
        assert rises[-1] < least

    def test_needs_two_iterations_and_is_per_summary_word(self):
        def history(*log_posteriors):
            return [Progress(n, 0.0, value, 0.1, {}, 1.0) for n, value in enumerate(log_posteriors)]

        words = 4
        settings = changed(DEFAULT, iterations=9, tolerance=0.5)
        assert not is_done(history(), settings, words)
        assert not is_done(history(-5.0), settings, words)
        assert not is_done(history(-5.0, -2.9), settings, words)
        assert is_done(history(-5.0, -3.1), settings, words)
        assert is_done(history(*range(0, 900, 100)), settings, words)

    def test_a_negative_tolerance_uses_all_iterations(self):
        assert len(trained(changed(DEFAULT, iterations=30, tolerance=-1.0), PAIRS[:1]).history) == 30


class TestCorpora:
    def test_without_pairs_are_refused(self):
        with pytest.raises(InputError, match="no pairs"):
            gather([], DEFAULT)

    @pytest.mark.parametrize(("document", "summary", "side"), [("", "a", "document"), ("a", "", "summary")])
    def test_a_pair_without_words_is_named(self, document, summary, side):
        with pytest.raises(InputError, match=f"pair 'x': the {side} has no words"):
            gather([*PAIRS, pair_of(document, summary, "x")], DEFAULT)

    def test_a_pair_beyond_the_memory_limit_is_named(self, monkeypatch):
        monkeypatch.setattr("sumtrace.memory.MEMORY_LIMIT", 1000)
        with pytest.raises(InputError, match=r"pair 'a': 14 document words by 9 summary words would need"):
            gather(PAIRS, DEFAULT)

    def test_a_pair_is_too_large_by_the_phrase_limit_of_the_settings(self, monkeypatch):
        monkeypatch.setattr("sumtrace.memory.MEMORY_LIMIT", 5e6)
        repetitive = [pair_of("dam " * 300, "dam " * 100)]
        assert len(gather(repetitive, changed(DEFAULT, max_summary_phrase=1))) == 1
        with pytest.raises(InputError, match="300 document words by 100 summary words"):
            gather(repetitive, DEFAULT)

    def test_a_pair_too_large_to_be_read_in_context_is_learnt_from_by_strings(self, monkeypatch):
        read = []
        monkeypatch.setattr("sumtrace.training.readings.believe", lambda *given: read.append(given) or believe(*given))
        large = pair_of("a dam " * 300, "the dam held")
        monkeypatch.setattr("sumtrace.memory.MEMORY_LIMIT", 5e6)
        model = trained(changed(DEFAULT, iterations=1), [*PAIRS, large])
        assert [pair for _, pair, _ in read] == PAIRS
        assert model.parameters.readings is not None

    @pytest.mark.parametrize(
        "pairs",
        [
            [pair_of("the dam held .", "the dam held .", str(n)) for n in range(5)],
            [pair_of("the old dam held .", "dam holds")],
            [pair_of("dam " * 9, "dam " * 3)],
            [pair_of("dam", "dam")],
            [pair_of("dam", "the dam")],
            [pair_of("dam storm", "nobody was hurt by the flood at the harbour")],
        ],
        ids=["identical pairs", "one pair", "one word only", "one word a text", "short document", "long summary"],
    )
    @pytest.mark.parametrize("preset", ["default", "article"])
    def test_of_every_shape_make_a_model_that_aligns(self, pairs, preset):
        aligner = Aligner(preset).fit(pairs)
        parameters = aligner.model.parameters
        for name, array in to_arrays(parameters).items():
            assert np.isfinite(array).all(), name
        assert parameters.weights.sum() == pytest.approx(1.0)
        assert 0 < parameters.null < 1
        for pair in pairs:
            alignment = aligner.align_pair(pair).checked()
            assert len(alignment.null_prob) == len(pair.summary)
            assert np.isfinite(aligner.log_likelihood(pair.document, pair.summary))

    def test_of_identical_pairs_teaches_copying(self):
        pairs = [pair_of("the dam held through the storm .", "the dam held through the storm .", n) for n in "abcde"]
        alignment = Aligner().fit(pairs).align_pair(pairs[0])
        assert [(link.doc, link.sum) for link in alignment.links] == [(((j, j + 1),), ((j, j + 1),)) for j in range(7)]


class TestSettings:
    @pytest.mark.parametrize(
        ("change", "problem"),
        [
            ({"fake_word": float("inf")}, "fake_word is inf, but must be a finite number of at least 0"),
            ({"beam": float("nan")}, "beam is nan, but must be a finite number from 0.01 to 1"),
            ({"tolerance": float("nan")}, "tolerance is nan, but must be a finite number"),
            ({"max_summary_phrase": 0}, "max_summary_phrase is 0, but must be a finite number from 1 to 64"),
            ({"iterations": 2.5}, "invalid setting: Expected 'int', got 'float' .*iterations"),
            ({"decoding": "best"}, "Invalid enum value 'best' .*decoding"),
            ({"components": ("identity", "magic")}, "no rewrite component 'magic'. Choose from identity"),
            ({"jump": "nonsense"}, "no jump model 'nonsense'. Choose one of relative"),
            ({"jump": "syntax+chunk"}, "would need both trees and chunks"),
            ({"jump": "relative+gaussian+laplace"}, "more than two jump models"),
        ],
    )
    def test_out_of_range_are_refused(self, change, problem):
        with pytest.raises(InputError, match=problem):
            Aligner(**change)

    def test_are_called_by_name(self):
        with pytest.raises(InputError, match=r"no setting 'jumps'\. Settings: jump, "):
            Aligner(jumps="relative")
        with pytest.raises(InputError, match=r"no preset 'best'\. Choose one of default, strings, article"):
            Aligner("best")


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    """A corpus on which an iteration takes long enough to be stopped, and the model it should end in."""
    folder = tmp_path_factory.mktemp("many")
    random = np.random.default_rng(5)
    words = [f"word{n}" for n in range(500)]
    with (folder / "pairs.jsonl").open("w") as file:
        for _ in range(60):
            document = random.choice(words, 300)
            summary = [word if random.random() < 0.7 else random.choice(words) for word in document[100:140]]
            file.write(json.dumps({"document": document.tolist(), "summary": summary}) + "\n")
    assert run(*options(folder, folder / "whole")).exit_code == 0
    return folder


def options(folder, model):
    rest = ["--preset", "article", "--iterations", "15", "--quiet", "--threads", "1", "-o", str(model)]
    return ["train", str(folder / "pairs.jsonl"), *rest]


def run(*arguments):
    return CliRunner().invoke(app, arguments)


def killed(arguments, model, by):
    """Run a training until its first checkpoint, end it by a signal, return its exit code and messages."""
    command = [sys.executable, "-m", "sumtrace", *arguments]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        while not (model / "checkpoint.safetensors").exists() and process.poll() is None:
            time.sleep(0.01)
        os.kill(process.pid, by)
        return process.wait(), process.stderr.read()


@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGINT], ids=lambda by: by.name)
def test_a_killed_training_goes_on_to_the_same_model(by, many, tmp_path):
    model = tmp_path / "model"
    arguments = options(many, model)
    code, messages = killed(arguments, model, by)
    if by == signal.SIGINT:
        assert code == 130
        assert messages.startswith("sumtrace: interrupted: ")
        assert messages.endswith(f"saved in {model}; continue with the same command and --resume\n")
        assert messages.count("\n") == 1
    with pytest.raises(ModelError, match="unfinished training"):
        load_model(model)
    again = run(*arguments)
    assert "contains unfinished training; continue it with --resume" in str(again.exception)
    assert run(*arguments, "--resume").exit_code == 0
    for file in ("parameters.safetensors", "vocabulary.txt"):
        assert (model / file).read_bytes() == (many / "whole" / file).read_bytes()
    assert len(load_model(model).history) == 15
    assert {file.name for file in model.iterdir()} == {"config.json", "parameters.safetensors", "vocabulary.txt"}
