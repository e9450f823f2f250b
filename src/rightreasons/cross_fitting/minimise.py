"""Limited-memory BFGS in single precision, for smooth convex losses of many parameters."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Vector = npt.NDArray[np.float32]
Objective = Callable[[Vector], tuple[float, Vector]]

MEMORY = 6
SUFFICIENT_DECREASE = 1e-4
FIRST_STEP = 0.1  # before anything is known of the curvature
SHORTEST_STEP = 1e-6


@dataclass(frozen=True)
class Minimum:
    """Where a minimisation ended.

    Parameters
    ----------
    at
        The point.
    value
        The objective there.
    iterations
        How many steps were taken.
    """

    at: Vector
    value: float
    iterations: int


def minimise(objective: Objective, start: Vector, tolerance: float, most_iterations: int) -> Minimum:
    """Return a minimum of `objective`, which gives value and gradient (Liu & Nocedal 1989, algorithm 2.1).

    Ends when two steps in a row lower the objective by less than `tolerance` times its value, or after
    `most_iterations` steps. scipy's L-BFGS-B does the same in double precision, with bounds that nobody
    needs here: a whole audit takes 1.2 (50,000 made pairs) to 1.6 times (SNLI dev) the processor
    time with it, `benchmarks/minimiser.py` measures that; its accuracies differ in the third decimal.
    """
    point = start.copy()
    value, gradient = objective(point)
    pairs: list[tuple[Vector, Vector, float]] = []
    small_steps = 0
    for iteration in range(most_iterations):
        direction = _direction(gradient, pairs)
        found = _step(objective, (point, value, gradient), direction, 1.0 if pairs else FIRST_STEP)
        if found is None:
            return Minimum(point, value, iteration)
        new_point, new_value, new_gradient = found
        _remember(pairs, new_point - point, new_gradient - gradient)
        small_steps = small_steps + 1 if value - new_value < tolerance * abs(value) else 0
        point, value, gradient = new_point, new_value, new_gradient
        if small_steps == 2:
            return Minimum(point, value, iteration + 1)
    return Minimum(point, value, most_iterations)


def _direction(gradient: Vector, pairs: list[tuple[Vector, Vector, float]]) -> Vector:
    direction = -gradient
    if not pairs:
        return direction
    shares = []
    for change, slope, product in reversed(pairs):
        share = _dot(change, direction) / product
        direction -= np.float32(share) * slope
        shares.append(share)
    _, slope, product = pairs[-1]
    direction *= np.float32(product / _dot(slope, slope))
    for (change, slope, product), share in zip(pairs, reversed(shares), strict=True):
        direction += np.float32(share - _dot(slope, direction) / product) * change
    return direction


def _step(
    objective: Objective, here: tuple[Vector, float, Vector], direction: Vector, length: float
) -> tuple[Vector, float, Vector] | None:
    """Shorten the step until the objective falls enough, guided by a parabola; None where no step does."""
    point, value, gradient = here
    slope = _dot(gradient, direction)
    if slope >= 0:
        return None
    while length > SHORTEST_STEP:
        new_point = point + np.float32(length) * direction
        new_value, new_gradient = objective(new_point)
        if new_value <= value + SUFFICIENT_DECREASE * length * slope:
            return new_point, new_value, new_gradient
        bottom = -slope * length**2 / (2 * (new_value - value - slope * length))
        length = min(max(bottom, length / 10), length / 2)
    return None


def _remember(pairs: list[tuple[Vector, Vector, float]], change: Vector, slope: Vector) -> None:
    product = _dot(change, slope)
    if product <= 0:
        return
    pairs.append((change, slope, product))
    if len(pairs) > MEMORY:
        del pairs[0]


def _dot(left: Vector, right: Vector) -> float:
    return float(np.dot(left, right))
