"""``sumtrace train`` from the shell's side."""

import json
import re

import pytest
from typer.testing import CliRunner

from sumtrace import InputError, ModelError, OutputError
from sumtrace.cli import app
from sumtrace.model.folder import load_model

RECORDS = [
    {"id": "a", "document": "The dam held through the storm. Nobody was hurt.", "summary": "Dam holds in storm."},
    {"id": "b", "document": "The mayor praised the engineers of the dam.", "summary": "Mayor praises engineers."},
    {"id": "c", "document": "A storm closed the harbour. Ferries stayed in port.", "summary": "Storm closes harbour."},
]
FILES = {"config.json", "parameters.safetensors", "vocabulary.txt"}
runner = CliRunner()


@pytest.fixture
def pairs(tmp_path):
    path = tmp_path / "pairs.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in RECORDS))
    return path


@pytest.fixture
def model(tmp_path):
    return tmp_path / "model"


def run(*arguments, **options):
    return runner.invoke(app, ["train", *map(str, arguments)], **options)


def names(folder):
    return {file.name for file in folder.iterdir()}


def parameters(folder):
    return (folder / "parameters.safetensors").read_bytes()


class TestReport:
    def test_says_how_training_goes_and_where_the_model_is(self, pairs, model):
        result = run(pairs, "-o", model, "--iterations", 2)
        assert (result.exit_code, result.stdout) == (0, "")
        number = r"-?[\d,.]+"
        weights = rf"identity {number} stem {number} wordnet {number} spelling {number} lexical {number}"
        expected = [
            rf"iteration  1  log posterior {number}  P\(null\) {number}  {weights}  {number} pairs/s",
            rf"iteration  2  log posterior {number}  P\(null\) {number}  {weights}  {number} pairs/s",
            re.escape(f"Model saved in {model}; inspect it with: sumtrace model show {model}"),
        ]
        begun, *lines = [line for line in result.stderr.splitlines() if not line.startswith("Compiling kernels")]
        assert begun.startswith("Compiling the corpus once (about 0.0 MB) into ")
        assert len(lines) == 3
        for line, pattern in zip(lines, expected, strict=True):
            assert re.fullmatch(pattern, line), line
        assert names(model) == FILES

    def test_warns_of_a_model_that_takes_most_words_from_nowhere(self, tmp_path):
        strange = tmp_path / "strange.jsonl"
        records = (
            {"document": f"alpha{n} beta{n} gamma{n}", "summary": "Sources say that one two three"} for n in range(80)
        )
        strange.write_text("".join(json.dumps(record) + "\n" for record in records))
        result = run(strange, "-o", tmp_path / "model", "--iterations", 10)
        assert re.search(r"finds no source for \d\d% of all summary words: 80 pairs may be too few", result.stderr)

    def test_names_only_the_components_in_use(self, pairs, model):
        result = run(pairs, "-o", model, "--preset", "article", "--iterations", 1)
        assert "spelling" not in result.stderr

    def test_quietly(self, pairs, model):
        assert run(pairs, "-o", model, "--iterations", 1, "--quiet").output == ""

    def test_as_json(self, pairs, model):
        result = run(pairs, "-o", model, "--iterations", 2, "--json", "-q")
        report = json.loads(result.stdout)
        assert report["model"] == str(model)
        assert report["signature"] == load_model(model).signature
        assert [line["iteration"] for line in report["history"]] == [1, 2]
        assert set(report["history"][0]) == {
            "iteration", "log_likelihood", "log_posterior", "null", "weights", "seconds",
        }  # fmt: skip


