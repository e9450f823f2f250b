"""On data with a planted bias, methods with a bias model and down-sampling beat the plain model."""

import numpy as np
import numpy.typing as npt
import planted_bias
import pytest

from rightreasons.artifacts.means import mean_of
from rightreasons.statistics.seeds import seed_interval

Right = npt.NDArray[np.bool_]


@pytest.fixture(scope="module")
def data() -> planted_bias.Planted:
    return planted_bias.planted(rows=900, test_rows=300)


@pytest.fixture(scope="module")
def plain(data: planted_bias.Planted) -> dict[str, Right]:
    return planted_bias.right("plain", data)


def test_the_plain_model_takes_the_shortcut(plain: dict[str, Right]) -> None:
    assert plain["ordinary"].mean() > 0.7
    assert plain["against"].mean() < 0.6  # the premise alone would give 0.8


@pytest.mark.parametrize("method", ["downsampling", "reweighting", "product-of-experts", "learned-mixin"])
def test_it_beats_the_plain_model_against_the_bias(
    method: str, data: planted_bias.Planted, plain: dict[str, Right]
) -> None:
    gains = planted_bias.right(method, data)["against"].astype(float) - plain["against"]
    over_seeds = seed_interval(gains.mean(axis=1))
    assert over_seeds is not None
    assert over_seeds.low > 0
    over_items = mean_of(gains.mean(axis=0), "proportion").interval
    assert over_items is not None
    assert over_items.low > 0
