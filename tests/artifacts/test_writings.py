"""Features counted by writings: as a plain loop over texts counts them."""

from collections import defaultdict

import numpy as np
import pytest

from rightreasons.artifacts.writings import Writings


@pytest.mark.parametrize("seed", range(5))
def test_features_by_writings_are_those_of_a_plain_loop(seed: int) -> None:
    """Also where instances of one text differ in a feature, as texts that are equal up to case do."""
    rng = np.random.default_rng(seed)
    n, features, labels = 60, 7, 3
    text = np.unique(rng.integers(0, 25, n), return_inverse=True)[1]
    codes, holds = rng.integers(0, labels, n), rng.random((n, features)) < 0.4
    writings = Writings(text, codes, labels)
    by_instances = np.stack(
        [np.bincount(codes[holds[:, feature]], minlength=labels) for feature in range(features)]
    )
    row, feature = np.nonzero(holds & writings.recurring[:, None])
    found = writings.counted(feature, row, by_instances)
    for each in range(features):
        rows = defaultdict(list)
        for place in np.flatnonzero(holds[:, each]):
            rows[text[place]].append(codes[place])
        assert found.total[each] == len(rows)
        expected = [sum(own.count(label) / len(own) for own in rows.values()) for label in range(labels)]
        assert found.by_label[each] == pytest.approx(expected)


def test_shuffled_labels_go_from_writing_to_writing_of_about_equal_size() -> None:
    rng = np.random.default_rng(1)
    text = np.repeat(np.arange(40), [1] * 20 + [2, 3] * 5 + [4, 7] * 5)
    writings = Writings(text, rng.integers(0, 2, len(text)), 2)
    dealt = writings.shuffled(rng)
    assert dealt.shape == (len(writings), 1)  # the second label has what is left
    for low, high in ((1, 1), (2, 3), (4, 7)):
        own = (writings.sizes >= low) & (writings.sizes <= high)
        assert sorted(dealt[own, 0].tolist()) == pytest.approx(sorted(writings.shares[own, 0].tolist()))
    assert not np.allclose(dealt[:, 0], writings.shares[:, 0])


def test_without_repetition_writings_are_instances() -> None:
    counts = np.array([[3, 1], [0, 2]])
    nothing = np.empty(0, dtype=np.int64)
    found = Writings.distinct(np.array([0, 1, 1, 0]), 2).counted(nothing, nothing, counts)
    assert found.by_label.tolist() == counts.tolist()
    assert found.total.tolist() == [4, 2]
