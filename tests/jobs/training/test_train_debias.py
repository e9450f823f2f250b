"""Training with a debiasing method: each runs, is taken up again, and is refused where it makes no sense."""

import pickle
from pathlib import Path
from typing import Any

import polars as pl
import pytest
import torch
from safetensors.torch import load_file
from tests.predictors.tiny_models import tiny_model

from rightreasons.debiasing import METHODS
from rightreasons.debiasing.method import LabelledData, Prepared
from rightreasons.debiasing.product_of_experts import ProductOfExperts
from rightreasons.errors import (
    FileMissingError,
    MeasureInputError,
    ModelError,
    OptionError,
    RunExistsError,
    UnknownNameError,
)
from rightreasons.figures import Figures
from rightreasons.jobs.train import train
from rightreasons.jobs.training.data import TrainingData
from rightreasons.jobs.training.method import choose_method
from rightreasons.labels import THREE_WAY
from rightreasons.pairs import PairTable
from rightreasons.sources.bundled import bundled_pairs
from rightreasons.training.recipe_files import read_recipe

torch.set_num_threads(1)
RECIPE = "ngrams-joulin2017"
QUICK: dict[str, Any] = {
    "small": True,
    "changes": ("epochs=1", "settings.buckets=50", "words.size=8", "optimiser.learning_rate=0.05"),
}
SMALLER = {
    "downsampling": "downsampling:min-count=5,lambda=0.8",
    "filtering": "filtering:min-count=5",
    "guidance": "guidance:min-count=5",
    "adversary": "adversary:min-count=5,hidden=8",
    "self-debiasing": "self-debiasing:sample=40,epochs=1",
    "group-dro": "group-dro:groups=patterns,lambda=0.5,min-count=5",
    "dfr": "dfr:groups=patterns,lambda=0.5,min-count=5,held-out=0.5,repeats=2,strength=1",
}
"""Methods whose defaults are too large for a few pairs."""


@pytest.fixture(scope="module")
def pairs() -> PairTable:
    return bundled_pairs(240, 1)


@pytest.fixture(scope="module")
def dev() -> PairTable:
    return bundled_pairs(60, 2)


def _weights(run: Path, seed: int = 1) -> dict[str, torch.Tensor]:
    return load_file(run / f"seed-{seed}" / "model.safetensors")


def _same(one: dict[str, torch.Tensor], other: dict[str, torch.Tensor]) -> bool:
    return all(
        name in other and other[name].shape == each.shape and torch.equal(each, other[name])
        for name, each in one.items()
    )


