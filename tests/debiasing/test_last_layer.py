"""Methods that fit the last layer: beside scikit-learn and by hand, in training, and on encoders."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import planted_bias
import pytest
import torch
from safetensors.torch import load_file
from sklearn.linear_model import LogisticRegression
from tests.debiasing.test_group_methods import gain_over_plain
from tests.debiasing.test_in_training import DEV, SMALL, TRAIN, trainee_of, work_in
from tests.predictors.tiny_models import tiny_model

from rightreasons.debiasing.dfr import Regularisation, balanced_layer, balanced_rows, halves, regression
from rightreasons.debiasing.last_layer.held_out import divided_data, held_out_pairs
from rightreasons.debiasing.last_layer.layer import (
    LinearLayer,
    features_of,
    last_layer,
    probabilities,
    set_last_layer,
)
from rightreasons.debiasing.method import LabelledData
from rightreasons.debiasing.selective_finetuning import (
    SelectiveFit,
    class_weights,
    disagreement,
    dropped_out,
    finetuned,
)
from rightreasons.debiasing.shared.method_names import parse_method
from rightreasons.errors import MeasureInputError, ModelError, OptionError
from rightreasons.labels import THREE_WAY
from rightreasons.models.data import all_logits
from rightreasons.training.seeds import train_seed

RNG = np.random.default_rng(5)
FEATURES = RNG.normal(size=(300, 12)) * RNG.uniform(0.1, 5, 12) + 2
GOLD = (FEATURES[:, :3] - 2 + RNG.gumbel(size=(300, 3))).argmax(axis=1)
LABELLED = LabelledData(TRAIN, DEV, THREE_WAY)


@pytest.mark.parametrize("penalty", ["l1", "l2"])
@pytest.mark.parametrize("strength", [0.02, 1.0])
def test_the_regression_is_that_of_scikit_learn(penalty: Any, strength: float) -> None:
    features = (FEATURES - FEATURES.mean(axis=0)) / FEATURES.std(axis=0)
    found = regression(features, GOLD, 3, Regularisation(strength, penalty))
    oracle = LogisticRegression(
        C=strength, l1_ratio=float(penalty == "l1"), solver="saga", tol=1e-9, max_iter=50_000
    ).fit(features, GOLD)
    np.testing.assert_allclose(
        probabilities(found.logits(features)), oracle.predict_proba(features), atol=2e-3
    )
    if penalty == "l1":
        assert ((np.abs(found.weight) < 1e-6) == (oracle.coef_ == 0)).mean() > 0.95


def test_a_balanced_draw_has_as_many_of_every_group_as_the_smallest() -> None:
    groups = np.repeat([0, 1, 3], [50, 7, 20])
    rows = balanced_rows(groups, np.random.default_rng(1))
    assert np.bincount(groups[rows]).tolist() == [7, 7, 0, 7]
    assert len(set(rows)) == 21
    first = halves(groups, np.random.default_rng(1))
    assert np.bincount(groups[first]).tolist() == [25, 4, 0, 10]


def test_with_groups_of_one_size_one_repeat_is_the_regression_on_standardised_features() -> None:
    groups = np.arange(300) % 2
    chosen = Regularisation(0.3, "l2")
    layer = balanced_layer(FEATURES, GOLD, groups, chosen, repeats=1, seed=0)
    scaled = (FEATURES - FEATURES.mean(axis=0)) / FEATURES.std(axis=0)
    expected = regression(scaled, GOLD, 3, chosen).logits(scaled)
    np.testing.assert_allclose(layer.logits(FEATURES), expected, atol=1e-3)


def test_layers_of_several_draws_are_averaged() -> None:
    groups, chosen = (np.arange(300) > 30).astype(np.int64), Regularisation(1.0, "l2")
    rng = np.random.default_rng(7)
    scaled = (FEATURES - FEATURES.mean(axis=0)) / FEATURES.std(axis=0)
    draws = [balanced_rows(groups, rng) for _ in range(3)]
    logits = [regression(scaled[rows], GOLD[rows], 3, chosen).logits(scaled) for rows in draws]
    found = balanced_layer(FEATURES, GOLD, groups, chosen, repeats=3, seed=7).logits(FEATURES)
    np.testing.assert_allclose(found, np.mean(logits, axis=0), atol=1e-8)


def test_a_constant_feature_changes_nothing() -> None:
    groups, chosen = np.arange(300) % 2, Regularisation(1.0, "l2")
    wide = np.column_stack([FEATURES, np.full(300, 4.0)])
    one, other = (balanced_layer(each, GOLD, groups, chosen, 1, 0).logits(each) for each in (FEATURES, wide))
    np.testing.assert_allclose(one, other, atol=1e-3)


def test_descent_is_that_of_torch_on_losses_in_which_every_label_weighs_the_same() -> None:
    features, gold = FEATURES[:40], np.repeat([0, 1, 2], [30, 7, 3])
    start = LinearLayer(RNG.normal(size=(3, 12)), np.zeros(3))
    found = finetuned(start, features, gold, 25, 0.01)
    linear = torch.nn.Linear(12, 3, dtype=torch.float64)
    with torch.no_grad():
        linear.weight.copy_(torch.from_numpy(start.weight))
        linear.bias.copy_(torch.from_numpy(start.bias))
    optimiser = torch.optim.SGD(linear.parameters(), lr=0.01)
    weight = 1 / torch.tensor([30.0, 7.0, 3.0], dtype=torch.float64)
    for _ in range(25):
        optimiser.zero_grad()
        loss = torch.nn.functional.cross_entropy(
            linear(torch.from_numpy(features)), torch.from_numpy(gold), weight
        )
        loss.backward()  # type: ignore[no-untyped-call]  # torch has no type for it
        optimiser.step()
    np.testing.assert_allclose(found.weight, linear.weight.detach().numpy())
    np.testing.assert_allclose(class_weights(gold, 3).sum(), 1)


def test_disagreement_is_the_kullback_leibler_divergence() -> None:
    one, other = (
        np.array([[0.5, 0.25, 0.25], [0.2, 0.3, 0.5]]),
        np.array([[0.25, 0.5, 0.25], [0.2, 0.3, 0.5]]),
    )
    np.testing.assert_allclose(disagreement(one, other), [0.25 * np.log(2), 0], atol=1e-12)


def test_dropout_keeps_the_mean_of_features() -> None:
    dropped = dropped_out(np.ones((200, 500)), 0.3, np.random.default_rng(0))
    assert (dropped == 0).mean() == pytest.approx(0.3, abs=0.01)
    assert dropped.mean() == pytest.approx(1, abs=0.01)


def test_the_pairs_of_the_highest_score_are_selected() -> None:
    held = held_out_pairs(TRAIN, THREE_WAY)
    features = np.eye(3)[held.gold]
    layer = LinearLayer(np.eye(3) * 5, np.zeros(3))
    other = np.full((240, 3), 1 / 3)
    other[[3, 77]] = probabilities(layer.logits(features))[[3, 77]]
    fit = SelectiveFit(held, "early-stop", 238, 0.5, 1, 0.1)
    assert {3, 77} == set(range(240)) - set(fit.selected(layer, features, other, 1).tolist())
    turned = features.copy()
    turned[[5, 50]] = np.roll(turned[[5, 50]], 1, axis=1)
    wrong = SelectiveFit(held, "misclassification", 2, 0.5, 1, 0.1)
    assert set(wrong.selected(layer, turned, None, 1).tolist()) == {5, 50}


def test_held_out_pairs_share_no_premise_with_those_that_are_trained_on() -> None:
    kept, held = divided_data(LABELLED, 0.3)
    assert len(kept) + len(held) == 240
    assert 0.3 * 240 <= len(held) < 0.3 * 240 + 60
    assert not set(kept.premises) & set(held.premises)


def test_added_pairs_all_stay_with_those_that_are_trained_on() -> None:
    kept, held = divided_data(replace(LABELLED, added=40), 0.3)
    added = set(TRAIN.frame["id"].tail(40))
    assert added <= set(kept.frame["id"])
    assert not added & set(held.frame["id"])
    assert len(kept) + len(held) == 240


def test_a_model_with_another_last_layer_makes_its_logits_from_the_same_features(tmp_path: Path) -> None:
    work = work_in(tmp_path)
    trainee = trainee_of(work)
    data, device = trainee.data(TRAIN, gold=False), torch.device("cpu")
    done: list[int] = []
    features = features_of(trainee.model, data, 3, device, done.append)
    assert sorted(set(done)) == done
    assert done[-1] == len(features) == len(TRAIN)
    own = last_layer(trainee.model, 3)
    np.testing.assert_allclose(
        own.logits(features), all_logits(trainee.model, data, THREE_WAY, device), atol=1e-5
    )
    turned = LinearLayer(own.weight[::-1].copy(), own.bias[::-1] + 1)
    set_last_layer(trainee.model, turned)
    np.testing.assert_allclose(
        turned.logits(features), all_logits(trainee.model, data, THREE_WAY, device), atol=1e-5
    )


class Squared(torch.nn.Module):
    """Logits that no linear layer makes."""

    def __init__(self, model: torch.nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(self, batch: Any) -> torch.Tensor:
        logits: torch.Tensor = self.model(batch)
        return logits**2


def test_a_model_whose_last_layer_is_not_linear_is_refused(tmp_path: Path) -> None:
    trainee = trainee_of(work_in(tmp_path))
    with pytest.raises(ModelError, match=r"Squared, whose logits are not made by a linear layer.*RR402"):
        features_of(Squared(trainee.model), trainee.data(DEV, gold=False), 3, torch.device("cpu"))


@pytest.mark.parametrize(
    "method", ["dfr:strength=0.1,held-out=0.4", "self:points=30,rate=0.1", "self:select=dropout"]
)
def test_only_the_last_layer_differs_from_a_plain_training_on_the_same_pairs(
    tmp_path: Path, method: str
) -> None:
    debiased = work_in(tmp_path / "debiased", method, "infersent-conneau2017", *SMALL, "settings.dropout=0")
    result = train_seed(debiased)
    train_seed(
        replace(debiased, method=None, folder=tmp_path / "plain", state_file=tmp_path / "plain.safetensors")
    )
    plain, found = (load_file(each / "model.safetensors") for each in (tmp_path / "plain", debiased.folder))
    changed = {name for name in plain if not torch.equal(plain[name], found[name])}
    assert 0 < len(changed) <= 2
    assert all(found[name].shape[0] == 3 for name in changed)
    assert result.facts["last_layer"]


@pytest.mark.parametrize("kind", ["bert", "roberta"])
def test_the_last_layer_of_encoders_is_fitted(tmp_path: Path, kind: str) -> None:
    tiny_model(tmp_path / "pretrained", kind)
    recipe = {"bert": "bert-mccoy2019", "roberta": "roberta-liu2020"}[kind]
    settings = (f"settings.checkpoint={tmp_path / 'pretrained'}", "epochs=1", "batches.pairs=60")
    result = train_seed(work_in(tmp_path, "dfr:penalty=l2,held-out=0.4", recipe, *settings))
    assert str(result.facts["last_layer"]).startswith("l2, C = ")


def test_groups_too_small_after_holding_out_and_other_data_are_refused() -> None:
    with pytest.raises(MeasureInputError, match="rows in the group"):
        parse_method("dfr:held-out=0.05").prepare(LABELLED)
    with pytest.raises(OptionError, match=r"data=dev\.jsonl while a model is trained"):
        parse_method("dfr:data=dev.jsonl").prepare(LABELLED)


def test_an_early_stop_after_the_end_is_refused_before_anything_is_trained(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="early=2 in a training of 2 epochs"):
        train_seed(work_in(tmp_path, "self:early=2"))
    assert not (tmp_path / "state.safetensors").exists()


def test_dfr_beats_the_plain_model_on_pairs_against_a_planted_bias() -> None:
    assert gain_over_plain("dfr", planted_bias.planted(rows=900, test_rows=300)) > 0
