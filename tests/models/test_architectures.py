"""Every model says what its paper's equations give, one sentence at a time."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest
import torch
from tests.models import naive
from tests.models.batches import SMALL, batch_of_pairs, small_model

PAIRS = [
    ([3, 4, 5, 2, 7, 9], [3, 4]),
    ([8], [6, 2, 10, 11, 4]),
    ([3, 4, 5, 2, 7, 9], [1, 1, 5]),
    ([10, 10, 3], [9]),
]

CASES: list[tuple[str, Mapping[str, object], Callable[..., naive.Array], Any]] = [
    ("infersent", SMALL["infersent"], naive.infersent, "tanh"),
    ("infersent", {"hidden": 2, "mlp_hidden": 3}, naive.infersent, "none"),
    ("hypothesis-only", SMALL["hypothesis-only"], naive.hypothesis_only, "none"),
    ("conditional-encoder", SMALL["conditional-encoder"], naive.conditional_encoder, "tanh"),
    ("decomposable-attention", SMALL["decomposable-attention"], naive.decomposable_attention, "relu"),
    (
        "decomposable-attention",
        {"projection": None, "hidden": 4, "aggregate_layers": 1, "null_word": False},
        naive.decomposable_attention,
        "relu",
    ),
    ("esim", SMALL["esim"], naive.esim, "tanh"),
    ("esim", {"hidden": 2, "activation": "relu", "projection": 3}, naive.esim, "relu"),
    ("ngrams", SMALL["ngrams"], naive.ngrams, SMALL["ngrams"]),
    ("ngrams", {"longest": 1, "buckets": 3}, naive.ngrams, {"longest": 1, "buckets": 3}),
    (
        "ngrams",
        {"longest": 2, "buckets": 5, "hypothesis_only": True},
        naive.ngrams,
        {"longest": 2, "buckets": 5, "hypothesis_only": 1},
    ),
]


@pytest.mark.parametrize(("name", "settings", "oracle", "how"), CASES)
def test_a_batch_gives_what_the_equations_give_for_each_pair(
    name: str, settings: Mapping[str, object], oracle: Callable[..., naive.Array], how: Any
) -> None:
    model = small_model(name, settings)
    logits = model(batch_of_pairs(PAIRS)).detach().numpy()
    weights = naive.Weights(model)
    expected = [oracle(weights, premise, hypothesis, how) for premise, hypothesis in PAIRS]
    np.testing.assert_allclose(logits, expected, atol=1e-10)


@pytest.mark.parametrize("name", sorted(SMALL))
def test_training_without_dropout_says_the_same_as_evaluation(name: str) -> None:
    """Sentences that occur twice are read once in evaluation only; both ways give the same."""
    settings = {key: 0.0 if "dropout" in key else value for key, value in SMALL[name].items()}
    model = small_model(name, settings)
    batch = batch_of_pairs(PAIRS)
    torch.testing.assert_close(model(batch), model.train()(batch), atol=1e-10, rtol=0)


def test_the_vector_of_a_hypothesis_is_its_encoding() -> None:
    hypotheses = [hypothesis for _, hypothesis in PAIRS]
    for name, pool in (
        ("infersent", naive.max_of),
        ("hypothesis-only", naive.max_of),
        ("esim", lambda states: np.concatenate([naive.mean_of(states), naive.max_of(states)])),
    ):
        model = small_model(name)
        w = naive.Weights(model)
        expected = [
            pool(naive.bilstm(w.part("encoder.lstm"), [naive.word_vector(w, word) for word in words]))
            for words in hypotheses
        ]
        got = model.hypothesis_vector(batch_of_pairs(PAIRS)).detach().numpy()
        np.testing.assert_allclose(got, expected, atol=1e-10)


def test_the_vector_of_a_hypothesis_without_states_is_the_mean_of_its_words() -> None:
    model = small_model("decomposable-attention")
    w = naive.Weights(model)
    expected = [naive.mean_of([naive.word_vector(w, word) for word in hypothesis]) for _, hypothesis in PAIRS]
    got = model.hypothesis_vector(batch_of_pairs(PAIRS)).detach().numpy()
    np.testing.assert_allclose(got, expected, atol=1e-10)


def test_what_reads_the_hypothesis_after_the_premise_has_no_vector_of_it() -> None:
    with pytest.raises(NotImplementedError):
        small_model("conditional-encoder").hypothesis_vector(batch_of_pairs(PAIRS))
