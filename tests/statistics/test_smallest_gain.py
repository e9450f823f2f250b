"""The smallest gain that would be shown: by hand, by simulation, and where none would be."""

import math

import numpy as np
import pytest

from rightreasons.statistics.cross_fitted import Dependence, dependent_mean
from rightreasons.statistics.smallest_gain import DISCORDANT, smallest_gain


def balanced(rows: int, labels: int) -> np.ndarray:
    return np.arange(rows) % labels


def value(gold: np.ndarray, dependence: Dependence | None = None) -> float:
    found = smallest_gain(gold, dependence).value
    assert found is not None
    return found


@pytest.mark.parametrize(("labels", "differ"), [(2, 1 / 2), (3, 4 / 9)])
def test_of_many_independent_rows_it_is_the_textbook_s(labels: int, differ: float) -> None:
    """Two answers by equal shares differ in being right in 2 (k - 1) / k^2 of the rows."""
    rows = 60_000
    quantiles = 1.959964 + 0.841621
    expected = quantiles * math.sqrt(DISCORDANT * differ / rows)
    assert value(balanced(rows, labels)) == pytest.approx(expected, rel=0.01)


def test_of_unequal_labels_it_is_that_of_answers_by_their_shares() -> None:
    gold = np.repeat([0, 1, 2], [42_000, 12_000, 6_000])
    differ = 0.2 * (0.2 + 0.7) + 0.1 * (0.1 + 0.7)
    expected = (1.959964 + 0.841621) * math.sqrt(DISCORDANT * differ / len(gold))
    assert value(gold) == pytest.approx(expected, rel=0.02)


def test_fits_to_other_rows_make_the_interval_wider_than_the_gain_varies() -> None:
    rows = 60_000
    crossed = Dependence((np.arange(rows),), fitted_share=0.8)
    expected = (1.959964 * 1.5 + 0.841621) * math.sqrt(DISCORDANT / 2 / rows)
    assert value(balanced(rows, 2), crossed) == pytest.approx(expected, rel=0.01)


@pytest.mark.parametrize("rows", [100, 350, 2000])
def test_a_gain_of_this_size_is_found_in_four_cases_of_five(rows: int) -> None:
    gold, differ = balanced(rows, 2), DISCORDANT / 2
    gain, rng, found, runs = value(gold), np.random.default_rng(rows), 0, 1_000
    shares = [(differ + gain) / 2, (differ - gain) / 2, 1 - differ]
    for _ in range(runs):
        differences = rng.choice([1.0, -1.0, 0.0], rows, p=shares)
        interval = dependent_mean(differences, Dependence((np.arange(rows),))).interval
        found += interval is not None and interval.low > 0
    assert found / runs == pytest.approx(0.8, abs=0.04)


def test_rows_that_say_the_same_count_once() -> None:
    clusters = np.repeat(np.arange(200), 3)
    of_rows = value(balanced(200, 2), Dependence((np.arange(200),), 0.8))
    assert value(np.repeat(balanced(200, 2), 3), Dependence((clusters,), 0.8)) == pytest.approx(
        of_rows, rel=0.01
    )


def test_more_rows_show_less() -> None:
    gains = [value(balanced(rows, 3)) for rows in (100, 400, 1600)]
    assert gains == sorted(gains, reverse=True)
    assert gains[1] / gains[2] == pytest.approx(2, rel=0.05)


@pytest.mark.parametrize("gold", [[0] * 50, [0, 1, 0, 1, 0], [0] * 99 + [1], []])
def test_where_no_gain_would_be_shown_that_is_the_answer(gold: list[int]) -> None:
    found = smallest_gain(np.array(gold, dtype=np.int64), Dependence((np.arange(len(gold)),), 0.8))
    assert found.value is None
    assert found.reason is not None
    assert found.reason.startswith("none that could be named")


@pytest.mark.parametrize(("claims", "is_named"), [(33, False), (49, False), (50, True), (117, True)])
def test_of_few_texts_no_gain_is_named(claims: int, is_named: bool) -> None:  # noqa: FBT001 - of a table
    clusters = np.repeat(np.arange(claims), 9)
    found = smallest_gain(np.repeat(balanced(claims, 2), 9), Dependence((clusters,), 0.8))
    assert (found.value is not None) == is_named
