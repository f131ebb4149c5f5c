"""WordNet: what it knows, how far apart phrases are, and that its table is built as its files say."""

from __future__ import annotations

import importlib.util
import itertools
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from safetensors.numpy import load_file

from sumtrace.errors import InputError
from sumtrace.text import ancestors
from sumtrace.text import wordnet as module
from sumtrace.text.wordnet import WordNet, load

# Common and rare words, inflected and multi-word ones, synonyms, verbs of several roots, and strangers.
PHRASES = """
dog,dogs,cat,canine,wolf,animal,car,cars,automobile,truck,vehicle,prime minister,premier,president,United States,
America,France,Paris,London,city,buy,bought,purchase,sell,walk,run,ran,think,thought,say,said,announce,good,better,
well,big,large,small,quickly,rapidly,saw,see,found,discover,axes,bases,leaves,company,firm,police officer,policeman,
judge,court,earthquake,quake,storm,inhibit,restrain,zzyzx,,snark hunt,was,entity,thing
""".replace("\n", "").split(",")


@pytest.fixture(scope="module")
def wn() -> WordNet:
    return load()


def test_it_is_read_once() -> None:
    assert load() is load()


class TestMorphology:
    @pytest.mark.parametrize(
        ("form", "lemma"),
        [
            ("cars", "car"),  # a rule
            ("boxes", "box"),
            ("mice", "mouse"),  # the exception list
            ("ran", "run"),
            ("bought", "buy"),
            ("boxesful", "boxful"),
            ("CARS", "car"),
            ("prime ministers", "prime minister"),  # the last word
            ("attorneys general", "attorney general"),  # another word
            ("brothers-in-law", "brother-in-law"),
            ("looked up", "look up"),
            ("Alzheimer 's disease", "Alzheimer's disease"),  # as a tokeniser leaves it
            ("Alzheimer’s disease", "Alzheimer's disease"),
            ("data-base", "database"),
            ("english-language", "English language"),
            ("prime  minister", "prime_minister"),
        ],
    )
    def test_a_form_has_the_synsets_of_its_lemma(self, wn: WordNet, form: str, lemma: str) -> None:
        of_form, of_lemma = wn.synsets(form), wn.synsets(lemma)
        assert of_lemma
        assert any(of_form.get(part) == synsets for part, synsets in of_lemma.items())

    def test_better_is_also_good_and_well(self, wn: WordNet) -> None:
        better = wn.synsets("better")
        assert set(wn.synsets("good")["adjective"]) <= set(better["adjective"])
        assert set(wn.synsets("well")["adverb"]) <= set(better["adverb"])
        assert wn.distance("better", "good") == 0

    def test_the_first_rule_that_finds_a_lemma_decides(self, wn: WordNet) -> None:
        assert wn.synsets("rating")["verb"] == wn.synsets("rate")["verb"]  # not: rat

    def test_a_form_of_two_lemmas_takes_turns(self, wn: WordNet) -> None:
        ax, axis = wn.synsets("ax")["noun"], wn.synsets("axis")["noun"]
        assert wn.synsets("axes")["noun"][:3] == (ax[0], axis[0], axis[1])  # ax has a single sense

    def test_short_words_and_double_s_are_no_plurals(self, wn: WordNet) -> None:
        assert wn.synsets("us") == {"noun": wn.synsets("United States")["noun"][:1]}  # not: several u
        assert not set(wn.synsets("ass")["noun"]) & set(wn.synsets("As")["noun"])

    def test_blanks_are_not_dropped(self, wn: WordNet) -> None:
        assert wn.contains("apart")
        assert not wn.contains("a part")

    def test_what_cannot_open_a_lemma_is_never_one(self, wn: WordNet, monkeypatch: pytest.MonkeyPatch) -> None:
        """Most phrases of a text are turned down by their first two words; none that has a lemma may be."""
        monkeypatch.setattr(module, "PATIENCE", 0)
        texts = [wn._text[a:b].decode() for a, b in itertools.pairwise(wn._text_starts)]
        lemmas = [text[1:].replace("_", " ") for text in texts if "_" in text]
        irregular = [form.replace("_", " ") for forms in wn._irregular.values() for form in forms if "_" in form]
        plurals = [f"{lemma}s" for lemma in lemmas[:200]]
        for phrase in [
            *lemmas[::50],
            *irregular,
            *plurals,
            "attorneys general",
            "looked up",
            "brothers in law",
            "St. Louis",
        ]:
            assert wn.contains(phrase) == bool(wn.synsets(phrase)), phrase

    @pytest.mark.parametrize("stranger", ["", " ", "zzyzx", "snark hunt", "-", "'s", "…", "naïveté!", "_", "ing"])
    def test_strangers_have_nothing(self, wn: WordNet, stranger: str) -> None:
        assert wn.synsets(stranger) == {}
        assert not wn.contains(stranger)
        assert wn.distance(stranger, "dog") is None
        assert wn.distance(stranger, stranger) is None


