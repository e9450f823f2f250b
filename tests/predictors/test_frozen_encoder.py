"""Features of a frozen encoder: the mean of its last layer, each text by itself, made once and kept."""

from pathlib import Path

import numpy as np
import pytest
import torch
from tests.predictors.tiny_models import tiny_model
from transformers import AutoModel, AutoTokenizer

from rightreasons.errors import ModelError
from rightreasons.predictors.networks.checkpoints import Checkpoint
from rightreasons.predictors.networks.frozen_encoder import features_of

TEXTS = ["a man sleeps", "two women play outdoors .", "a man sleeps", "", "the dog runs " * 40]


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> Checkpoint:
    folder = tiny_model(tmp_path_factory.mktemp("encoders") / "tiny")
    return Checkpoint("tiny", folder)


def test_each_vector_is_the_mean_over_the_tokens_of_its_text_alone(encoder: Checkpoint) -> None:
    tokenizer, model = (each.from_pretrained(encoder.folder) for each in (AutoTokenizer, AutoModel))
    found = features_of(encoder, TEXTS)
    for text, vector in zip(TEXTS, found, strict=True):
        read = tokenizer(text, truncation=True, max_length=62, return_tensors="pt")
        with torch.inference_mode():
            states = model.eval()(**read).last_hidden_state[0]
        assert vector == pytest.approx(states.mean(dim=0).numpy(), abs=1e-5)


def test_features_are_kept_by_texts_and_encoder(encoder: Checkpoint, tmp_path: Path) -> None:
    cache = tmp_path / "features"
    first = features_of(encoder, TEXTS, cache)
    (kept,) = cache.iterdir()
    np.save(kept, np.zeros((4, 16), dtype=np.float32))  # four different texts
    assert (features_of(encoder, TEXTS, cache) == 0).all()  # it is read, not made again
    features_of(encoder, TEXTS[:2], cache)
    other = Checkpoint("other", tiny_model(tmp_path / "other", seed=2))
    assert not np.array_equal(features_of(other, TEXTS, cache), first)
    assert len(list(cache.iterdir())) == 3


def test_weights_that_cannot_be_read_are_a_coded_error(tmp_path: Path) -> None:
    folder = tiny_model(tmp_path / "broken")
    (folder / "model.safetensors").write_bytes(b"nothing of the kind")
    with pytest.raises(ModelError):
        features_of(Checkpoint("broken", folder), TEXTS)
