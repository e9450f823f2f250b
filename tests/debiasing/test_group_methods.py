"""Methods for groups, known and unknown: figures by hand, slopes against closed forms, trainings."""

import math
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import planted_bias
import pytest
import torch
from tests.debiasing.test_in_training import DEV, SMALL, TRAIN, trainee_of, work_in

from rightreasons.debiasing.group_dro import GroupObjective, group_losses, updated_weights
from rightreasons.debiasing.just_train_twice import error_set, upweighted
from rightreasons.debiasing.learning_from_failure import (
    AveragedLosses,
    FailureObjective,
    generalised_cross_entropy,
    relative_difficulty,
)
from rightreasons.debiasing.method import LabelledData
from rightreasons.debiasing.shared.method_names import parse_method
from rightreasons.errors import MeasureInputError, OptionError, UnknownNameError
from rightreasons.labels import THREE_WAY
from rightreasons.predictors.predictor import predictor_named
from rightreasons.shortcuts.words import give_away_words
from rightreasons.sources.bundled import bundled_splits
from rightreasons.statistics.seeds import seed_interval
from rightreasons.training.seeds import train_seed

LOGITS = torch.randn(6, 3, generator=torch.Generator().manual_seed(1))
GOLD = torch.tensor([0, 1, 2, 2, 1, 0])
SETTINGS = ("infersent-conneau2017", *SMALL, "settings.dropout=0")  # each model draws its own dropout


def test_the_loss_of_a_group_is_right_on_average_over_batches_that_may_lack_it() -> None:
    losses, groups = torch.tensor([1.0, 2.0, 3.0, 10.0]), torch.tensor([0, 0, 0, 1])
    shares = torch.tensor([0.75, 0.25])
    batches = [torch.tensor(rows) for rows in ([0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3])]
    found = torch.stack([group_losses(losses[rows], groups[rows], shares) for rows in batches])
    torch.testing.assert_close(found.mean(dim=0), torch.tensor([2.0, 10.0]))
    assert found[0, 1] == 0


def test_weights_of_groups_follow_exponentiated_gradients_by_hand() -> None:
    # q = (1/2, 1/2), losses 1 and 3, eta = ln 2 / 2: q grows by sqrt 2 and by 2 sqrt 2
    moved = updated_weights(torch.tensor([0.5, 0.5]), torch.tensor([1.0, 3.0]), math.log(2) / 2)
    torch.testing.assert_close(moved, torch.tensor([1 / 3, 2 / 3]))
    still = updated_weights(torch.tensor([0.2, 0.8]), torch.tensor([1.0, 3.0]), 0.0)
    torch.testing.assert_close(still, torch.tensor([0.2, 0.8]))


def test_adjustments_move_weights_to_the_small_group_where_losses_are_equal() -> None:
    module = GroupObjective(torch.tensor([0] * 9 + [1]), ("large", "small"), eta=1.0, adjustment=3.0)
    losses = torch.ones(2)
    moved = updated_weights(module.weights, losses + module.adjustments, module.eta)
    # exp(3 / sqrt 9) against exp(3 / sqrt 1)
    torch.testing.assert_close(moved[1] / moved[0], torch.tensor(math.exp(2.0)))


class Fixed(torch.nn.Module):
    """A model whose logits are its parameters, one row a training pair."""

    def __init__(self, logits: torch.Tensor) -> None:
        super().__init__()
        self.logits = torch.nn.Parameter(logits.clone())

    def forward(self, batch: Any) -> torch.Tensor:
        return self.logits[batch.rows]


class Rows:
    """A batch of `Fixed`."""

    def __init__(self, rows: torch.Tensor) -> None:
        self.rows, self.gold = rows, GOLD[rows]


