"""The shipped encoder: same words, same bits; near in meaning, near in direction; nothing cut, nothing in silence."""

import os
import random
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import msgspec
import numpy as np
import pytest

from sumtrace.errors import ModelError
from sumtrace.meaning import encode_text, unknown_share
from sumtrace.meaning.network import MANIFEST, WINDOW
from sumtrace.meaning.shipped import CENTRING, FOLDER, MODEL, VOCABULARY, ShippedEncoder
from sumtrace.text import Text

SENTENCES = [
    tuple(line.split())
    for line in (
        "The opposition objected to higher taxes .",
        "Members opposed the plan because it raises taxes .",
        "It rained .",
        "She rained blows on him .",
        "The company , based in Zürich , did n't say how many of its 1,250 workers would go .",
        "Yes",
        "The treaty was signed by 40 countries in 1998 , after ten years of talks that nobody expected to succeed .",
    )
]


@pytest.fixture(scope="module")
def encoder():
    return ShippedEncoder()


def same_bits(first, second):
    return all(
        a.tobytes() == b.tobytes()
        for one, other in zip(first, second, strict=True)
        for a, b in zip(one, other, strict=True)
    )


class TestSameBits:
    def test_each_sentence_by_itself(self, encoder):
        assert same_bits(encoder.encode(SENTENCES), [encoder.encode([words])[0] for words in SENTENCES])

    def test_in_any_order_and_company(self, encoder):
        alone = dict(zip(SENTENCES, encoder.encode(SENTENCES), strict=True))
        company = [(*words[:-1], "so", words[-1]) for words in SENTENCES] * 3  # batches of equal lengths
        mixed = [*SENTENCES, *company, *SENTENCES]
        random.Random(0).shuffle(mixed)
        assert same_bits(
            [vectors for words, vectors in zip(mixed, encoder.encode(mixed), strict=True) if words in alone],
            [alone[words] for words in mixed if words in alone],
        )

    def test_in_several_threads(self, encoder):
        expected = encoder.encode(SENTENCES)
        with ThreadPoolExecutor(4) as pool:
            for found in pool.map(encoder.encode, [SENTENCES] * 8):
                assert same_bits(found, expected)


class TestVectors:
    def test_they_have_length_one(self, encoder):
        for vectors in encoder.encode(SENTENCES):
            for rows in vectors:
                assert rows.dtype == np.float32
                np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1, rtol=1e-5)

    def test_words_of_like_meaning_are_near(self, encoder):
        summary, document = encoder.encode(SENTENCES[:2])
        near = summary.words @ document.words.T
        objected, opposed = SENTENCES[0].index("objected"), SENTENCES[1].index("opposed")
        assert near[objected].argmax() == opposed
        assert near[objected, opposed] > 0.6
        assert near[SENTENCES[0].index("taxes")].argmax() == SENTENCES[1].index("taxes")

    def test_context_tells_one_use_from_another(self, encoder):
        weather, blows = encoder.encode(SENTENCES[2:4])
        other = encoder.encode([tuple("It snowed and rained all day .".split())])[0]
        assert other.words[3] @ weather.words[1] > other.words[3] @ blows.words[1]

    def test_words_are_centred(self, encoder):
        """Unrelated words have a cosine near zero on average; without centring it is above .3."""
        rows = np.concatenate([vectors.words for vectors in encoder.encode(SENTENCES)])
        cosines = (rows @ rows.T)[np.triu_indices(len(rows), 1)]
        assert abs(cosines.mean()) < 0.2

    def test_a_sentence_without_words_has_no_vectors(self, encoder):
        (vectors,) = encoder.encode([()])
        assert vectors.words.shape == vectors.context.shape == (0, 384)


