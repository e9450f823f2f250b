"""The smallest detectable difference is found in four cases of five, by the test that is made."""

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import fisher_exact
from statsmodels.stats.proportion import power_proportions_2indep

from rightreasons.statistics.paired import mcnemar, mcnemar_one_sided, proportion_difference
from rightreasons.statistics.power import detectable_difference, detectable_paired_difference, mcnemar_power

DRAWS = 4_000
WITHIN = 0.04  # of 80 %; the standard error of so many draws is .006


def drawn_tables(n: int, share: float, difference: float) -> npt.NDArray[np.int64]:
    """Items that only the first, or only the second, gets right; shape (draws, 2)."""
    one, other = (share + difference) / 2, (share - difference) / 2
    drawn = np.random.default_rng(5).multinomial(n, [one, other, 1 - share], size=DRAWS)
    return np.asarray(drawn[:, :2])


@pytest.mark.parametrize("one_sided", [False, True])
@pytest.mark.parametrize(
    ("n", "discordant"), [(30, 8), (60, 5), (100, 40), (400, 10), (400, 80), (1_000, 300), (5_000, 400)]
)
def test_a_paired_difference_is_found_in_four_cases_of_five(n: int, discordant: int, one_sided: bool) -> None:  # noqa: FBT001 - a parameter of the test
    found = detectable_paired_difference(discordant, n, one_sided=one_sided).value
    assert found is not None
    tables = drawn_tables(n, max((discordant + 1) / (n + 2), found), found)
    test = mcnemar_one_sided if one_sided else mcnemar
    kinds, counts = np.unique(tables, axis=0, return_counts=True)
    significant = [(test(int(b), int(c), n).p_value or 0.0) <= 0.05 for b, c in kinds]
    assert float(counts @ significant / DRAWS) == pytest.approx(0.8, abs=WITHIN)


@pytest.mark.parametrize("pooled", [0.5, 0.8, 0.95])
@pytest.mark.parametrize("criterion", ["interval", "fisher"])
@pytest.mark.parametrize("sizes", [(30, 30), (100, 30), (30, 100), (200, 200), (700, 170), (50, 2_000)])
def test_a_difference_of_two_samples_is_found_in_four_cases_of_five(
    sizes: tuple[int, int], criterion: str, pooled: float
) -> None:
    n = sum(sizes)
    found = detectable_difference(round(pooled * (n + 2)) - 1, *sizes, criterion).value  # type: ignore[arg-type]
    assert found is not None
    first = min(max(round(pooled * (n + 2)) / (n + 2) + found * sizes[1] / n, found), 1.0)
    rng = np.random.default_rng(6)
    tables = np.column_stack(
        [rng.binomial(sizes[0], first, DRAWS), rng.binomial(sizes[1], first - found, DRAWS)]
    )
    kinds, counts = np.unique(tables, axis=0, return_counts=True)
    finds = _interval_finds if criterion == "interval" else _fisher_finds
    assert float(counts @ [finds(int(a), int(b), sizes) for a, b in kinds] / DRAWS) == pytest.approx(
        0.8, abs=WITHIN
    )


def _interval_finds(first: int, second: int, sizes: tuple[int, int]) -> bool:
    interval = proportion_difference(first, sizes[0], second, sizes[1]).interval
    return interval is not None and (interval.low > 0 or interval.high < 0)


def _fisher_finds(first: int, second: int, sizes: tuple[int, int]) -> bool:
    return bool(fisher_exact([[first, sizes[0] - first], [second, sizes[1] - second]]).pvalue <= 0.05)


@pytest.mark.parametrize(("n_first", "n_second"), [(1760, 327), (3000, 600)])
def test_of_large_samples_the_power_is_that_of_statsmodels(n_first: int, n_second: int) -> None:
    p, n = 0.6, n_first + n_second
    found = detectable_difference(round(p * n), n_first, n_second).value
    assert found is not None
    lower = p - n_first / n * found  # so that both together have accuracy p
    power = power_proportions_2indep(found, lower, n_second, ratio=n_first / n_second, alpha=0.05)
    assert power.power == pytest.approx(0.8, abs=0.03)


def test_without_a_difference_the_power_is_the_level_of_the_test_at_most() -> None:
    for n in (20, 60, 400, 3_000):
        assert 0 < mcnemar_power(n, 0.2, 0.0) <= 0.05
        assert 0 < mcnemar_power(n, 0.2, 0.0, one_sided=True) <= 0.05


@given(st.integers(0, 3_000), st.integers(0, 3_000))
def test_more_items_tell_smaller_differences_and_it_is_a_proportion(discordant: int, more: int) -> None:
    n = discordant + more
    found, later = (detectable_paired_difference(discordant * k, n * k).value for k in (1, 2))
    if found is None:
        assert n < 6  # six discordant items of six are the first that are significant: 2 / 2^6 < .05
    else:
        assert 0 < found <= 1
        assert later is not None
        assert later < found


def test_no_items_tell_nothing_and_say_so() -> None:
    assert detectable_paired_difference(0, 0).reason == "no difference, however large, could be told"
    assert detectable_difference(0, 0, 5).reason == "one of the two subsets has no instances"
    with pytest.raises(ValueError, match="cannot come out"):
        detectable_paired_difference(3, 2)
    with pytest.raises(ValueError, match="cannot come out"):
        detectable_difference(9, 4, 4)
