"""The grid of Liu et al. (2020), section 3.2.3: its size, its parts, and what it does not search."""

import pytest

from rightreasons.debiasing.adversarial.grid import grid_points
from rightreasons.debiasing.shared.method_names import parse_method
from rightreasons.errors import OptionError, UnknownNameError


def test_the_whole_grid_of_the_adversary_is_that_of_the_paper() -> None:
    points = grid_points("adversary")
    assert len(points) == 4 * 4 * 4 * 3  # alpha, gamma, lambda, k
    assert [parse_method(point.method) for point in points[:4]] == [
        parse_method(f"adversary:alpha1=1,alpha2=1,gamma=0.5,lambda={threshold},discriminators={k}")
        for threshold, k in (("0.5", 1), ("0.5", 2), ("0.5", 3), ("0.6", 1))
    ]
    assert len({point.name for point in points}) == 192


def test_other_methods_have_the_options_of_theirs() -> None:
    assert [point.method for point in grid_points("downsampling:mode=rand")] == [
        f"downsampling:mode=rand,lambda={value}" for value in ("0.5", "0.6", "0.7", "0.8")
    ]
    assert len(grid_points("guidance")) == 4 * 4


def test_a_part_leaves_the_rest_as_the_method_has_it() -> None:
    points = grid_points("adversary:min-count=10,discriminators=3", "gamma=1,3:alpha=1,5")
    assert [point.name for point in points] == [
        "gamma1-alpha1",
        "gamma1-alpha5",
        "gamma3-alpha1",
        "gamma3-alpha5",
    ]
    parsed = parse_method(points[1].method)
    assert vars(parsed) == vars(
        parse_method("adversary:min-count=10,discriminators=3,gamma=1,alpha1=5,alpha2=5")
    )


def test_what_the_method_sets_is_not_searched() -> None:
    points = grid_points("adversary:gamma=2,alpha1=5")
    assert len(points) == 4 * 3
    assert all("gamma=2" in point.method and "alpha2" not in point.method for point in points)


@pytest.mark.parametrize(
    ("method", "part", "message"),
    [
        ("focal", None, "a grid for focal"),
        ("adversary", "gamma", "'gamma' for the grid"),
        ("adversary", "gamma=", "'gamma=' for the grid"),
        ("adversary", "gamma=1,1", "distinct values"),
        ("adversary", "gamma=1:gamma=3", "once at most"),
        ("adversary", "epsilon=1", "each of alpha, gamma, lambda, discriminators"),
        ("adversary:gamma=1", "gamma=3", "what debias= sets is not searched"),
        ("adversary", "gamma=../x", "gamma=../x"),
    ],
)
def test_what_is_wrong_is_answered(method: str, part: str | None, message: str) -> None:
    with pytest.raises(OptionError) as refused:
        grid_points(method, part)
    assert message in str(refused.value)


def test_an_unknown_method_is_named() -> None:
    with pytest.raises(UnknownNameError):
        grid_points("adversery")