def test_group_dro_descends_on_the_weighted_sum_of_the_losses_of_groups() -> None:
    groups = torch.tensor([0, 0, 0, 0, 1, 1])
    module, model = GroupObjective(groups, ("a", "b"), eta=0.5, adjustment=0.0), Fixed(LOGITS)
    loss = module.objective(model, Rows(torch.arange(6)), None)  # type: ignore[arg-type]  # no state is read
    losses = -LOGITS.log_softmax(dim=1)[torch.arange(6), GOLD]
    means = torch.stack([losses[:4].mean(), losses[4:].mean()])
    q = torch.exp(0.5 * means) / torch.exp(0.5 * means).sum()
    assert loss.item() == pytest.approx(float((q * means).sum()), rel=1e-5)
    loss.backward()  # type: ignore[no-untyped-call]  # torch has no type for it
    share = torch.where(groups == 0, q[0] / 4, q[1] / 2)[:, None]
    expected = share * (LOGITS.softmax(dim=1) - torch.nn.functional.one_hot(GOLD, 3))
    assert model.logits.grad is not None
    torch.testing.assert_close(model.logits.grad, expected)


def test_the_error_set_is_what_a_plain_training_of_so_many_epochs_gets_wrong(tmp_path: Path) -> None:
    work = work_in(tmp_path / "twice", None, *SETTINGS, "epochs=5")
    wrong = error_set(trainee_of(work), work, 1)
    plain = work_in(tmp_path / "plain", None, *SETTINGS, "epochs=1")
    train_seed(plain)
    predicted = predictor_named(str(tmp_path / "plain" / "model")).predict(TRAIN).frame["label"]
    assert 0 < wrong.sum() < len(TRAIN)
    assert wrong.tolist() == (predicted != TRAIN.gold).to_list()


def test_training_twice_without_any_error_is_refused(tmp_path: Path) -> None:
    work = work_in(tmp_path, None, "ngrams-joulin2017", "optimiser.learning_rate=0.05", "settings.buckets=50")
    with pytest.raises(MeasureInputError, match=r"^0 of 240 pairs"):
        error_set(trainee_of(work), work, 60)


def test_the_error_set_counts_lambda_times_and_steps_keep_their_size() -> None:
    # losses ln 2 and ln 4, the second pair in E: (ln 2 + 3 ln 4) / 2, over the mean weight 2
    logits = torch.tensor([[0.5, 0.25, 0.25], [0.5, 0.25, 0.25]]).log()
    wrong = torch.tensor([False, True])
    loss = upweighted(logits, torch.tensor([0, 1]), wrong, factor=3.0, mean=2.0)
    assert loss.item() == pytest.approx((math.log(2) + 3 * math.log(4)) / 4, rel=1e-5)


def test_generalised_cross_entropy_by_hand_and_its_slope() -> None:
    one = torch.tensor([[0.25, 0.5, 0.25]]).log()
    assert generalised_cross_entropy(one, torch.tensor([0]), q=0.5).item() == pytest.approx(2 * (1 - 0.5))
    logits = LOGITS.clone().requires_grad_()
    (found,) = torch.autograd.grad(generalised_cross_entropy(logits, GOLD, q=0.7), logits)
    p = LOGITS.softmax(dim=1)
    of_gold = p.gather(1, GOLD[:, None])
    torch.testing.assert_close(found, of_gold**0.7 * (p - torch.nn.functional.one_hot(GOLD, 3)) / 6)


def test_relative_difficulty_is_the_share_of_the_biased_model_in_both_losses() -> None:
    found = relative_difficulty(torch.tensor([3.0, 0.0, 1.0, 0.0]), torch.tensor([1.0, 2.0, 1.0, 0.0]))
    torch.testing.assert_close(found, torch.tensor([0.75, 0.0, 0.5, 0.0]))


def test_losses_are_averaged_over_visits_and_divided_by_the_largest_of_their_label() -> None:
    averages = AveragedLosses(torch.tensor([0, 0, 1]), momentum=0.5)
    first = averages.update(torch.tensor([0, 2]), torch.tensor([4.0, 8.0]))
    torch.testing.assert_close(first, torch.tensor([1.0, 1.0]))  # each is alone with its label so far
    second = averages.update(torch.tensor([0, 1]), torch.tensor([2.0, 1.0]))
    torch.testing.assert_close(second, torch.tensor([1.0, 1 / 3]))  # averages 3 and 1