class TestDistance:
    @pytest.mark.parametrize(
        ("a", "b", "distance"),
        [
            ("car", "automobile", 0),
            ("united states", "United States of America", 0),
            ("prime minister", "premier", 0),
            ("buy", "purchase", 0),
            ("big", "large", 0),
            ("dog", "domestic animal", 1),
            ("dog", "carnivore", 2),
            ("cat", "dog", 4),  # cat, feline, carnivore, canine, dog
            ("Paris", "London", 2),  # both instances of a national capital
        ],
    )
    def test_between_first_senses(self, wn: WordNet, a: str, b: str, distance: int) -> None:
        assert wn.distance(a, b) == distance
        assert wn.distance(b, a) == distance

    def test_more_senses_come_nearer(self, wn: WordNet) -> None:
        assert wn.distance("dog", "canine", senses=2) == 1
        first = wn.distance("dog", "canine")  # the first canine is a tooth
        assert first is not None
        assert first > 10

    def test_parts_of_speech_do_not_mix(self, wn: WordNet) -> None:
        assert wn.distance("quickly", "dog") is None

    def test_adjectives_have_no_hypernyms(self, wn: WordNet) -> None:
        assert wn.distance("enormous", "tiny") is None

    def test_verbs_of_different_roots_are_not_connected(self, wn: WordNet) -> None:
        assert set(wn.synsets("announce")) == {"verb"}
        assert set(wn.synsets("devour")) == {"verb"}
        assert wn.distance("announce", "devour") is None

    def test_a_cycle_ends(self, wn: WordNet) -> None:
        assert wn.distance("restrain", "inhibit", senses=10) == 1

    def test_no_senses_is_refused(self, wn: WordNet) -> None:
        with pytest.raises(InputError, match="Use 1"):
            wn.distance("dog", "cat", senses=0)
        with pytest.raises(InputError, match="Use 1"):
            wn.neighbours(["dog"], ["cat"], senses=0, max_distance=3)


def one_by_one(
    wn: WordNet, rows: Sequence[str], columns: Sequence[str], senses: int, most: int
) -> list[tuple[int, ...]]:
    """`neighbours` the slow way."""
    distances = [(r, c, wn.distance(a, b, senses)) for r, a in enumerate(rows) for c, b in enumerate(columns)]
    return [(r, c, distance) for r, c, distance in distances if distance is not None and distance <= most]


def listed(wn: WordNet, rows: Sequence[str], columns: Sequence[str], senses: int, most: int) -> list[tuple[int, ...]]:
    found = wn.neighbours(rows, columns, senses, most)
    assert all(array.dtype == np.int32 for array in found)
    return list(zip(*(array.tolist() for array in found), strict=True))


