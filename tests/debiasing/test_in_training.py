"""Methods in the loop: weak learners and teachers, alphas that outlive an interruption, encoders."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
import torch
from safetensors.torch import load_file
from tests.predictors.tiny_models import tiny_model
from tests.training.conftest import made_pairs

from rightreasons.cross_fitting.folds import premise_groups
from rightreasons.debiasing.confidence_regularisation import teacher_log_probabilities
from rightreasons.debiasing.method import LabelledData
from rightreasons.debiasing.self_debiasing import samples, weak_log_probabilities
from rightreasons.debiasing.shared.method_names import parse_method
from rightreasons.errors import ModelError, OptionError
from rightreasons.labels import THREE_WAY
from rightreasons.pairs import LABEL_TYPE, PairTable
from rightreasons.predictors.predictor import predictor_named
from rightreasons.training.evaluation import predicted
from rightreasons.training.hardware import randomness
from rightreasons.training.recipe_files import read_recipe
from rightreasons.training.seeds import SeedWork, TrainableModel, train_seed
from rightreasons.training.state import TrainingMethod

TRAIN = made_pairs(240)
SMALL = ("settings.hidden=8", "settings.mlp_hidden=8", "words.size=8", "epochs=2", "checkpoint_seconds=0")


def _with_hard_pairs(pairs: PairTable) -> PairTable:
    """Every seventh pair has the next label: patterns of the others mislead there."""
    labels = pairs.gold.to_list()
    turned = [
        THREE_WAY[(THREE_WAY.index(label) + 1) % 3].value if not place % 7 else label
        for place, label in enumerate(labels)
    ]
    return replace(pairs, frame=pairs.frame.with_columns(label=pl.Series(turned, dtype=LABEL_TYPE)))


DEV = _with_hard_pairs(made_pairs(60, 240))


def work_in(
    folder: Path, method: str | None = None, recipe: str = "infersent-conneau2017", *changes: str
) -> Any:
    read = read_recipe(recipe, small=True, changes=changes or SMALL)
    made = parse_method(method).prepare(LabelledData(TRAIN, DEV, THREE_WAY)) if method else None
    return SeedWork(
        recipe,
        read,
        3,
        THREE_WAY,
        made.train if made else TRAIN,
        DEV,
        {},
        (),
        folder / "model",
        folder / "state.safetensors",
        folder / "metrics.jsonl",
        "work",
        method=made.make if made else None,
    )


class LookedAtError(Exception):
    """Ends a training whose trainee has been looked at."""


def trainee_of(work: SeedWork) -> TrainableModel:
    found: list[TrainableModel] = []

    def catch(trainee: TrainableModel, work: SeedWork) -> TrainingMethod:
        found.append(trainee)
        raise LookedAtError

    with pytest.raises(LookedAtError):
        train_seed(replace(work, method=catch))
    return found[0]


def test_samples_share_no_premise_and_are_no_larger_than_they_must() -> None:
    first, second, own = samples(TRAIN, 60, 1)
    groups = premise_groups(TRAIN.premises)
    assert not set(groups[first]) & set(groups[second])
    most = np.bincount(groups).max()
    assert all(60 <= len(rows) < 60 + most for rows in (first, second))
    assert own.tolist() == np.isin(groups, groups[first]).tolist()
    with pytest.raises(OptionError, match="RR003"):
        samples(TRAIN, 121, 1)


def test_no_weak_learner_is_asked_about_a_premise_of_its_sample(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Learners that know their own sample by heart: what is said comes from the other one."""
    import rightreasons.debiasing.self_debiasing as room

    groups = premise_groups(TRAIN.premises)

    def by_heart(trainee: Any, work: Any, data: Any, rows: Any, epochs: int) -> Any:
        known = np.isin(groups, groups[rows])
        return np.where(known[:, None], [[9.0, 0, 0]], [[0.0, 0, 0]]).astype(np.float32)

    monkeypatch.setattr(room, "_weak_logits", by_heart)
    work = work_in(tmp_path)
    found = weak_log_probabilities(trainee_of(work), work, 60, 1)
    torch.testing.assert_close(found.exp(), torch.full((240, 3), 1 / 3))