def test_learning_from_failure_sends_each_model_its_own_slope_only() -> None:
    module, model = FailureObjective(Fixed(LOGITS.flip(0)), GOLD, q=0.7, momentum=0.7), Fixed(LOGITS)
    module.objective(model, Rows(torch.arange(6)), None).backward()  # type: ignore[arg-type, no-untyped-call]  # no state is read; torch has no type for it
    biased, debiased = (-each.log_softmax(dim=1)[torch.arange(6), GOLD] for each in (LOGITS.flip(0), LOGITS))
    for losses in (biased, debiased):
        for label in range(3):
            losses[label == GOLD] /= losses[label == GOLD].max()
    weights = (biased / (biased + debiased))[:, None]
    expected = weights * (LOGITS.softmax(dim=1) - torch.nn.functional.one_hot(GOLD, 3)) / 6
    assert model.logits.grad is not None
    torch.testing.assert_close(model.logits.grad, expected)
    logits = LOGITS.flip(0).clone().requires_grad_()
    (slope,) = torch.autograd.grad(generalised_cross_entropy(logits, GOLD, q=0.7), logits)
    torch.testing.assert_close(module.biased.logits.grad, slope)


def test_weights_of_groups_and_the_size_of_the_error_set_stand_in_the_row_of_every_epoch(
    tmp_path: Path,
) -> None:
    for row in train_seed(work_in(tmp_path / "dro", "group-dro:groups=overlap")).history:
        weights = [value for name, value in row.items() if name.startswith("weight_")]
        assert sum(weights) == pytest.approx(1)
        assert len(weights) == 3  # the made pairs have one group a label
    rows = train_seed(work_in(tmp_path / "twice", "just-train-twice:epochs=1")).history
    assert {0 < row["error_set"] < len(TRAIN) for row in rows} == {True}


def test_a_group_of_fewer_than_ten_pairs_is_named_before_anything_is_trained() -> None:
    few = np.arange(len(TRAIN)) < 9
    named = replace(TRAIN, frame=TRAIN.frame.with_columns(genre=np.where(few, "letters", "speech")))
    with pytest.raises(MeasureInputError, match="9 rows in the group 'letters'"):
        parse_method("group-dro:groups=genre").prepare(LabelledData(named, DEV, THREE_WAY))
    with pytest.raises(OptionError, match="a column of 'made': 'genre'"):
        parse_method("group-dro:groups=genres").prepare(LabelledData(named, DEV, THREE_WAY))


def test_words_of_training_make_the_groups_easy_hard_and_other() -> None:
    train, dev = bundled_splits(1_500, 300, 7)
    method = parse_method("group-dro:groups=words,lambda=0.5")
    facts = method.prepare(LabelledData(train, dev, THREE_WAY)).facts
    label_of = dict(give_away_words(train, "word-punct", 0.5).frame.select("key", "label").iter_rows())
    counted = Counter[str]()
    for text, gold in zip(train.hypotheses, train.gold, strict=True):
        right = {label_of[word] == gold for word in re.findall(r"\w+|[^\w\s]", text) if word in label_of}
        counted["easy" if right == {True} else "hard" if right == {False} else "other"] += 1
    assert (facts["words"], facts["sizes"]) == (len(label_of), dict(counted))
    with pytest.raises(UnknownNameError, match=f"one of its {len(label_of)}, such as"):
        parse_method("group-dro:groups=words:zyx,lambda=0.5").prepare(LabelledData(train, dev, THREE_WAY))


def test_group_dro_beats_the_plain_model_on_pairs_against_a_planted_bias() -> None:
    data = planted_bias.planted(rows=900, test_rows=300)
    assert gain_over_plain("group-dro", data) > 0


def test_training_twice_beats_the_plain_model_where_the_bias_is_learned_first() -> None:
    data = planted_bias.planted(rows=900, test_rows=300, plant=planted_bias.FIRST)
    assert gain_over_plain("just-train-twice", data) > 0


def gain_over_plain(method: str, data: planted_bias.Planted) -> float:
    """Return the lower end of the interval over seeds on pairs against the bias."""
    plain, found = (planted_bias.right(each, data)["against"] for each in ("plain", method))
    gain = seed_interval(found.mean(axis=1) - plain.mean(axis=1))
    assert gain is not None
    return gain.low
