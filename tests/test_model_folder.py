"""The model folder: what is saved is what is loaded, and whatever is not a whole model is refused with a reason."""

import hashlib
import json
import os
from dataclasses import dataclass, replace

import numpy as np
import pytest
from safetensors.numpy import load, save

from making import pair_of
from sumtrace import Aligner, ModelError, OutputError, Pair, Text
from sumtrace.aligner import default_model_folder
from sumtrace.model.folder import load_model, save_model
from sumtrace.model.parameters import to_arrays
from sumtrace.rewrites.component import Kept
from sumtrace.rewrites.identity import Identity
from sumtrace.rewrites.registry import COMPONENTS

PAIRS = [
    pair_of("the dam held through the storm .", "dam holds in storm", "a"),
    pair_of("the mayor praised the engineers of the dam .", "mayor praises dam engineers", "b"),
]
ODD = ["line\nbreak", "back\\slash", "\\n", '"quoted"', "\u2028", "tab\t", "", " ", "[/b]", "n\u0303", "\U0001f600"]


@pytest.fixture(scope="module")
def aligner():
    return Aligner(iterations=3).fit(PAIRS)


@pytest.fixture
def folder(aligner, tmp_path):
    aligner.save(tmp_path / "model")
    return tmp_path / "model"


def contents(folder):
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def edit(folder, **changes):
    """Change config.json; without checksums, as an earlier release or a meddler would leave it."""
    config = json.loads((folder / "config.json").read_text())
    config.pop("sha256", None)
    (folder / "config.json").write_text(json.dumps(config | changes))


def said_by(config):
    """All that a config.json says but its checksums, whatever they are called; nothing where it is no JSON."""
    try:
        said = json.loads(config)
    except ValueError:
        return None
    return {name: value for name, value in said.items() if not isinstance(value, dict) or name == "settings"}


def change(folder, name, change):
    """Change one of the arrays."""
    edit(folder)
    arrays = load((folder / "parameters.safetensors").read_bytes())
    arrays[name] = np.ascontiguousarray(change(arrays[name]))
    (folder / "parameters.safetensors").write_bytes(save(arrays))


@dataclass(frozen=True)
class Echo(Identity):
    """A component of one file and one line: it has learnt a rate, may be set to some depth, and keeps two counts a word."""

    name = "echo"
    learnt = frozenset({"rate"})
    kept_width = 2
    rate: float = 1.0
    depth: float = 5.0
    kept: Kept | None = None

    def keeping(self, relations, types):
        return replace(self, rate=0.25, kept=Kept({"dam": 0}, np.array([[3.0, 4.0]])))

    def with_kept(self, kept):
        return replace(self, kept=kept)

    def to_arrays(self):
        return {"rate": np.array([self.rate]), "depth": np.array([self.depth])}

    @classmethod
    def from_arrays(cls, arrays):
        return cls(rate=float(arrays["rate"][0]), depth=float(arrays["depth"][0]))


class TestAnotherComponent:
    @pytest.fixture
    def folder(self, tmp_path, monkeypatch):
        monkeypatch.setitem(COMPONENTS, "echo", Echo)
        Aligner("strings", iterations=1).fit(PAIRS).save(tmp_path / "model")
        return tmp_path / "model"

    def test_has_what_it_learnt_and_keeps(self, folder):
        *_, echo = load_model(folder).components
        assert (echo.name, echo.rate, echo.depth) == ("echo", 0.25, 5.0)
        assert echo.kept.places == {"dam": 0}
        assert echo.kept.counts.tolist() == [[3.0, 4.0]]

    def test_cannot_have_learnt_what_is_set(self, folder):
        change(folder, "echo.depth", lambda depth: depth + 1)
        with pytest.raises(ModelError, match=r"echo\.depth is not what the settings ask for"):
            load_model(folder)

    def test_keeps_as_many_counts_as_it_says(self, folder):
        change(folder, "echo.known.histogram", lambda counts: counts[:, :1])
        with pytest.raises(ModelError, match="the values of echo are not counts"):
            load_model(folder)