@pytest.fixture(scope="module")
def plain(pairs: PairTable, dev: PairTable, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("plain") / "run"
    train(RECIPE, pairs, dev, out=out, **QUICK)
    return out


@pytest.mark.parametrize("name", list(METHODS))
def test_every_method_trains_another_model_than_plain_training(
    plain: Path, pairs: PairTable, dev: PairTable, tmp_path: Path, name: str
) -> None:
    text = SMALLER.get(name, name)
    made = train(RECIPE, pairs, dev, out=tmp_path / "run", debias=text, **QUICK)
    assert made.manifest.to_json()["options"]["debias"]["name"] == name
    finding = made.finding("debiasing")
    assert finding.subject == text
    assert set(made.manifest.to_json()["debiasing"]) >= set(made.manifest.to_json()["options"]["debias"]) - {
        "name"
    }
    assert not _same(_weights(plain), _weights(tmp_path / "run"))


def test_data_methods_say_what_they_dropped(pairs: PairTable, dev: PairTable, tmp_path: Path) -> None:
    made = train(RECIPE, pairs, dev, out=tmp_path / "r", debias=SMALLER["downsampling"], **QUICK)
    facts = made.manifest.to_json()["debiasing"]
    assert facts["read"] == 240
    assert len(set(facts["labels"].values())) == 1  # balanced to the rarest label
    assert sum(facts["labels"].values()) == facts["kept"] < 240
    assert made.finding("debiasing").headline.endswith(f"on {facts['kept']} of 240 pairs.")
    assert made.manifest.to_json()["data"][0]["rows"] == 240


def test_method_and_settings_are_part_of_the_work(pairs: PairTable, dev: PairTable, tmp_path: Path) -> None:
    first = train(RECIPE, pairs, dev, out=tmp_path / "r", debias="focal", **QUICK)
    again = train(RECIPE, pairs, dev, out=tmp_path / "r", debias="focal:gamma=2", **QUICK)
    assert again.findings == first.findings
    assert again.manifest.to_json() == first.manifest.to_json()
    for other in ("focal:gamma=3", None):
        with pytest.raises(RunExistsError, match="other work"):
            train(RECIPE, pairs, dev, out=tmp_path / "r", debias=other, **QUICK)


def test_a_method_is_prepared_once_for_all_seeds_and_a_seed_is_the_same_model_alone(
    pairs: PairTable, dev: PairTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared: list[LabelledData] = []
    prepare = ProductOfExperts.prepare

    def counted(method: ProductOfExperts, data: LabelledData) -> Prepared:
        prepared.append(data)
        return prepare(method, data)

    monkeypatch.setattr(ProductOfExperts, "prepare", counted)
    method: dict[str, Any] = {"debias": "product-of-experts:bias=overlap", "workers": 1, **QUICK}
    train(RECIPE, pairs, dev, out=tmp_path / "two", seeds=2, **method)
    assert len(prepared) == 1
    train(RECIPE, pairs, dev, out=tmp_path / "one", seed=2, **method)
    assert _same(_weights(tmp_path / "two", 2), _weights(tmp_path / "one", 2))
    assert not _same(_weights(tmp_path / "two", 1), _weights(tmp_path / "two", 2))


@pytest.mark.parametrize("name", list(METHODS))
def test_what_is_prepared_reaches_a_process_of_its_own(pairs: PairTable, dev: PairTable, name: str) -> None:
    chosen = choose_method(SMALLER.get(name, name), read_recipe(RECIPE))
    made = chosen.prepared(TrainingData(pairs, dev, {}, THREE_WAY))
    again = pickle.loads(pickle.dumps(made))  # noqa: S301 - our own bytes
    assert again.facts == made.facts
    assert again.train.frame.equals(made.train.frame)
    assert type(again.make) is type(made.make)


def test_an_interrupted_run_is_taken_up_again(pairs: PairTable, dev: PairTable, tmp_path: Path) -> None:
    def stop(what: str, done: int, total: int) -> None:
        if what.startswith("seed 2"):
            raise KeyboardInterrupt

    once: dict[str, Any] = {"seeds": 2, "workers": 1, "debias": "confidence-regularisation", **QUICK}
    with pytest.raises(KeyboardInterrupt):
        train(RECIPE, pairs, dev, out=tmp_path / "run", progress=stop, **once)
    begun = tmp_path / ".run.partial" / "seed-1" / "model.json"
    written = begun.stat().st_mtime_ns
    made = train(RECIPE, pairs, dev, out=tmp_path / "run", **once)
    assert (tmp_path / "run" / "seed-1" / "model.json").stat().st_mtime_ns == written
    whole = train(RECIPE, pairs, dev, out=tmp_path / "whole", **once)
    assert made.items.equals(whole.items)
    assert all(_same(_weights(tmp_path / "run", seed), _weights(tmp_path / "whole", seed)) for seed in (1, 2))


@pytest.mark.parametrize(
    "debias", ["adversary:min-count=5,hidden=8", "learned-mixin:bias=patterns,min-count=5"]
)
def test_encoders_of_hugging_face_are_debiased(
    pairs: PairTable, dev: PairTable, tmp_path: Path, debias: str
) -> None:
    tiny_model(tmp_path / "pretrained")
    settings = (f"settings.checkpoint={tmp_path / 'pretrained'}", "settings.max_length=64")
    changes = (*settings, "epochs=1", "batches.pairs=60")
    made = train("bert-mccoy2019", pairs, dev, out=tmp_path / "run", changes=changes, debias=debias)
    assert made.finding("debiasing").figures == Figures()
    assert made.items["seed-1_predicted"].null_count() == 0


@pytest.mark.parametrize("debias", ["product-of-experts", "downsampling:min-count=5,lambda=0.8"])
def test_hans_among_three_labels_is_debiased(
    pairs: PairTable, dev: PairTable, tmp_path: Path, debias: str
) -> None:
    made = train(RECIPE, pairs, dev, out=tmp_path / "r", augment="hans:60", debias=debias, **QUICK)
    assert made.manifest.to_json()["data"][0]["rows"] == 300
    plain = train(RECIPE, pairs, dev, out=tmp_path / "p", debias=debias, **QUICK)
    trained = [run.finding("debiasing").headline.partition("on ")[2] for run in (plain, made)]
    kept = int(trained[0].split()[0])
    assert trained == [f"{kept} of 240 pairs.", f"{kept + 60} of 300 pairs."]


def test_two_labels_are_debiased(pairs: PairTable, dev: PairTable, tmp_path: Path) -> None:
    made = train(RECIPE, pairs, dev, out=tmp_path / "r", labels="two", debias="reweighting", **QUICK)
    assert set(made.items["seed-1_predicted"]) <= {"entailment", "non-entailment"}


@pytest.mark.parametrize(
    ("debias", "error", "message"),
    [
        ("reweihgting", UnknownNameError, "did you mean 'reweighting'"),
        ("reweighting:strength=2", OptionError, "strength"),
        ("downsampling:lambda=2", OptionError, "lambda=2"),
        ("product-of-experts:bias=nowhere.csv,unseen=yes", FileMissingError, "nowhere.csv"),
        ("self-debiasing", OptionError, "sample=2,000"),
    ],
)
def test_what_is_wrong_is_answered(
    pairs: PairTable, dev: PairTable, tmp_path: Path, debias: str, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        train(RECIPE, pairs, dev, out=tmp_path / "r", debias=debias, **QUICK)
    assert not (tmp_path / "r").exists()


def test_a_model_without_a_vector_of_the_hypothesis_is_refused_before_data_are_read(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="reads no hypothesis by itself"):
        train(
            "conditional-encoder-sanchez2018",
            "nowhere.csv",
            "nowhere.csv",
            out=tmp_path / "r",
            debias="adversary",
        )
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("debias", ["guidance", "adversary", "filtering", "downsampling"])
def test_a_method_that_finds_no_pattern_is_refused(
    pairs: PairTable, dev: PairTable, tmp_path: Path, debias: str
) -> None:
    with pytest.raises(MeasureInputError, match="give a lower lambda or min-count"):
        train(RECIPE, pairs, dev, out=tmp_path / "r", debias=f"{debias}:min-count=200", **QUICK)
    assert not list(tmp_path.iterdir())


def test_a_file_of_predictions_is_known_by_its_content(
    pairs: PairTable, dev: PairTable, tmp_path: Path
) -> None:
    file = tmp_path / "said.csv"
    predictions = pairs.frame.select(
        "id",
        entailment=pl.int_range(pl.len()) % 2 / 2,
        neutral=0.25,
        contradiction=0.75 - pl.int_range(pl.len()) % 2 / 2,
    )
    predictions.with_columns(label=pl.lit("entailment")).write_csv(file)
    debias = f"reweighting:bias={file},unseen=yes"
    made = train(RECIPE, pairs, dev, out=tmp_path / "r", debias=debias, **QUICK)
    assert len(made.manifest.to_json()["options"]["debias"]["bias"][0]["sha256"]) == 64
    other = {"neutral": "contradiction", "contradiction": "neutral"}
    predictions.rename(other).with_columns(label=pl.lit("entailment")).write_csv(file)
    with pytest.raises(RunExistsError):
        train(RECIPE, pairs, dev, out=tmp_path / "r", debias=debias, **QUICK)


@pytest.mark.parametrize("option", ["reweighting:bias", "group-dro:groups"])
def test_a_method_that_goes_by_a_file_of_rules_is_another_one_with_other_rules(
    tmp_path: Path, option: str
) -> None:
    file = tmp_path / "rules.yaml"
    described = []
    for word in ("no", "not", "no"):
        file.write_text(f"rules: [{{label: contradiction, when: ['hypothesis-word: {word}']}}]")
        described.append(choose_method(f"{option}=rules:{file}", read_recipe(RECIPE)).described())
    assert described[0] != described[1]
    assert described[0] == described[2]