class TestOptions:
    @pytest.mark.parametrize(
        ("options", "settings"),
        [
            (["--preset", "article"], {"fake_word": 2.0, "decoding": "viterbi", "wordnet_senses": 1}),
            (["--jump", "gaussian"], {"jump": "gaussian"}),
            (["--max-document-phrase", "2", "--max-summary-phrase", "4"], {"max_document_phrase": 2, "max_summary_phrase": 4}),
            (["--beam", "0.5"], {"beam": 0.5}),
            (["--seed-model1"], {"model1": 5}),
            (["--fake-word", "0", "--fake-identical", "1", "--fake-stem", "2"], {"fake_word": 0, "fake_identical": 1}),
        ],
        ids=lambda value: " ".join(value) if isinstance(value, list) else "",
    )  # fmt: skip
    def test_reach_the_model(self, pairs, model, options, settings):
        assert run(pairs, "-o", model, "--iterations", 1, *options).exit_code == 0
        kept = load_model(model).settings
        assert {name: getattr(kept, name) for name in settings} == settings

    def test_a_sample_is_drawn_by_its_seed(self, pairs, tmp_path):
        def sampled(name, seed):
            run(pairs, "-o", tmp_path / name, "--iterations", 1, "--sample", 2, "--seed", seed)
            return load_model(tmp_path / name)

        assert sampled("one", 1).signature == sampled("again", 1).signature
        assert len({sampled(f"seed {seed}", seed).signature for seed in range(6)}) > 1

    def test_a_model_to_start_from(self, pairs, tmp_path):
        run(pairs, "-o", tmp_path / "first", "--iterations", 1)
        for start in ("default", tmp_path / "first"):
            result = run(pairs, "-o", tmp_path / "next", "--iterations", 0, "--start-from", start)
            assert result.exit_code == 0
            begun = load_model(tmp_path / "next").parameters.null
            from_first = start != "default"
            assert (begun == load_model(tmp_path / "first").parameters.null) == from_first

    def test_standard_input(self, pairs, tmp_path):
        run(pairs, "-o", tmp_path / "file", "--iterations", 1)
        assert run("-", "-o", tmp_path / "piped", "--iterations", 1, input=pairs.read_text()).exit_code == 0
        assert parameters(tmp_path / "file") == parameters(tmp_path / "piped")

    def test_the_trained_model_aligns(self, pairs, model):
        run(pairs, "-o", model)
        result = runner.invoke(app, ["align", str(pairs), "--model", str(model)])
        assert [json.loads(line)["model"] for line in result.stdout.splitlines()] == ["model"] * 3


class TestResume:
    @pytest.fixture
    def broken(self, pairs, model, monkeypatch):
        """A training that stopped after its iterations, before the model was written."""

        def fail(*arguments):
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr("sumtrace.model.folder.save_model", fail)
            result = run(pairs, "-o", model, "--iterations", 2, "-q")
        assert result.exit_code == 130
        assert result.stderr == (
            f"sumtrace: interrupted: 2 iterations are saved in {model}; continue with the same command and --resume\n"
        )
        return model

    def test_goes_on_to_the_same_model(self, pairs, broken, tmp_path):
        assert names(broken) == {"checkpoint.safetensors"}
        result = run(pairs, "-o", broken, "--iterations", 3, "--resume")
        assert "iteration  3" in result.stderr
        assert "iteration  2" not in result.stderr
        run(pairs, "-o", tmp_path / "whole", "--iterations", 3)
        assert parameters(broken) == parameters(tmp_path / "whole")
        assert names(broken) == FILES

    def test_is_asked_for_before_a_checkpoint_is_overwritten(self, pairs, broken):
        kept = (broken / "checkpoint.safetensors").read_bytes()
        result = run(pairs, "-o", broken)
        assert isinstance(result.exception, OutputError)
        assert f"continue it with --resume, or delete {broken / 'checkpoint.safetensors'}" in str(result.exception)
        assert (broken / "checkpoint.safetensors").read_bytes() == kept

    def test_needs_the_same_texts_and_settings(self, pairs, broken):
        result = run(pairs, "-o", broken, "--resume", "--fake-word", 1)
        assert isinstance(result.exception, ModelError)
        assert "a checkpoint from different texts or settings" in str(result.exception)

    def test_says_so_where_there_is_nothing_to_resume(self, pairs, model):
        result = run(pairs, "-o", model, "--iterations", 1, "--resume")
        assert f"There is no unfinished training in {model}: starting from the beginning." in result.stderr
        assert names(model) == FILES

    def test_of_a_finished_training_has_nothing_to_do(self, pairs, model):
        run(pairs, "-o", model, "--iterations", 2)
        before = {file: file.stat().st_mtime_ns for file in model.iterdir()}
        result = run(pairs, "-o", model, "--iterations", 2, "--resume", "--json")
        assert result.exit_code == 0
        assert "already finished: nothing left to do" in result.stderr
        assert len(json.loads(result.stdout)["history"]) == 2
        assert {file: file.stat().st_mtime_ns for file in model.iterdir()} == before

    def test_of_a_finished_training_cannot_add_to_it(self, pairs, model):
        run(pairs, "-o", model, "--iterations", 1)
        for options in (["--iterations", "3"], ["--jump", "gaussian"]):
            result = run(pairs, "-o", model, "--resume", *options)
            assert isinstance(result.exception, ModelError)
            assert re.search(r"finished after 1 iterations|for other texts or settings", str(result.exception))
            assert len(load_model(model).history) == 1

    def test_clears_up_after_a_kill(self, pairs, broken, monkeypatch):
        monkeypatch.setattr("sumtrace.files._tidied", set())  # as in a new process
        (broken / ".checkpoint.safetensors.x1y2x1y2.part").write_bytes(b"half")
        assert run(pairs, "-o", broken, "--iterations", 2, "--resume").exit_code == 0
        assert names(broken) == FILES

    def test_without_any_finished_iteration_nothing_is_kept(self, pairs, model, monkeypatch):
        def fail(*arguments, **options):
            raise KeyboardInterrupt

        monkeypatch.setattr("sumtrace.training.trainer.e_step", fail)
        result = run(pairs, "-o", model, "-q")
        assert result.exit_code == 130
        assert result.stderr == "sumtrace: interrupted: no iteration was finished, so nothing was saved\n"
        assert not model.exists()

    def test_an_earlier_model_stays_until_the_new_one_is_done(self, pairs, model, monkeypatch):
        run(pairs, "-o", model, "--iterations", 1)
        before = {file: file.read_bytes() for file in model.iterdir()}
        with monkeypatch.context() as patch:
            patch.setattr("sumtrace.training.trainer.m_step", lambda *arguments: 1 / 0)
            assert isinstance(run(pairs, "-o", model).exception, ZeroDivisionError)
        assert {file: file.read_bytes() for file in model.iterdir()} == before
        assert run(pairs, "-o", model, "--iterations", 2).exit_code == 0
        assert len(load_model(model).history) == 2


