"""Accuracy on easy and hard subsets, its gap, and what the subsets are large enough to show."""

import numpy as np
import polars as pl
import pytest
from statsmodels.stats.proportion import confint_proportions_2indep

from rightreasons.difficulty.marks import MARK_TYPE
from rightreasons.measures.model.easy_hard_accuracy import SubsetAccuracy, subset_accuracy


def accuracy_of(easy: tuple[int, int], hard: tuple[int, int], others: int = 0) -> SubsetAccuracy:
    """Return the accuracy of a model with so many of so many right on each."""
    correct = [*_flags(*easy), *_flags(*hard), *[True] * others]
    marks = ["easy"] * easy[1] + ["hard"] * hard[1] + ["none"] * others
    return subset_accuracy(np.array(correct, dtype=np.bool_), pl.Series(marks, dtype=MARK_TYPE))


def _flags(right: int, n: int) -> list[bool]:
    return [True] * right + [False] * (n - right)


def test_the_gap_of_infersent_on_snli_is_that_of_table_4() -> None:
    # Liu et al. 2020, Table 4 (a): easy 97.2, hard 58.9, on 1760 and 327 instances
    found = accuracy_of((1711, 1760), (193, 327), 7737)
    assert found.easy.value == pytest.approx(0.972, abs=5e-4)
    assert found.hard.value == pytest.approx(0.589, abs=2e-3)
    assert found.gap.value == pytest.approx(0.383, abs=2e-3)
    assert found.full.n == 9824
    assert found.notes == ()


def test_the_interval_of_the_gap_is_that_of_statsmodels() -> None:
    found = accuracy_of((80, 100), (15, 30))
    low, high = confint_proportions_2indep(80, 100, 15, 30, method="newcomb", compare="diff")
    assert found.gap.interval is not None
    assert (found.gap.interval.low, found.gap.interval.high) == pytest.approx((low, high), abs=1e-9)


def test_subsets_too_small_to_tell_are_warned_of() -> None:
    found = accuracy_of((8, 10), (3, 5))
    assert found.detectable.value is not None
    (warning,) = found.notes
    assert "10 easy and 5 hard" in warning
    assert f"{100 * found.detectable.value:.1f} points" in warning


@pytest.mark.parametrize(("easy", "hard"), [((5, 5), (0, 0)), ((0, 0), (2, 5)), ((1, 1), (0, 1))])
def test_empty_or_tiny_subsets_give_a_reason_instead_of_a_number(
    easy: tuple[int, int], hard: tuple[int, int]
) -> None:
    found = accuracy_of(easy, hard)
    assert found.detectable.value is None
    assert "too few to tell" in found.notes[0]


def test_rows_without_a_mark_count_in_full_only() -> None:
    marks = pl.Series(["easy", None, "hard"], dtype=MARK_TYPE)
    found = subset_accuracy(np.array([True, False, False]), marks)
    assert (found.full.n, found.easy.n, found.hard.n) == (3, 1, 1)


def test_flags_and_marks_of_different_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="2 predictions, but 1 marks"):
        subset_accuracy(np.array([True, False]), pl.Series(["easy"], dtype=MARK_TYPE))
