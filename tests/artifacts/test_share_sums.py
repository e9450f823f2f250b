"""Sums of shares are those of fractions, to the same digits in whatever order and cuts they are added."""

from fractions import Fraction

import numpy as np
import pytest

from rightreasons.artifacts.share_sums import ShareSums


@pytest.mark.parametrize("seed", range(4))
def test_any_order_gives_the_same_digits(seed: int) -> None:
    rng = np.random.default_rng(seed)
    of, cell, n = rng.integers(1, 30, 400), rng.integers(0, 9, 400), rng.integers(1, 5, 400)
    totals = []
    for cuts in ([], [13], [100, 101, 350]):
        order, sums = rng.permutation(400), ShareSums.none()
        for rows in np.split(order, cuts):
            sums = sums.and_those(of[rows], cell[rows], n[rows])
        totals.append(sums.total(9).tolist())
        assert sums.numerators_of(9).tolist() == np.bincount(cell, n, 9).tolist()
    assert totals[0] == totals[1] == totals[2]
    exact = [
        sum(Fraction(int(n[row]), int(of[row])) for row in np.flatnonzero(cell == at)) for at in range(9)
    ]
    assert totals[0] == pytest.approx([float(each) for each in exact], rel=1e-14)


def test_of_nothing_they_are_zero() -> None:
    assert ShareSums.none().total(3).tolist() == [0, 0, 0]