def test_a_weak_learner_learns_something_and_leaves_the_model_alone(tmp_path: Path) -> None:
    work = work_in(tmp_path, None, "ngrams-joulin2017", "optimiser.learning_rate=0.05", "settings.buckets=50")
    trainee = trainee_of(work)
    before = {name: value.clone() for name, value in trainee.model.state_dict().items()}
    found = weak_log_probabilities(trainee, work, 60, 8)
    gold = TRAIN.gold.to_physical().to_numpy()
    assert (found.argmax(dim=1).numpy() == gold).mean() > 0.6
    assert all(torch.equal(before[name], value) for name, value in trainee.model.state_dict().items())


def test_a_teacher_is_the_model_that_plain_training_makes(tmp_path: Path) -> None:
    undropped = (None, "infersent-conneau2017", *SMALL, "settings.dropout=0")  # each draws its own
    work = work_in(tmp_path / "taught", *undropped)
    with randomness(work.seed, deterministic=False):
        trainee = trainee_of(work)
        found = teacher_log_probabilities(trainee, work)
        kept = teacher_log_probabilities(trainee, work)  # it is taken up again, not trained anew
    torch.testing.assert_close(found, kept)
    assert (tmp_path / "taught" / "state-teacher.safetensors").is_file()
    train_seed(work_in(tmp_path / "plain", *undropped))
    plain = predictor_named(str(tmp_path / "plain" / "model")).predict(TRAIN)
    torch.testing.assert_close(
        found.exp(), torch.from_numpy(plain.probabilities.to_numpy()), check_dtype=False
    )
    own = predicted(
        trainee.model, trainee.data(TRAIN, gold=False), TRAIN.frame["id"], THREE_WAY, trainee.hardware
    )
    assert not np.allclose(own.probabilities.to_numpy(), found.exp().numpy())  # the model itself is untrained


@pytest.mark.parametrize(
    "method",
    [
        "adversary:min-count=5,hidden=8,dynamic=yes,easy-hard=0.6",
        "learned-mixin",
        "confidence-regularisation",
        "group-dro:groups=overlap",
        "just-train-twice:epochs=1",
        "learning-from-failure",
        "self:early=0.5,points=30",
    ],
)
def test_training_that_is_interrupted_ends_with_the_same_weights(tmp_path: Path, method: str) -> None:
    whole, stopped = work_in(tmp_path / "whole", method), work_in(tmp_path / "stopped", method)
    train_seed(whole)

    def stopping(trainee: TrainableModel, work: SeedWork) -> TrainingMethod:
        made: TrainingMethod = stopped.method(trainee, work)

        def objective(model: Any, batch: Any, state: Any) -> torch.Tensor:
            if state.epoch == 2 and state.done == 1:
                raise KeyboardInterrupt
            found: torch.Tensor = made.objective(model, batch, state)
            return found

        return replace(made, objective=objective)

    with pytest.raises(KeyboardInterrupt):
        train_seed(replace(stopped, method=stopping))
    train_seed(stopped)
    first, second = (load_file(work.folder / "model.safetensors") for work in (whole, stopped))
    assert all(torch.equal(first[name], second[name]) for name in first)


def test_rows_are_found_by_id_when_the_trainer_orders_them_otherwise(tmp_path: Path) -> None:
    work = work_in(tmp_path, "product-of-experts")
    turned = replace(work.train, frame=work.train.frame.reverse())
    one, other = (
        next(work.method(None, replace(work, train=each)).module.buffers()) for each in (work.train, turned)
    )
    assert torch.equal(one, other.flip(0))


@pytest.mark.parametrize("method", ["adversary:alpha1=1,alpha2=1,hidden=8", "learned-mixin"])
@pytest.mark.parametrize("kind", ["bert", "roberta"])
def test_methods_that_look_inside_work_on_encoders(tmp_path: Path, kind: str, method: str) -> None:
    tiny_model(tmp_path / "pretrained", kind)
    recipe = {"bert": "bert-mccoy2019", "roberta": "roberta-liu2020"}[kind]
    settings = (f"settings.checkpoint={tmp_path / 'pretrained'}", "epochs=1", "batches.pairs=60")
    work = work_in(tmp_path, method, recipe, *settings)
    module = work.method(trainee_of(replace(work, method=None)), work).module
    assert sum(each.numel() for each in module.parameters()) > 0
    assert np.isfinite(train_seed(work).history[0]["loss"])


def test_a_model_without_a_vector_of_the_hypothesis_is_refused(tmp_path: Path) -> None:
    work = work_in(
        tmp_path,
        "adversary:alpha1=1,alpha2=1",
        "conditional-encoder-sanchez2018",
        "words.size=8",
        "settings.hidden=8",
    )
    with pytest.raises(ModelError, match="RR402"):
        train_seed(work)