class TestNeighbours:
    @settings(deadline=None, max_examples=60)
    @given(
        rows=st.lists(st.sampled_from(PHRASES), max_size=12),
        columns=st.lists(st.sampled_from(PHRASES), max_size=12),
        senses=st.sampled_from([1, 2, 5, 100]),
        most=st.sampled_from([0, 1, 2, 3, 5, 10, 40, 1000]),
        few=st.sampled_from([0, 1000]),
    )
    def test_are_the_pairs_within_distance(
        self, rows: list[str], columns: list[str], senses: int, most: int, few: int
    ) -> None:
        wn = load()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(module, "FEW", few)
            found = listed(wn, rows, columns, senses, most)
        assert found == one_by_one(wn, rows, columns, senses, most)
        mirrored = listed(wn, columns, rows, senses, most)
        assert sorted((column, row, distance) for row, column, distance in mirrored) == found

    def test_blocks_do_not_change_them(self, wn: WordNet, monkeypatch: pytest.MonkeyPatch) -> None:
        whole = listed(wn, PHRASES, PHRASES, 3, 8)
        monkeypatch.setattr(module, "FEW", 0)
        assert listed(wn, PHRASES, PHRASES, 3, 8) == whole
        monkeypatch.setattr(ancestors, "CELLS_AT_ONCE", 200)
        monkeypatch.setattr(ancestors, "JOINED_AT_ONCE", 7)
        assert listed(wn, PHRASES, PHRASES, 3, 8) == whole

    def test_a_known_phrase_is_its_own_neighbour(self, wn: WordNet) -> None:
        assert listed(wn, ["dog", "zzyzx"], ["zzyzx", "dog"], 1, 0) == [(0, 1, 0)]

    def test_of_nothing_are_none(self, wn: WordNet) -> None:
        for rows, columns in ([], ["dog"]), (["dog"], []), (["zzyzx"], ["dog"]), ([], []):
            assert listed(wn, rows, columns, 1, 3) == []
        assert listed(wn, ["dog"], ["dog"], 1, -1) == []


# Words, and pointers to other synsets: a symbol and the other's place.
Synset = tuple[list[str], list[tuple[str, int]]]

HEADER = "  1 Our own licence,  \n  2   \n  3 in three lines.  \n"


def builder() -> ModuleType:
    path = Path(__file__).parents[2] / "scripts" / "build_wordnet.py"
    if not path.exists():
        pytest.skip("the builder comes with the repository, not with the package")
    spec = importlib.util.spec_from_file_location("build_wordnet", path)
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    return script


def write_wordnet(
    folder: Path,
    synsets: Mapping[str, Sequence[Synset]],
    irregular: Mapping[str, str],
) -> None:
    """Write a small WordNet in its own file format, each part of speech with its synsets.

    A word's last synset is its first sense, so that the order of the data file is not that of the senses.
    """
    for part, letter in {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}.items():
        data, index = HEADER, HEADER
        senses: dict[str, list[str]] = {}
        for place, (words, pointers) in enumerate(synsets.get(part, [])):
            offset = f"{place * 100 + 17:08d}"
            written = " ".join(f"{word} 0" for word in words)
            pointed = "".join(f" {symbol} {other * 100 + 17:08d} {letter} 0000" for symbol, other in pointers)
            frames = " 01 + 08 00" if part == "verb" else ""
            kind = "s" if part == "adj" and place else letter
            data += (
                f"{offset} 03 {kind} {len(words):02x} {written} {len(pointers):03d}{pointed}{frames} | @ a gloss  \n"
            )
            for word in words:
                senses.setdefault(word.lower(), []).insert(0, offset)
        for word, offsets in sorted(senses.items()):
            index += f"{word} {letter} {len(offsets)} 2 @ ~ {len(offsets)} 1 {' '.join(offsets)}  \n"
        (folder / f"data.{part}").write_text(data)
        (folder / f"index.{part}").write_text(index)
        (folder / f"{part}.exc").write_text(irregular.get(part, ""))


