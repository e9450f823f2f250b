"""Padding, batch size and order never change what a model says of a pair."""

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.models.batches import SMALL, Pairs, batch_of_pairs, pairs, small_model

MODELS = {name: small_model(name) for name in sorted(SMALL)}


@pytest.mark.parametrize("name", sorted(SMALL))
@given(chosen=pairs, extra=st.integers(0, 5), order=st.randoms(use_true_random=False))
@settings(max_examples=25)
def test_padding_batch_and_order_change_nothing(name: str, chosen: Pairs, extra: int, order: object) -> None:
    model = MODELS[name]
    alone = torch.cat([model(batch_of_pairs([pair])) for pair in chosen])
    shuffled = list(range(len(chosen)))
    order.shuffle(shuffled)  # type: ignore[attr-defined]  # hypothesis types its randoms as object
    together = model(batch_of_pairs([chosen[place] for place in shuffled], extra))
    torch.testing.assert_close(together, alone[shuffled], atol=1e-10, rtol=0)


@pytest.mark.parametrize("name", [name for name in sorted(SMALL) if name != "conditional-encoder"])
@given(chosen=pairs, extra=st.integers(0, 5))
@settings(max_examples=15)
def test_padding_changes_no_vector_of_a_hypothesis(name: str, chosen: Pairs, extra: int) -> None:
    model = MODELS[name]
    alone = torch.cat([model.hypothesis_vector(batch_of_pairs([pair])) for pair in chosen])
    together = model.hypothesis_vector(batch_of_pairs(chosen, extra))
    torch.testing.assert_close(together, alone, atol=1e-10, rtol=0)


@pytest.mark.parametrize("name", [name for name in sorted(SMALL) if name != "conditional-encoder"])
def test_logits_and_the_vector_of_a_hypothesis_in_one_go_are_those_of_two(name: str) -> None:
    """Values, and what flows back from either alone."""
    model, batch = MODELS[name], batch_of_pairs([([3, 4, 5], [5, 6]), ([7], [8, 3, 9])])
    parameters = [each for each in model.parameters() if each.requires_grad]
    in_one = model.logits_and_hypothesis_vector(batch)
    in_two = (model(batch), model.hypothesis_vector(batch))
    for one, two in zip(in_one, in_two, strict=True):
        torch.testing.assert_close(one, two)
        found, expected = (
            torch.autograd.grad(each.square().sum(), parameters, retain_graph=True, materialize_grads=True)
            for each in (one, two)
        )
        for mine, theirs in zip(found, expected, strict=True):
            torch.testing.assert_close(mine, theirs)


@pytest.mark.parametrize("name", sorted(SMALL))
def test_no_gradient_comes_from_padding(name: str) -> None:
    """Training on a pair alone and beside longer ones gives the same derivatives of its own logits."""
    settings = {key: 0.0 if "dropout" in key else value for key, value in SMALL[name].items()}
    model = small_model(name, settings).train()
    short, long = ([3, 4], [5]), ([3, 4, 5, 6, 7, 8], [5, 9, 10, 11])
    parameters = [parameter for parameter in model.parameters() if parameter.requires_grad]
    weights = torch.tensor([1.0, -2.0, 0.5], dtype=torch.float64)
    alone = torch.autograd.grad((model(batch_of_pairs([short]))[0] * weights).sum(), parameters)
    beside = torch.autograd.grad(
        (model(batch_of_pairs([long, short], extra=2))[1] * weights).sum(), parameters
    )
    for one, other in zip(alone, beside, strict=True):
        torch.testing.assert_close(one, other, atol=1e-10, rtol=0)
