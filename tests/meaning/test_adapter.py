"""An encoder of sentence-transformers, plugged in: a small model with random weights and the shipped vocabulary."""

import random

import numpy as np
import pytest

from sumtrace.errors import InputError
from sumtrace.meaning import plug_in, unknown_share
from sumtrace.meaning.adapter import SentenceTransformersEncoder
from sumtrace.meaning.shipped import FOLDER, VOCABULARY

ORDINARY = [
    [*random.Random(number).sample("a the dog cat barked slept ran taxes plan nobody opposed raises".split(), 6), "."]
    for number in range(150)
]
DOG = ["The", "unaffable", "dog", "did", "n't", "bark", "."]


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    sentence_transformers = pytest.importorskip(
        "sentence_transformers", reason="sentence-transformers is not installed"
    )
    import torch
    from transformers import BertConfig, BertModel, BertTokenizerFast

    folder = tmp_path_factory.mktemp("model")
    torch.manual_seed(0)
    config = BertConfig(
        hidden_size=32,
        num_hidden_layers=3,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=64,
        initializer_range=0.5,  # so that the layers differ
    )
    BertModel(config).save_pretrained(folder)
    BertTokenizerFast(vocab=str(FOLDER / VOCABULARY), model_max_length=64).save_pretrained(folder)
    return sentence_transformers.SentenceTransformer(str(folder), device="cpu")


@pytest.fixture(scope="module")
def encoder(model):
    return SentenceTransformersEncoder(model, ORDINARY)


def test_each_word_has_the_mean_of_its_tokens(model, encoder):
    import torch

    (vectors,) = encoder.encode([DOG])
    tokens = model.tokenizer(DOG, is_split_into_words=True, return_tensors="pt")
    with torch.inference_mode():
        states = model[0].auto_model(**tokens).last_hidden_state[0].numpy()
    owners = tokens.word_ids(0)
    assert owners.count(1) == 3  # una ##ffa ##ble
    for word, row in enumerate(vectors.context):
        mean = states[[owner == word for owner in owners]].mean(axis=0)
        np.testing.assert_allclose(row, mean / np.linalg.norm(mean), atol=1e-5)


def test_words_come_from_the_layer_asked_for(model, encoder):
    other = SentenceTransformersEncoder(model, ORDINARY, layer=1)
    assert not np.allclose(other.encode([DOG])[0].words, encoder.encode([DOG])[0].words, atol=0.01)
    assert other.signature != encoder.signature
    with pytest.raises(InputError, match="no layer 4: the model has 3"):
        SentenceTransformersEncoder(model, ORDINARY, layer=4)


def test_the_signature_stays_with_model_and_text(model, encoder):
    assert SentenceTransformersEncoder(model, ORDINARY).signature == encoder.signature
    assert SentenceTransformersEncoder(model, ORDINARY[::-1][:145]).signature != encoder.signature


def test_unknown_words_have_zeros(encoder):
    (vectors,) = encoder.encode([["dog", "😀", "barks"]])
    assert [rows.any(axis=1).tolist() for rows in vectors] == [[True, False, True]] * 2


def test_a_long_sentence_is_not_cut(encoder):
    for words in (["unaffable", "dog"] * 200, ["dog", "😀"] * 200, ["東京都"] * 100 + ["dog"]):
        (vectors,) = encoder.encode([words])
        assert len(vectors.words) == len(words)
        assert vectors.words[-1 if words[-1] == "dog" else -2].any()
    assert unknown_share(encoder.encode([["unaffable", "dog"] * 200])[0]) == 0


def test_too_little_ordinary_text_is_refused(model):
    with pytest.raises(InputError, match="1000 words of ordinary text, not 7"):
        SentenceTransformersEncoder(model, ORDINARY[:1])


def test_it_can_be_plugged_in(encoder, monkeypatch, tmp_path):
    from sumtrace.meaning import caching
    from sumtrace.meaning.cache import DiskCache

    monkeypatch.setattr(caching, "vector_cache", lambda: DiskCache(tmp_path / "vectors.sqlite"))
    (vectors,) = plug_in(encoder).encode([DOG])
    assert ((vectors.context * encoder.encode([DOG])[0].context).sum(axis=1) > 0.999).all()
