"""Dropout keeps its rate and the mean, and draws from the seeded generator."""

import pytest
import torch

from rightreasons.models.layers.dropout import Dropout


@pytest.mark.parametrize("rate", [0.06, 0.2, 0.5, 0.9])
def test_the_share_of_dropped_entries_is_the_rate(rate: float) -> None:
    torch.manual_seed(1)
    size = 400_001
    dropped = float((Dropout(rate)(torch.ones(size)) == 0).double().mean())
    assert dropped == pytest.approx(rate, abs=5 * (rate * (1 - rate) / size) ** 0.5)


def test_kept_entries_are_scaled_by_the_share_kept() -> None:
    values = torch.randn(50, 30, dtype=torch.float64)
    result = Dropout(0.2)(values)
    kept = result != 0
    torch.testing.assert_close(result[kept], values[kept] / 0.8, atol=0, rtol=1e-4)


def test_entries_are_dropped_independently_of_their_neighbours() -> None:
    torch.manual_seed(2)
    kept = (Dropout(0.5)(torch.ones(400_000)) != 0).double()
    for distance in (1, 2, 3, 4):
        together = float((kept[:-distance] * kept[distance:]).mean())
        assert together == pytest.approx(0.25, abs=0.005)


def test_a_seed_gives_the_same_noise_and_evaluation_none() -> None:
    values, layer = torch.randn(7, 5), Dropout(0.4)
    torch.manual_seed(9)
    first = layer(values)
    torch.manual_seed(9)
    assert torch.equal(first, layer(values))
    assert not torch.equal(first, layer(values))
    assert torch.equal(values, layer.eval()(values))
