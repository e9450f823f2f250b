"""The last layer of trained encoders fitted again: a run like the training's, from features that are kept."""

from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file
from tests.predictors.tiny_models import tiny_model

import rightreasons.debiasing.last_layer.layer as room
from rightreasons.errors import MeasureInputError, ModelError, OptionError
from rightreasons.jobs.compare import compare
from rightreasons.jobs.train import train
from rightreasons.jobs.training.last_layer import retrain_last_layer
from rightreasons.pairs import PairTable
from rightreasons.predictors.predictor import predictor_named
from rightreasons.sources.bundled import bundled_pairs

torch.set_num_threads(1)
PATTERNS = "dfr:groups=patterns,lambda=0.5,min-count=5,strength=1,repeats=2"


@pytest.fixture(scope="module")
def pairs() -> PairTable:
    return bundled_pairs(240, 1)


@pytest.fixture(scope="module")
def trained(pairs: PairTable, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("trained")
    tiny_model(folder / "pretrained")
    changes = (
        f"settings.checkpoint={folder / 'pretrained'}",
        "settings.max_length=64",
        "epochs=1",
        "batches.pairs=60",
    )
    train(
        "bert-mccoy2019",
        pairs,
        bundled_pairs(200, 2),
        out=folder / "run",
        changes=changes,
        seeds=2,
        workers=1,
    )
    return folder / "run"


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def test_every_seed_gets_another_last_layer_and_predicts_the_sets_of_the_training(
    trained: Path, pairs: PairTable, tmp_path: Path
) -> None:
    extra = bundled_pairs(50, 3).named("extra")
    made = retrain_last_layer(trained, PATTERNS, out=tmp_path / "run", train=pairs, test=extra)
    assert [finding.on for finding in made.findings if finding.measure == "accuracy"] == ["dev", "extra"]
    assert made.finding("debiasing").headline.startswith("Last layer refitted with dfr to 200 pairs of dev")
    for seed in (1, 2):
        first, second = (
            load_file(each / f"seed-{seed}" / "model.safetensors") for each in (trained, tmp_path / "run")
        )
        assert {name for name in first if not torch.equal(first[name], second[name])} == {
            "classifier.weight",
            "classifier.bias",
        }
    predicted = predictor_named(str(tmp_path / "run" / "seed-2")).predict(extra).frame["label"].cast(str)
    own = made.items.filter(made.items["set"] == "extra")["seed-2_predicted"]
    assert predicted.to_list() == own.to_list()


def test_it_is_compared_with_the_training_it_comes_from(trained: Path, tmp_path: Path) -> None:
    retrain_last_layer(trained, "self:points=40,rate=0.5", out=tmp_path / "run")
    compared = compare(trained, tmp_path / "run")
    assert compared.findings
    assert str(compared.manifest.runs[1].model).endswith("with self")


@pytest.mark.parametrize("method", ["self", "dfr:groups=overlap"])
def test_training_data_that_nothing_reads_are_refused(
    trained: Path, pairs: PairTable, tmp_path: Path, method: str
) -> None:
    with pytest.raises(OptionError, match=r"(?s)train= for a last layer.*RR003.*leave train= out"):
        retrain_last_layer(trained, method, train=pairs, out=tmp_path / "out")


def test_features_are_computed_once(trained: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = retrain_last_layer(trained, "self:points=40", out=tmp_path / "first")

    def computed(*_: Any) -> None:
        raise AssertionError("features were computed again")

    monkeypatch.setattr(room, "features_of", computed)
    retrain_last_layer(trained, "self:select=misclassification,points=20", out=tmp_path / "second")
    again = retrain_last_layer(trained, "self:points=40", out=tmp_path / "third")
    assert again.items.equals(first.items)


def test_damaged_features_are_computed_again(trained: Path, tmp_path: Path) -> None:
    first = retrain_last_layer(trained, "self:points=40", out=tmp_path / "first")
    kept = sorted((tmp_path / "cache").rglob("*.npy"))
    assert len(kept) == 2  # dev, for two seeds
    for place in kept:
        place.write_bytes(place.read_bytes()[:100])
    assert retrain_last_layer(trained, "self:points=40", out=tmp_path / "second").items.equals(first.items)


@pytest.mark.parametrize(
    ("method", "error", "says"),
    [
        ("reweighting", OptionError, "'reweighting' for retrain_last_layer="),
        ("self:select=early-stop", OptionError, "select=early-stop of a model that is already trained"),
        ("dfr:groups=patterns", OptionError, "groups=patterns without training data"),
        ("dfr:groups=genre", OptionError, "one of patterns, words, overlap, overlap_heuristics, negation"),
        ("dfr:groups=negation", MeasureInputError, "rows in the group"),
    ],
)
def test_what_cannot_be_fitted_is_refused_before_any_feature_is_computed(
    trained: Path,
    tmp_path: Path,
    method: str,
    error: type[Exception],
    says: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(room, "features_of", None)
    with pytest.raises(error, match=says):
        retrain_last_layer(trained, method, out=tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_models_of_words_are_refused(pairs: PairTable, tmp_path: Path) -> None:
    changes = ("epochs=1", "settings.buckets=50", "words.size=8")
    train(
        "ngrams-joulin2017", pairs, bundled_pairs(60, 2), out=tmp_path / "words", small=True, changes=changes
    )
    with pytest.raises(ModelError, match="a training of an encoder"):
        retrain_last_layer(tmp_path / "words", "self", out=tmp_path / "run")