class TestLongSentences:
    def test_every_word_of_a_sentence_of_2000_has_its_vectors(self, encoder):
        words = (" ".join(" ".join(words) for words in SENTENCES).split() * 50)[:2000]
        (vectors,) = encoder.encode([words])
        assert len(vectors.words) == 2000
        assert unknown_share(vectors) == 0
        middle, later = vectors.words[900:950], vectors.words[900 + len(words) // 40 :]
        assert (middle @ later.T).max(axis=1).min() > 0.9  # the same words come again in other windows

    def test_a_sentence_of_one_window_is_not_divided(self, encoder):
        """A word at the end sees one at the beginning while both fit into one window, and not from two windows off."""
        for count, sees in ((WINDOW - 4, True), (3 * WINDOW, False)):
            filler = ["and"] * count
            one, other = (encoder.encode([[first, *filler, "bank"]])[0] for first in ("river", "money"))
            assert np.array_equal(one.context[-1], other.context[-1]) != sees


class TestUnknownWords:
    def test_they_have_zeros(self, encoder):
        (vectors,) = encoder.encode([["Rain", "😀", "\u200b", "falls"]])
        assert [rows.any(axis=1).tolist() for rows in vectors] == [[True, False, False, True]] * 2
        assert unknown_share(vectors) == 0.5

    def test_a_word_half_known_has_the_vector_of_its_known_half(self, encoder):
        (vectors,) = encoder.encode([["rain😀-"]])
        assert unknown_share(vectors) == 0

    def test_a_text_of_unknown_words_alone(self, encoder):
        assert unknown_share(encode_text(encoder, Text.from_string("😀 🎉"))) == 1


class TestFiles:
    @pytest.fixture
    def folder(self, tmp_path):
        return shutil.copytree(FOLDER, tmp_path / "data")

    @pytest.mark.parametrize("name", [MODEL, VOCABULARY, CENTRING])
    def test_a_missing_file_is_named(self, folder, name):
        (folder / name).unlink()
        with pytest.raises(ModelError, match=rf"{name}: the encoder cannot be read .*install sumtrace again"):
            ShippedEncoder(folder).encode(SENTENCES)

    @pytest.mark.parametrize("name", [MODEL, VOCABULARY, CENTRING])
    def test_a_damaged_file_is_named(self, folder, name):
        contents = bytearray((folder / name).read_bytes())
        contents[len(contents) // 2] ^= 1
        (folder / name).write_bytes(contents)
        with pytest.raises(ModelError, match=rf"{name} is damaged or from another version"):
            ShippedEncoder(folder).encode(SENTENCES)

    def test_a_missing_or_damaged_manifest_is_named(self, folder):
        (folder / MANIFEST).write_text("{")
        with pytest.raises(ModelError, match=f"{MANIFEST}: the encoder cannot be read"):
            ShippedEncoder(folder)
        (folder / MANIFEST).unlink()
        with pytest.raises(ModelError, match=f"{MANIFEST}: the encoder cannot be read"):
            ShippedEncoder(folder)

    def test_another_format_is_named(self, folder):
        manifest = msgspec.json.decode((folder / MANIFEST).read_bytes())
        (folder / MANIFEST).write_bytes(msgspec.json.encode(manifest | {"format": "sumtrace-encoder-9"}))
        with pytest.raises(ModelError, match="format 'sumtrace-encoder-9'"):
            ShippedEncoder(folder)

    def test_the_signature_changes_with_any_file(self, folder):
        manifest = msgspec.json.decode((folder / MANIFEST).read_bytes())
        manifest["files"][CENTRING] = "0" * 64
        (folder / MANIFEST).write_bytes(msgspec.json.encode(manifest))
        assert ShippedEncoder(folder).signature != ShippedEncoder().signature


def test_encoding_tells_nobody_and_leaves_nothing_but_the_cache(tmp_path):
    program = "from sumtrace.meaning import load_encoder; print(len(load_encoder().encode([['rain']])))"
    kept = {
        name: value for name, value in os.environ.items() if name not in ("XDG_CACHE_HOME", "ORT_DISABLE_TELEMETRY")
    }
    environment = kept | {"HOME": str(tmp_path / "home"), "SUMTRACE_CACHE": str(tmp_path / "cache")}
    (tmp_path / "home").mkdir()
    made = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert made.stdout == "1\n"
    assert list((tmp_path / "home").iterdir()) == []
