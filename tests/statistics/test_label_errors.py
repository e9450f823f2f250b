"""Confident learning, against the definition written out by hand, and on labels that were changed."""

import numpy as np

from rightreasons.statistics.label_errors import confident_labels


def test_a_label_is_confident_from_the_mean_probability_of_the_items_that_have_it() -> None:
    probabilities = np.array([[0.9, 0.1], [0.6, 0.4], [0.3, 0.7], [0.2, 0.8], [0.5, 0.5]])
    codes = np.array([0, 0, 1, 1, 1])
    # thresholds: label 0 (.9 + .6) / 2 = .75, label 1 (.7 + .8 + .5) / 3 = .667
    assert confident_labels(probabilities, codes).tolist() == [0, -1, 1, 1, -1]


def test_a_label_that_no_item_has_is_never_confident() -> None:
    probabilities = np.array([[0.2, 0.3, 0.5], [0.3, 0.3, 0.4]])
    assert set(confident_labels(probabilities, np.array([0, 1])).tolist()) <= {-1, 0, 1}


def by_hand(probabilities: np.ndarray, codes: np.ndarray) -> list[int]:
    """Return what Northcutt et al. (2021), equations 1 and 2, say of each item, one by one."""
    found = []
    for row in probabilities:
        confident = [
            (row[label], -label)
            for label in range(len(row))
            if (codes == label).any() and row[label] >= np.mean(probabilities[codes == label][:, label])
        ]
        found.append(-max(confident)[1] if confident else -1)
    return found


def test_random_probabilities_give_what_the_definition_gives() -> None:
    rng = np.random.default_rng(0)
    for _ in range(20):
        probabilities = rng.dirichlet(np.ones(3), 50)
        codes = rng.integers(3, size=50)
        assert confident_labels(probabilities, codes).tolist() == by_hand(probabilities, codes)


def test_most_changed_labels_of_a_good_model_are_found() -> None:
    rng = np.random.default_rng(1)
    true = rng.integers(3, size=3_000)
    probabilities = np.array([rng.dirichlet(np.where(np.arange(3) == label, 12, 1)) for label in true])
    changed = rng.random(3_000) < 0.05
    codes = np.where(changed, (true + rng.integers(1, 3, 3_000)) % 3, true)
    found = confident_labels(probabilities, codes)
    suspects = (found >= 0) & (found != codes)
    assert suspects[changed].mean() > 0.5  # a threshold is a mean, which half of the items are below
    assert changed[suspects].mean() > 0.95
