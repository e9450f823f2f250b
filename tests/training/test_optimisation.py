"""Rates of every step, batches of every epoch, and the loss, against hand computation."""

import math

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.models.data import by_length, divided
from rightreasons.training.epoch_batches import epoch_batches
from rightreasons.training.optimisation import optimiser_of, rate_after, rate_at
from rightreasons.training.recipe import Batches, LearningRateSchedule, Optimiser
from rightreasons.training.state import log_likelihoods

POLIAK = LearningRateSchedule(decay=0.99, divide=5, stop_below=1e-5)
SIZES = st.lists(st.tuples(st.integers(1, 30), st.integers(1, 30)), min_size=1, max_size=60)


def test_the_rate_of_poliak_et_al_decays_and_is_divided_when_accuracy_does_not_rise() -> None:
    rate, stops = 0.1, []
    for better in (True, False, True, True):
        rate, stop = rate_after(POLIAK, rate, better=better)
        stops.append(stop)
    assert rate == pytest.approx(0.1 * 0.99**4 / 5)
    assert not any(stops)


def test_six_divisions_end_the_training_of_poliak_et_al() -> None:
    rate, epochs, stop = 0.1, 0, False
    while not stop:
        rate, stop = rate_after(POLIAK, rate, better=False)
        epochs += 1
    assert epochs == 6  # 0.1 / 5^5 = 3.2e-5 is not below 1e-5, 0.1 / 5^6 = 6.4e-6 is


def test_warm_up_rises_to_the_rate_and_linear_decay_falls_to_nothing() -> None:
    schedule = LearningRateSchedule(warm_up=0.1, linear=True)
    rates = [rate_at(schedule, 1.0, step, 100) for step in range(101)]
    assert rates[:10] == pytest.approx([(step + 1) / 10 for step in range(10)])
    assert rates[10:] == pytest.approx([(100 - step) / 90 for step in range(10, 101)])


def test_a_constant_rate_stays() -> None:
    assert {rate_at(LearningRateSchedule(), 0.3, step, 9) for step in range(9)} == {0.3}


@given(SIZES, st.integers(1, 7), st.integers(1, 90))
def test_batches_hold_every_pair_once_and_keep_their_bounds(
    sizes: list[tuple[int, int]], pairs: int, tokens: int
) -> None:
    array = np.array(sizes)
    batches = epoch_batches(array, Batches(pairs=pairs, tokens=tokens, pool=3), seed=5, epoch=2)
    assert sorted(np.concatenate(batches).tolist()) == list(range(len(sizes)))
    for batch in batches:
        assert len(batch) == 1 or len(batch) <= pairs
        assert len(batch) == 1 or len(batch) * array[batch].max(axis=0).sum() <= tokens


def test_seed_and_epoch_decide_the_batches() -> None:
    sizes = np.stack([np.arange(200) % 17 + 1, np.arange(200) % 5 + 1], axis=1)
    drawn = [
        [batch.tolist() for batch in epoch_batches(sizes, Batches(pairs=8), seed, epoch)]
        for seed, epoch in ((1, 1), (1, 1), (1, 2), (2, 1))
    ]
    assert drawn[0] == drawn[1]
    assert drawn[0] != drawn[2] != drawn[3]


@given(SIZES)
def test_sorting_by_length_puts_the_longest_premise_first(sizes: list[tuple[int, int]]) -> None:
    array = np.array(sizes)
    ordered = array[by_length(array, np.arange(len(sizes)))]
    assert [tuple(row) for row in ordered] == sorted(sizes, reverse=True)


def test_pairs_of_like_length_waste_little_on_padding() -> None:
    sizes = np.random.default_rng(1).integers(3, 40, (3000, 2))
    batches = epoch_batches(sizes, Batches(pairs=32, pool=50), seed=1, epoch=1)
    sorted_waste = sum(len(b) * sizes[b].max(axis=0).sum() for b in batches) / sizes.sum()
    plain = divided(sizes, np.arange(len(sizes)), 32, 10**9)
    plain_waste = sum(len(b) * sizes[b].max(axis=0).sum() for b in plain) / sizes.sum()
    assert sorted_waste < 0.9 * plain_waste


def test_gold_beyond_three_labels_is_whatever_is_not_entailment() -> None:
    logits = torch.tensor([[2.0, 1.0, -1.0], [0.0, 0.0, 0.0]], dtype=torch.float64)
    total = math.exp(2) + math.exp(1) + math.exp(-1)
    found = log_likelihoods(logits, torch.tensor([3, 3]))
    assert found.tolist() == pytest.approx([math.log((math.exp(1) + math.exp(-1)) / total), math.log(2 / 3)])
    assert log_likelihoods(logits, torch.tensor([0, 2])).tolist() == pytest.approx(
        [2 - math.log(total), -math.log(3)]
    )


def test_two_labels_have_the_log_probabilities_of_a_softmax() -> None:
    logits = torch.tensor([[0.3, -0.7]])
    expected = torch.nn.functional.cross_entropy(logits, torch.tensor([1]))
    assert -log_likelihoods(logits, torch.tensor([1])).item() == pytest.approx(expected.item())


def test_only_matrices_decay() -> None:
    layer = torch.nn.Linear(2, 2)
    with torch.no_grad():
        layer.weight.fill_(1.0)
        layer.bias.fill_(1.0)
    optimiser = optimiser_of([layer], Optimiser(name="sgd", learning_rate=0.1, weight_decay=0.5))
    for parameter in layer.parameters():
        parameter.grad = torch.zeros_like(parameter)
    optimiser.step()
    assert layer.weight.flatten().tolist() == pytest.approx([0.95] * 4)
    assert layer.bias.tolist() == [1.0, 1.0]
