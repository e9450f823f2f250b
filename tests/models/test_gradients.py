"""Derivatives against finite differences, and the recurrent steps against torch's own LSTM."""

from collections.abc import Mapping

import pytest
import torch
from tests.models.batches import SMALL, batch_of_pairs, small_model
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from rightreasons.models.batch import PairModel
from rightreasons.models.layers.lstm_steps import run_steps
from rightreasons.models.layers.recurrent import BiLSTM

PAIRS = [([3, 4, 5], [6]), ([8], [2, 10])]
TINY: Mapping[str, Mapping[str, object]] = {
    "decomposable-attention": {"projection": 2, "hidden": 2, "dropout": 0.0},
    "esim": {"hidden": 2, "dropout": 0.0},
    "infersent": {"hidden": 2, "mlp_hidden": 2, "activation": "tanh"},
    "conditional-encoder": {"hidden": 2},
    "hypothesis-only": {"hidden": 2, "mlp_hidden": 2},
    "ngrams": {"longest": 2, "buckets": 3},
}


@pytest.mark.parametrize("name", sorted(SMALL))
def test_derivatives_by_every_parameter_are_those_of_finite_differences(name: str) -> None:
    model = small_model(name, TINY[name]).train()
    parameters = dict(model.named_parameters())

    def logits(*values: Tensor) -> Tensor:
        result: Tensor = torch.func.functional_call(
            model, dict(zip(parameters, values, strict=True)), batch_of_pairs(PAIRS)
        )
        return result

    start = tuple(value.detach().clone().requires_grad_() for value in parameters.values())
    assert torch.autograd.gradcheck(logits, start, fast_mode=True)


def test_derivatives_of_the_steps_hold_for_every_input() -> None:
    sizes, size = (3, 2, 2, 1), 2
    generator = torch.Generator().manual_seed(1)

    def drawn(*shape: int) -> Tensor:
        return torch.randn(*shape, generator=generator, dtype=torch.float64, requires_grad=True)

    inputs = (drawn(2, sum(sizes), 4 * size), drawn(2, size, 4 * size), drawn(2, 3, size), drawn(2, 3, size))

    def steps(gates: Tensor, weight: Tensor, hidden: Tensor, cell: Tensor) -> tuple[Tensor, Tensor]:
        return run_steps(gates, weight, hidden, cell, sizes)

    assert torch.autograd.gradcheck(steps, inputs)


def test_the_steps_are_those_of_torchs_lstm_over_packed_sentences() -> None:
    torch.manual_seed(5)
    ours = BiLSTM(4, 3).double()
    theirs = nn.LSTM(4, 3, batch_first=True, bidirectional=True).double()
    for name, value in ours.named_parameters():
        direction, _, weight = name.partition(".")
        getattr(theirs, weight + ("_reverse" if direction == "back" else "")).data.copy_(value.data)
    words = torch.randn(5, 6, 4, dtype=torch.float64)
    lengths = torch.tensor([2, 6, 1, 6, 4])
    packed = pack_padded_sequence(words, lengths, batch_first=True, enforce_sorted=False)
    states, (hidden, cell) = theirs(packed)
    expected, _ = pad_packed_sequence(states, batch_first=True)
    rows, places = words.flatten(0, 1), torch.arange(30).view(5, 6)
    torch.testing.assert_close(ours(rows, places, lengths), expected, atol=1e-12, rtol=0)
    last = ours.last(rows, places, lengths)
    torch.testing.assert_close(last, (hidden, cell), atol=1e-12, rtol=0)


def test_the_way_for_accelerators_gives_the_same() -> None:
    torch.manual_seed(5)
    lstm = BiLSTM(4, 3).double()
    words, lengths = torch.randn(5, 6, 4, dtype=torch.float64), torch.tensor([2, 6, 1, 6, 4])
    expected = lstm(words.flatten(0, 1), torch.arange(30).view(5, 6), lengths)
    torch.testing.assert_close(lstm.without_packing(words, lengths), expected, atol=1e-12, rtol=0)


def test_a_model_in_single_precision_agrees_with_double_precision() -> None:
    model: PairModel = small_model("esim")
    batch = batch_of_pairs(PAIRS)
    exact = model(batch)
    torch.testing.assert_close(model.float()(batch).double(), exact, atol=1e-5, rtol=1e-4)


@pytest.mark.parametrize("name", sorted(SMALL))
def test_mixed_precision_rounds_to_bfloat16_and_has_gradients(name: str) -> None:
    model = small_model(name).float()
    batch = batch_of_pairs(PAIRS)
    exact = model(batch)
    with torch.autocast("cpu", torch.bfloat16):
        rounded = model(batch).float()
    torch.testing.assert_close(rounded, exact, atol=0.15, rtol=0.05)
    rounded.logsumexp(1).sum().backward()
    gradients = [each.grad for each in model.parameters() if each.grad is not None]
    assert gradients
    assert all(each.isfinite().all() and each.dtype == torch.float32 for each in gradients)
