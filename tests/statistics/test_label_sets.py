"""Scores of label sets: counted by hand, and never fitted to the items that are scored."""

import numpy as np
import pytest

from rightreasons.statistics.label_sets import THRESHOLDS, label_set_scores


def test_what_is_certain_of_every_right_label_gets_every_set() -> None:
    rng = np.random.default_rng(1)
    right = rng.random((200, 3)) < 0.5
    right[np.arange(200), rng.integers(3, size=200)] = True
    found = label_set_scores(right / right.sum(axis=1, keepdims=True), right)
    assert found.any_of.all()
    assert found.exact.all()


def test_scores_are_those_counted_one_by_one() -> None:
    rng = np.random.default_rng(2)
    shares = rng.dirichlet(np.ones(3), 60)
    right = rng.random((60, 3)) < 0.4
    right[np.arange(60), rng.integers(3, size=60)] = True
    found = label_set_scores(shares, right, seed=5)
    half = np.random.default_rng(5).permutation(60) % 2
    for item in range(60):
        threshold = found.thresholds[half[item]]
        chosen = {at for at in range(3) if shares[item, at] >= threshold} | {int(shares[item].argmax())}
        assert found.exact[item] == (chosen == set(np.flatnonzero(right[item])))
        assert found.any_of[item] == right[item, shares[item].argmax()]


def test_a_threshold_does_not_hang_on_the_half_that_it_is_used_on() -> None:
    rng = np.random.default_rng(3)
    shares, right = rng.dirichlet(np.ones(3), 80), rng.random((80, 3)) < 0.5
    right[:, 0] = True
    first = label_set_scores(shares, right, seed=1)
    half = np.random.default_rng(1).permutation(80) % 2
    changed = right.copy()
    changed[half == 0, 1:] = ~changed[half == 0, 1:]
    again = label_set_scores(shares, changed, seed=1)
    assert first.thresholds[0] == again.thresholds[0]
    assert (first.predicted[half == 0] == again.predicted[half == 0]).all()


def test_a_threshold_gets_as_many_sets_of_its_half_as_any_other() -> None:
    rng = np.random.default_rng(4)
    shares, right = rng.dirichlet(np.ones(3), 100), rng.random((100, 3)) < 0.5
    right[:, 2] = True
    found = label_set_scores(shares, right)
    half = np.random.default_rng(0).permutation(100) % 2

    def exact(threshold: float) -> int:
        chosen = (shares >= threshold) | (shares == shares.max(axis=1, keepdims=True))
        return int((chosen == right).all(axis=1)[half == 1].sum())

    assert exact(found.thresholds[0]) == max(exact(each) for each in THRESHOLDS)


def test_an_item_without_a_right_label_is_refused() -> None:
    with pytest.raises(ValueError, match="right label"):
        label_set_scores(np.full((5, 3), 1 / 3), np.zeros((5, 3), dtype=bool))
