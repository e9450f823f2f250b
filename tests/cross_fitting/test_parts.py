"""Parts of stated shares: whole components, every label in every part, shares as near as components allow."""

from itertools import product

import numpy as np
import pytest

from rightreasons.cross_fitting.parts import Parts, assigned_to_parts

SHARES = (0.8, 0.1, 0.1)


def drawn(seed: int, components: int, labels: int = 3) -> tuple[np.ndarray, np.ndarray]:
    """Draw components of one to nine rows and a label for each row."""
    rng = np.random.default_rng(seed)
    groups = np.repeat(np.arange(components), rng.integers(1, 10, components))
    codes = rng.choice(
        labels, len(groups), p=np.array([0.5, 0.3, 0.2])[:labels] / sum([0.5, 0.3, 0.2][:labels])
    )
    codes[:labels] = np.arange(labels)
    return groups, codes


@pytest.mark.parametrize("seed", range(20))
def test_no_component_is_cut_and_no_row_is_lost(seed: int) -> None:
    groups, codes = drawn(seed, 40)
    parts = assigned_to_parts(groups, codes, SHARES, seed)
    assert parts.part.shape == groups.shape
    assert {*parts.part.tolist()} <= {0, 1, 2}
    for each in range(40):
        assert len(set(parts.part[groups == each].tolist())) == 1


@pytest.mark.parametrize("shares", [SHARES, (0.5, 0.25, 0.25), (0.9, 0.1)])
@pytest.mark.parametrize("seed", range(10))
def test_shares_of_every_label_are_reached_within_the_largest_component(
    seed: int, shares: tuple[float, ...]
) -> None:
    groups, codes = drawn(seed, 400)
    parts = assigned_to_parts(groups, codes, shares, seed)
    asked = np.outer(shares, np.bincount(codes))
    assert np.abs(parts.labels - asked).max() <= parts.largest


def test_of_single_rows_every_part_has_its_share_of_every_label_to_the_row() -> None:
    codes = np.repeat([0, 1, 2], [500, 300, 200])
    parts = assigned_to_parts(np.arange(1_000), codes, SHARES, 1)
    assert parts.labels.tolist() == [[400, 240, 160], [50, 30, 20], [50, 30, 20]]


def test_the_seed_decides_and_the_same_seed_decides_the_same() -> None:
    groups, codes = drawn(3, 200)
    first, again, other = (assigned_to_parts(groups, codes, SHARES, seed).part for seed in (1, 1, 2))
    assert first.tolist() == again.tolist()
    assert first.tolist() != other.tolist()


def test_a_component_larger_than_dev_goes_into_train() -> None:
    groups = np.concatenate([np.zeros(60, dtype=int), np.arange(1, 61)])
    parts = assigned_to_parts(groups, np.arange(120) % 2, SHARES, 0)
    assert (parts.part[:60] == 0).all()
    assert parts.complete
    assert [int((parts.part == each).sum()) for each in range(3)] == [96, 12, 12]


@pytest.mark.parametrize("seed", range(60))
def test_where_few_components_can_give_every_part_every_label_they_do(seed: int) -> None:
    rng = np.random.default_rng([seed, 9])
    components = int(rng.integers(3, 8))
    groups = np.concatenate([np.arange(components), rng.integers(0, components, 12)])
    codes = rng.integers(0, 2, len(groups))
    codes[:2] = (0, 1)
    ways = product(range(3), repeat=components)
    possible = any(Parts(groups, codes, np.array(way)[groups], SHARES).complete for way in ways)
    assert assigned_to_parts(groups, codes, SHARES, seed).complete == possible


def test_a_label_in_fewer_components_than_parts_leaves_a_part_without_it() -> None:
    codes = np.array([1, 1, *([0] * 30)])
    parts = assigned_to_parts(np.arange(32), codes, SHARES, 0)
    assert not parts.complete
    assert (parts.labels[:, 0] > 0).all()