class TestBuilder:
    def test_a_small_wordnet_comes_back(self, tmp_path: Path) -> None:
        many = [f"synonym{number}" for number in range(12)]  # a word count above nine is written in hexadecimal
        synsets: dict[str, list[Synset]] = {
            "noun": [
                (["being"], [("~", 1)]),
                (["Fowl", *many], [("@", 0), ("~", 2), ("%p", 4)]),
                (["goose", "grey_goose"], [("@", 1)]),
                (["Martin"], [("@i", 2)]),
                (["feather", "goose"], [("#p", 1)]),
            ],
            "verb": [(["preen"], []), (["smooth", "preen"], [("@", 0)])],
            "adj": [(["white"], [("!", 1)]), (["whitish"], [("&", 0)])],
            "adv": [(["whitely"], [])],
        }
        write_wordnet(tmp_path, synsets, {"noun": "geese goose\n", "adj": "whiter whitish white\n"})
        table = tmp_path / "out" / "wordnet.safetensors"
        script = builder()
        script.write(tmp_path, table)
        wn = WordNet(load_file(table))

        assert wn.synsets("goose") == {"noun": (4, 2)}
        assert wn.synsets("grey geese") == {"noun": (2,)}
        assert wn.synsets("preening") == {"verb": (6, 5)}
        assert wn.synsets("whiter") == {"adjective": (8, 7)}
        assert wn.synsets("whitely") == {"adverb": (9,)}
        assert wn.synsets("synonym11") == {"noun": (1,)}
        assert wn.synsets("swan") == {}
        assert wn.distance("Martin", "fowl") == 2
        assert wn.distance("goose", "being") is None  # the first goose is a feather, and a part is no kind
        assert wn.distance("goose", "being", senses=2) == 2
        assert wn.distance("preen", "smooth") == 0
        assert listed(wn, ["martin", "white"], ["white", "being"], 1, 5) == [(0, 1, 3), (1, 0, 0)]
        assert (table.parent / "WORDNET-LICENSE").read_text() == "Our own licence,\n\nin three lines.\n"

        again = tmp_path / "again" / "wordnet.safetensors"
        script.write(tmp_path, again)
        assert again.read_bytes() == table.read_bytes()

    @pytest.mark.parametrize("seed", range(8))
    def test_distances_in_any_hierarchy_are_least_paths(self, tmp_path: Path, seed: int) -> None:
        draw = random.Random(seed)
        size = 14
        above = [draw.sample(range(size), draw.choice([0, 1, 1, 1, 2, 3])) for _ in range(size)]  # cycles too
        nouns = [([f"w{place}"], [("@", other) for other in above[place]]) for place in range(size)]
        write_wordnet(tmp_path, {"noun": nouns}, {})
        wn = WordNet(builder().build(tmp_path))

        up = np.full((size, size), np.inf)  # least steps up, by Floyd and Warshall
        np.fill_diagonal(up, 0)
        for place, others in enumerate(above):
            for other in others:
                up[place, other] = min(up[place, other], 1)
        for middle in range(size):
            up = np.minimum(up, up[:, middle, None] + up[None, middle])
        expected = (up[:, None, :] + up[None, :, :]).min(axis=2)

        words = [f"w{place}" for place in range(size)]
        for most in (0, 1, 2, 4, 40):
            wanted = [(r, c, int(expected[r, c])) for r, c in np.argwhere(expected <= most).tolist()]
            assert listed(wn, words, words, 1, most) == wanted
            assert one_by_one(wn, words, words, 1, most) == wanted

    def test_the_shipped_table_is_what_the_builder_makes(self) -> None:
        folder = Path("/usr/share/wordnet")
        if not (folder / "data.noun").exists():
            pytest.skip("needs WordNet 3.0's files (Debian: wordnet-base)")
        built, shipped = builder().build(folder), load_file(module.TABLE)
        assert built.keys() == shipped.keys()
        assert all(np.array_equal(built[name], shipped[name]) for name in built)