class TestSaved:
    def test_is_loaded_again_bit_for_bit(self, aligner, folder, tmp_path):
        saved, model = aligner.model, load_model(folder)
        assert save(to_arrays(model.parameters)) == save(to_arrays(saved.parameters))
        assert list(model.words) == list(saved.words)
        assert model.in_summary.tolist() == saved.in_summary.tolist()
        assert (model.settings, model.history) == (saved.settings, saved.history)
        assert (model.signature, model.name) == (saved.signature, saved.name)
        save_model(model, tmp_path / "again")
        assert contents(tmp_path / "again") == contents(folder)

    def test_aligns_as_before(self, aligner, folder):
        again = Aligner.load(folder)
        for pair in PAIRS:
            assert again.align_pair(pair) == aligner.align_pair(pair)
        new = pair_of("the storm hurt nobody .", "storms hurt no one")
        assert again.align_pair(new) == aligner.align_pair(new)

    def test_is_readable_and_says_how_it_was_made(self, aligner, folder):
        config = json.loads((folder / "config.json").read_text())
        assert (config["format"], config["version"], config["jump"]) == ("sumtrace-model", 1, "relative")
        assert config["settings"]["max_summary_phrase"] == 3
        assert [line["iteration"] for line in config["history"]] == [1, 2, 3]
        words = (folder / "vocabulary.txt").read_text().splitlines()
        assert sorted(words) == sorted({word for pair in PAIRS for word in pair.document.words + pair.summary.words})
        assert set(words[: config["summary_words"]]) == {word for pair in PAIRS for word in pair.summary.words}

    def test_lists_its_checksums_as_sha256sum_prints_them(self, folder):
        listed = json.loads((folder / "config.json").read_text())["sha256"]
        for name in ("vocabulary.txt", "parameters.safetensors"):
            assert listed[name] == hashlib.sha256((folder / name).read_bytes()).hexdigest()

    def test_loads_without_them_as_an_earlier_release_wrote_it(self, aligner, folder):
        edit(folder, checksums={"vocabulary.txt": "of another kind"})
        assert load_model(folder).signature == aligner.model.signature

    def test_replaces_an_earlier_model_as_a_whole(self, aligner, folder, monkeypatch):
        def broken(file):
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("os.fsync", broken)
        with pytest.raises(OutputError, match="No space"):
            aligner.save(folder)
        with pytest.raises(ModelError, match=r"has no config\.json"):
            load_model(folder)

    def test_odd_words_survive(self, tmp_path):
        words = [*ODD, "plain"]
        pair = Pair("odd", Text.from_words([*words, "more"]), Text.from_words(words))
        aligner = Aligner(iterations=2).fit([pair])
        aligner.save(tmp_path)
        again = load_model(tmp_path)
        assert list(again.words) == list(aligner.model.words)
        assert set(ODD) - {"n\u0303"} <= set(again.words)
        assert Aligner.of(again).align_pair(pair) == aligner.align_pair(pair)

    def test_half_a_surrogate_survives(self, tmp_path):
        pair = Pair("odd", Text.from_words(["broken\ud83d", "dam"]), Text.from_words(["broken\ud83d"]))
        aligner = Aligner(iterations=1).fit([pair])
        aligner.save(tmp_path)
        assert list(load_model(tmp_path).words) == list(aligner.model.words) == ["broken\ud83d", "dam"]

    def test_a_history_without_a_likelihood_survives(self, tmp_path):
        pairs = [*PAIRS, pair_of("dam", "penguins", "never")]
        aligner = Aligner(iterations=2, tolerance=-1.0, fake_word=0.0).fit(pairs)
        aligner.save(tmp_path)
        assert [line.log_likelihood for line in load_model(tmp_path).history] == [-np.inf, -np.inf]
        json.loads((tmp_path / "config.json").read_text(), parse_constant=pytest.fail)

    def test_nowhere_is_an_error(self, aligner, tmp_path):
        (tmp_path / "file").write_text("")
        with pytest.raises(OutputError, match="cannot create the folder"):
            aligner.save(tmp_path / "file" / "model")


