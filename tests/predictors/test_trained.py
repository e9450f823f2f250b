"""Models that were trained here are predictors: by their folder, or by a run with one seed."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl
import pytest
import torch

from rightreasons.errors import FileMissingError, ModelError, OptionError
from rightreasons.labels import THREE_WAY, TWO_WAY, Label
from rightreasons.models.building import build_model
from rightreasons.models.checkpoint import TrainedModel, save_model
from rightreasons.models.data import read_data
from rightreasons.models.encoding import TextSettings, tokens_of
from rightreasons.models.vocabulary import vocabulary_of
from rightreasons.pairs import PairTable
from rightreasons.predictors.options import ModelOptions
from rightreasons.predictors.predictor import Identified, Streaming, predictor_named
from rightreasons.predictors.store.asking import predict_batches
from rightreasons.sources.bundled import bundled_pairs

torch.set_num_threads(1)
Made = Callable[..., TrainedModel]


@pytest.fixture(scope="module")
def pairs() -> PairTable:
    return bundled_pairs(60, 1)


@pytest.fixture
def saved(pairs: PairTable) -> Made:
    """Return what saves a model of random weights."""

    def made(folder: Path, labels: tuple[Label, ...] = THREE_WAY, seed: int = 1) -> TrainedModel:
        text = TextSettings()
        words = vocabulary_of(tokens_of(pairs, text), lower=True)
        settings = {"hidden": 6, "mlp_hidden": 5}
        with torch.random.fork_rng():
            torch.manual_seed(seed)
            model = build_model("infersent", settings, torch.randn(len(words), 8), len(labels))
        trained = TrainedModel(model, "infersent", settings, labels, words, text)
        folder.parent.mkdir(parents=True, exist_ok=True)
        save_model(folder, trained)
        return trained

    return made


def test_a_folder_is_found_by_its_path_and_says_what_the_model_says(
    saved: Made, pairs: PairTable, tmp_path: Path
) -> None:
    trained = saved(tmp_path / "seed-1")
    found = predictor_named(str(tmp_path / "seed-1"))
    predicted = found.predict(pairs)
    data = read_data(pairs, trained.words, trained.text)
    trained.model.eval()
    with torch.inference_mode():  # one pair at a time, in the order of the file
        logits = torch.cat([trained.model(data.batch(np.array([row]))) for row in range(len(pairs))])
    expected = logits.softmax(dim=1)
    assert predicted.probabilities.to_numpy() == pytest.approx(expected.numpy(), abs=1e-5)
    assert predicted.frame["id"].to_list() == pairs.frame["id"].to_list()
    assert predicted.frame["label"].to_list() == [THREE_WAY[place] for place in logits.argmax(dim=1).tolist()]


def test_a_run_with_one_seed_is_its_model(saved: Made, pairs: PairTable, tmp_path: Path) -> None:
    saved(tmp_path / "run" / "seed-3")
    found = predictor_named(str(tmp_path / "run"))
    assert found.name == "trained:run/seed-3"
    assert len(found.predict(pairs)) == len(pairs)


def test_a_run_with_several_seeds_is_answered_with_their_names(saved: Made, tmp_path: Path) -> None:
    for seed in (1, 2):
        saved(tmp_path / "run" / f"seed-{seed}", seed=seed)
    with pytest.raises(OptionError, match="'seed-1', 'seed-2'"):
        predictor_named(str(tmp_path / "run"))


def test_two_labels_are_two_labels(saved: Made, pairs: PairTable, tmp_path: Path) -> None:
    saved(tmp_path / "m", TWO_WAY)
    found = predictor_named(f"trained:{tmp_path / 'm'}")
    assert found.labels == TWO_WAY
    assert found.predict(pairs).labels == TWO_WAY


def test_batches_answer_every_pair_once(saved: Made, pairs: PairTable, tmp_path: Path) -> None:
    saved(tmp_path / "m")
    found = predictor_named(str(tmp_path / "m"), ModelOptions(batch_tokens=64))
    assert isinstance(found, Streaming)
    heard: list[str] = []
    asked = predict_batches(found, pairs, heard.extend)
    assert asked == ({}, None)
    assert sorted(heard) == sorted(pairs.frame["id"])
    whole = predictor_named(str(tmp_path / "m")).predict(pairs).frame
    assert found.predict(pairs).frame["label"].equals(whole["label"])


def test_other_weights_are_another_model(saved: Made, tmp_path: Path) -> None:
    for name, seed in (("a", 1), ("b", 2)):
        saved(tmp_path / name / "seed-1", seed=seed)
    found = [predictor_named(str(tmp_path / name)) for name in ("a", "a", "b")]
    prints = [each.identity.fingerprint() for each in found if isinstance(each, Identified)]
    assert prints[0] == prints[1] != prints[2]
    assert all(isinstance(each, Identified) and each.identity.is_repeatable for each in found)


def test_longer_sentences_are_cut_where_it_is_asked(saved: Made, pairs: PairTable, tmp_path: Path) -> None:
    saved(tmp_path / "m")
    cut = predictor_named(str(tmp_path / "m"), ModelOptions(max_length=2)).predict(pairs)
    short = pairs.frame.with_columns(pl.col("premise", "hypothesis").str.extract(r"^(\w+\W+\w+)"))
    same = predictor_named(str(tmp_path / "m")).predict(PairTable(short, pairs.provenance, pairs.account))
    assert cut.probabilities.to_numpy() == pytest.approx(same.probabilities.to_numpy(), abs=1e-6)


def test_what_is_no_model_is_answered(saved: Made, tmp_path: Path) -> None:
    with pytest.raises(FileMissingError, match="RR201"):
        predictor_named(f"trained:{tmp_path / 'nowhere'}")
    (tmp_path / "empty").mkdir()
    with pytest.raises(ModelError, match="RR402"):
        predictor_named(f"trained:{tmp_path / 'empty'}")
    saved(tmp_path / "m")
    (tmp_path / "m" / "vocabulary.txt").write_text('"other"\n', encoding="utf-8")
    with pytest.raises(ModelError, match="not the file that was saved"):
        predictor_named(str(tmp_path / "m"))
