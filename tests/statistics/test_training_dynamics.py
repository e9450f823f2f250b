"""Training dynamics of rows, against numbers worked out by hand and brute force."""

import numpy as np
import pytest

from rightreasons.statistics.training_dynamics import training_dynamics


def test_a_row_that_is_learned_forgotten_and_learned_again() -> None:
    found = training_dynamics([[0.2, 0.8, 0.4, 0.9]], [[False, True, False, True]])
    assert found.confidence[0] == pytest.approx(0.575)
    assert found.variability[0] == pytest.approx(np.sqrt(0.081875))  # mean of squares .4125 - .575^2
    assert found.correctness[0] == 0.5
    assert found.forgotten[0] == 1
    assert found.learned[0]


def test_a_row_that_is_never_learned_is_never_forgotten() -> None:
    found = training_dynamics([[0.1, 0.1]], [[False, False]])
    assert (found.variability[0], found.correctness[0], found.forgotten[0]) == (0, 0, 0)
    assert not found.learned[0]


def test_every_row_by_itself_as_counted_one_by_one() -> None:
    rng = np.random.default_rng(4)
    probability, correct = rng.random((30, 6)), rng.random((30, 6)) < 0.5
    found = training_dynamics(probability, correct)
    for row in range(30):
        pairs = list(zip(correct[row], correct[row][1:], strict=False))
        assert found.forgotten[row] == pairs.count((True, False))
        deviations = [(each - sum(probability[row]) / 6) ** 2 for each in probability[row]]
        assert found.variability[row] == pytest.approx((sum(deviations) / 6) ** 0.5)


def test_a_probability_cannot_vary_more_than_between_nothing_and_one() -> None:
    found = training_dynamics([[0, 1, 0, 1]], [[False, True, False, True]])
    assert found.variability[0] == 0.5


@pytest.mark.parametrize("wrong", [[[1.2]], [[np.nan]], [[]], [0.5]])
def test_what_is_no_table_of_probabilities_is_refused(wrong: object) -> None:
    with pytest.raises(ValueError, match="probabilit"):
        training_dynamics(np.asarray(wrong), np.zeros(np.shape(np.asarray(wrong)), dtype=bool))