class TestRefused:
    def check(self, folder, problem):
        with pytest.raises(ModelError, match=problem) as caught:
            load_model(folder)
        assert str(folder) in str(caught.value)
        assert "\n" not in str(caught.value)

    def test_a_folder_that_does_not_exist(self, tmp_path):
        self.check(tmp_path / "none", r"none does not exist; a model is a folder, made by: sumtrace train")

    def test_a_file(self, folder):
        self.check(folder / "config.json", "is a file; a model is a folder")

    def test_a_foreign_folder(self, tmp_path):
        self.check(tmp_path, r"has no config\.json, so it is not a model folder")

    def test_a_foreign_config(self, folder):
        (folder / "config.json").write_text('{"model_type": "bert"}')
        self.check(folder, "does not belong to a Sumtrace model")

    @pytest.mark.parametrize("version", [0, 2, "1", None])
    def test_another_version(self, folder, version):
        edit(folder, version=version)
        self.check(folder, rf"is a version {version} model; this release reads version 1\. Train it again, or install")

    def test_an_unfinished_training(self, folder):
        (folder / "config.json").unlink()
        (folder / "checkpoint.safetensors").write_bytes(b"")
        self.check(folder, "unfinished training.*--resume")

    @pytest.mark.parametrize("name", ["vocabulary.txt", "parameters.safetensors"])
    def test_a_missing_file(self, folder, name):
        (folder / name).unlink()
        self.check(folder, f"is damaged .*{name}.*; copy it again or train it again")

    @pytest.mark.parametrize("name", ["config.json", "parameters.safetensors"])
    @pytest.mark.parametrize("kept", [0, 7, 500])
    def test_a_file_that_breaks_off(self, folder, name, kept):
        (folder / name).write_bytes((folder / name).read_bytes()[:kept])
        self.check(folder, "is damaged .*; copy it again or train it again")

    @pytest.mark.parametrize("name", ["config.json", "vocabulary.txt", "parameters.safetensors"])
    def test_a_flipped_bit_anywhere(self, folder, name):
        whole = (folder / name).read_bytes()
        for place in range(0, len(whole), 1 + len(whole) // 40):
            damaged = bytearray(whole)
            damaged[place] ^= 1
            (folder / name).write_bytes(damaged)
            if name == "config.json" and said_by(damaged) == said_by(whole):
                continue  # the last digit of a number that is the same without it, or the name of the checksums
            self.check(folder, "is damaged|does not belong to a Sumtrace model")
        (folder / name).write_bytes(whole)
        load_model(folder)

    def test_damage_told_from_another_version(self, folder):
        config = json.loads((folder / "config.json").read_text())
        (folder / "config.json").write_text(json.dumps(config | {"version": 2}))
        self.check(folder, r"config\.json is damaged or was changed \(its checksum differs\)")

    def test_a_vocabulary_of_another_model(self, folder):
        words = (folder / "vocabulary.txt").read_text().splitlines()
        (folder / "vocabulary.txt").write_text("\n".join([words[1], words[0], *words[2:]]) + "\n")
        self.check(folder, r"vocabulary\.txt is damaged \(its checksum differs\); copy it again or train it again")

    def test_a_word_twice(self, folder):
        edit(folder)
        words = (folder / "vocabulary.txt").read_text().splitlines()
        (folder / "vocabulary.txt").write_text("\n".join([words[1], *words[1:]]) + "\n")
        self.check(folder, "has a word twice")

    @pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="this system has no /dev/zero")
    @pytest.mark.parametrize("name", ["vocabulary.txt", "parameters.safetensors"])
    def test_a_device_that_never_ends(self, folder, name):
        (folder / name).unlink()
        (folder / name).symlink_to("/dev/zero")
        self.check(folder, f"is damaged .*{name} is not a file")

    def test_a_vocabulary_of_another_length(self, folder):
        edit(folder)
        with (folder / "vocabulary.txt").open("a") as file:
            file.write("another\n")
        self.check(folder, r"vocabulary\.txt has 14 words, config\.json says 13")

    def test_parameters_of_another_vocabulary(self, folder):
        with (folder / "vocabulary.txt").open("a") as file:
            file.write("another\n")
        edit(folder, words=14)
        self.check(folder, "does not belong to this vocabulary")

    @pytest.mark.parametrize(
        "change",
        [
            {"jump": "nonsense"},
            {"components": ["magic"]},
            {"settings": {"beam": 7.0}},
            {"settings": "none"},
            {"history": [1]},
            {"jump": "gaussian"},
            {"components": ["identity", "identity", "wordnet", "spelling"]},
            {"settings": {"max_document_phrase": 10**9}},
            {"settings": {"wordnet_reach": 10**9}},
            {"settings": {"jump_near": 24}},
            {"summary_words": 2.5},
            {"summary_words": "many"},
            {"summary_words": 99},
            {"signature": None, "name": None, "settings": None},
        ],
        ids=str,
    )
    def test_a_config_that_was_meddled_with(self, folder, change):
        edit(folder, **change)
        self.check(folder, "is damaged")

    @pytest.mark.parametrize("name", ["table.at", "table.counts", "weights", "null", "lengths"])
    def test_missing_parameters(self, folder, name):
        edit(folder)
        arrays = load((folder / "parameters.safetensors").read_bytes())
        del arrays[name]
        (folder / "parameters.safetensors").write_bytes(save(arrays))
        self.check(folder, f"is damaged .*{name}")

    @pytest.mark.parametrize(
        ("name", "changed"),
        [
            ("table.at", lambda at: at[::-1]),
            ("table.at", lambda at: at + 1),
            ("table.column", lambda column: column + 1000),
            ("table.column", lambda column: column[:-1]),
            ("table.counts", lambda counts: counts * np.nan),
            ("weights", lambda weights: weights[:-1]),
            ("weights", lambda weights: weights - 1),
            ("null", lambda null: null + 1),
            ("lengths", lambda lengths: lengths[:-1]),
            ("jump.weight", lambda weight: weight[:-1]),
            ("jump.weight", lambda weight: -weight),
            ("jump.settings", lambda settings: settings * 1e9),
            ("null", lambda null: null[:0]),
            ("wordnet.eta", lambda eta: eta[:0]),
            ("wordnet.reach", lambda reach: reach + 1e9),
            ("spelling.eta", lambda eta: eta - 100),
            ("table.column", lambda column: column[::-1]),
            ("table.column", lambda column: column[:, None]),
            ("table.column", lambda column: column.astype(np.int64)),
            ("table.counts", lambda counts: -counts),
            ("wordnet.known.rows", lambda rows: np.array([10**6], np.int32)),
            ("wordnet.known.rows", lambda rows: np.zeros(2, np.int32)),
            ("spelling.known.histogram", lambda counts: np.full((3, 3), -9, np.int32)),
            ("readings.forward", lambda weight: weight[1:]),
            ("readings.backward", lambda weight: weight.astype(np.float32)),
        ],
    )
    def test_parameters_that_no_training_makes(self, folder, name, changed):
        change(folder, name, changed)
        self.check(folder, "is damaged")


def test_the_shipped_model_is_whole_and_small():
    folder = default_model_folder()
    assert sum(file.stat().st_size for file in folder.iterdir()) < 10e6
    model = load_model(folder)
    assert model.name == "default"
    assert len(model.words) == len(set(model.words)) > 10_000
    assert model.history[-1].log_posterior > model.history[0].log_posterior
