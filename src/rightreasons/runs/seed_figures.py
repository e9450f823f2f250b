"""Figures that have no items of their own, as those of controls: two trainings beside each other, by seed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from rightreasons.findings import Cell, Table
from rightreasons.runs.trained_sides import TrainedSide
from rightreasons.statistics.resampling import seed_interval, seed_mean
from rightreasons.statistics.results import Estimate

_COLUMNS = (
    *("figure", "n", "first", "first_sd", "second", "second_sd"),
    *("difference", "difference_low", "difference_high"),
)
_SIDES = ("first", "second", "difference")


@dataclass(frozen=True)
class SeedFigure:
    """One figure of two trainings, a value a seed.

    Parameters
    ----------
    name, unit, n
        As of the figure.
    first, second
        Of the reference and of the other, in the order of the seeds.
    """

    name: str
    unit: str
    n: int
    first: tuple[float, ...]
    second: tuple[float, ...]

    @property
    def difference(self) -> tuple[float, ...]:
        """The second minus the first, seed by seed."""
        return tuple(float(each) for each in np.subtract(self.second, self.first))


def seed_figures(first: TrainedSide, second: TrainedSide) -> tuple[SeedFigure, ...]:
    """Return the figures that both trainings have."""
    shared = [name for name in first.figures if name in second.figures]
    return tuple(_paired(name, first.figures[name], second.figures[name]) for name in shared)


def figure_estimates(figures: Sequence[SeedFigure], level: float) -> Iterator[tuple[str, Estimate]]:
    """Yield ``NAME.first``, ``NAME.second`` and ``NAME.difference``: means with t intervals over seeds."""
    for each in figures:
        for side in _SIDES:
            values = getattr(each, side)
            yield f"{each.name}.{side}", seed_mean(values, each.unit, each.n, level)


def figure_table(figures: Sequence[SeedFigure], first: str, second: str, level: float) -> Table:
    """Return the figures as a table; intervals are t over seeds."""
    title = f"Other figures of the probes, intervals over seeds: first is {first}, second is {second}"
    return Table(title, _COLUMNS, tuple(_row(each, level) for each in figures))


def _paired(name: str, first: Sequence[Estimate], second: Sequence[Estimate]) -> SeedFigure:
    values = [tuple(float(each.value or 0.0) for each in side) for side in (first, second)]
    return SeedFigure(name, first[0].unit, first[0].n, *values)


def _row(figure: SeedFigure, level: float) -> tuple[Cell, ...]:
    interval = seed_interval(figure.difference, level)
    bounds = (None, None) if interval is None else (interval.low, interval.high)
    return (
        *(figure.name, figure.n, _mean(figure.first), _deviation(figure.first)),
        *(_mean(figure.second), _deviation(figure.second), _mean(figure.difference), *bounds),
    )


def _mean(values: Sequence[float]) -> float:
    return float(np.mean(values))


def _deviation(values: Sequence[float]) -> float | None:
    return float(np.std(values, ddof=1)) if len(values) > 1 else None
