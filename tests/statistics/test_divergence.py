"""Distances of distributions over labels, held against scipy's."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.distance import jensenshannon
from scipy.stats import entropy as entropy_of_scipy

from rightreasons.statistics.divergence import entropy, jensen_shannon, kullback_leibler, total_variation


def drawn(seed: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    return rng.dirichlet(np.ones(3), 20), rng.dirichlet(np.ones(3), 20)


@given(st.integers(0, 1_000))
def test_divergences_are_those_of_scipy(seed: int) -> None:
    people, model = drawn(seed)
    assert jensen_shannon(people, model) == pytest.approx(jensenshannon(people, model, base=2, axis=1) ** 2)
    assert kullback_leibler(people, model) == pytest.approx(entropy_of_scipy(people, model, base=2, axis=1))
    assert entropy(people) == pytest.approx(entropy_of_scipy(people, base=2, axis=1))


def test_equal_distributions_have_no_distance_and_disjoint_ones_all_of_it() -> None:
    one, other = np.array([[1.0, 0.0, 0.0]]), np.array([[0.0, 1.0, 0.0]])
    assert jensen_shannon(one, one) == pytest.approx([0])
    assert total_variation(one, one) == pytest.approx([0])
    assert jensen_shannon(one, other) == pytest.approx([1])
    assert total_variation(one, other) == pytest.approx([1])


def test_a_label_that_people_give_and_a_model_excludes_costs_24_bits() -> None:
    assert kullback_leibler(np.array([[1.0, 0.0]]), np.array([[0.0, 1.0]])) == pytest.approx([24])