class TestMistakes:
    def fails(self, kind, problem, *arguments):
        result = run(*arguments)
        assert isinstance(result.exception, kind), result.output
        assert problem in str(result.exception)
        assert "\n" not in str(result.exception)

    @pytest.mark.parametrize(
        ("jump", "problem"),
        [
            ("nonsense", "no jump model 'nonsense'. Choose one of relative, gaussian, laplace, sentence"),
            ("relative+nonsense", "no jump model 'nonsense'"),
            ("relative+", "no jump model ''"),
            ("syntax+chunk", "would need both trees and chunks"),
            ("relative+gaussian+laplace", "more than two jump models"),
        ],
    )
    def test_jumps(self, pairs, model, jump, problem):
        self.fails(InputError, problem, pairs, "-o", model, "--jump", jump)
        assert not model.exists()

    @pytest.mark.parametrize(
        ("contents", "problem"),
        [
            (None, "no such file"),
            ("", "the corpus has no pairs"),
            ("{broken\n", "line 1: broken JSON"),
            ('{"id": "x", "document": "a", "summary": []}\n', "pair 'x': the summary is empty"),
        ],
    )
    def test_corpora(self, tmp_path, contents, problem):
        path = tmp_path / "corpus.jsonl"
        if contents is not None:
            path.write_text(contents)
        before = set(tmp_path.iterdir())
        self.fails(InputError, problem, path, "-o", tmp_path / "deep" / "model")
        assert set(tmp_path.iterdir()) == before

    def test_bad_entries_can_be_left_out(self, pairs, model):
        with pairs.open("a") as file:
            file.write('{broken\n{"id": "x", "document": "a", "summary": ""}\n')
        result = run(pairs, "-o", model, "--iterations", 1, "--skip-bad")
        assert result.exit_code == 0
        assert "2 bad entries were skipped" in result.stderr

    def test_output_folders(self, pairs, tmp_path):
        self.fails(
            OutputError, "contains other files (pairs.jsonl); choose a new or empty folder", pairs, "-o", tmp_path
        )
        self.fails(OutputError, "is a file; a model needs a folder of its own", pairs, "-o", pairs)
        other = tmp_path / "other"
        other.mkdir()
        (other / "config.json").write_text('{"mine": 1}')
        self.fails(OutputError, "config.json does not belong to a model", pairs, "-o", other)
        assert (other / "config.json").read_text() == '{"mine": 1}'
        self.fails(OutputError, "cannot write to the folder", pairs, "-o", "/proc/no-such-folder")

    def test_models_to_start_from(self, pairs, model, tmp_path):
        self.fails(ModelError, "none does not exist", pairs, "-o", model, "--start-from", tmp_path / "none")
        assert not model.exists()

    def test_numbers_that_are_none(self, pairs, model):
        self.fails(
            InputError, "fake_word is inf, but must be a finite number", pairs, "-o", model, "--fake-word", "inf"
        )

    @pytest.mark.parametrize(
        "options",
        [
            ["--beam", "nan"],
            ["--beam", "0"],
            ["--fake-word", "nan"],
            ["--iterations", "-1"],
            ["--iterations", "many"],
            ["--preset", "best"],
            ["--threads", "0"],
            ["--max-summary-phrase", "0"],
        ],
        ids=" ".join,
    )
    def test_usage(self, pairs, model, options):
        result = run(pairs, "-o", model, *options)
        assert result.exit_code == 2
        assert f"Invalid value for '{options[0]}'" in re.sub(r"[│\s]+", " ", result.stderr)
        assert not model.exists()

    def test_no_output(self, pairs):
        result = run(pairs)
        assert result.exit_code == 2
        assert "Missing option '--output'" in result.stderr


def test_help_shows_examples():
    result = run("-h")
    assert result.exit_code == 0
    assert "sumtrace train pairs.jsonl -o my-model --resume" in result.stdout
