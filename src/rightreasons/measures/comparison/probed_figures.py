"""Figures of the probes of two trainings side by side: those without items of their own, as of controls."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from rightreasons.figures import Figure, bounds_of
from rightreasons.findings import Cell, View, bounded
from rightreasons.measures.comparison.trained_runs import TrainedRun
from rightreasons.sentences.templates import fill
from rightreasons.statistics.results import Estimate, bounds_of_difference
from rightreasons.statistics.seeds import seed_deviation, seed_mean

OF_PROBES = "of probes"
_COLUMNS = (
    *("figure", "n", "baseline", "baseline_sd", "candidate", "candidate_sd"),
    *("difference", "difference_low", "difference_high"),
)


@dataclass(frozen=True)
class ProbedFigure:
    """One figure under two trainings, a value a seed.

    Parameters
    ----------
    name
        Of the figure.
    baseline, candidate
        The figure of each seed.
    """

    name: str
    baseline: tuple[Figure, ...]
    candidate: tuple[Figure, ...]

    def values(self) -> tuple[list[float], list[float], list[float]]:
        """Return a value a seed of the baseline, of the candidate, and of their difference."""
        first, second = (
            [float(each.value or 0.0) for each in figures] for figures in (self.baseline, self.candidate)
        )
        return first, second, [float(each) for each in np.subtract(second, first)]

    def means(self, level: float) -> tuple[Estimate, ...]:
        """Return the means over seeds of the baseline, of the candidate, and of their difference."""
        one = self.baseline[0]
        own = bounds_of(one.quantity, one.unit)
        ends = (own, own, bounds_of_difference(own))
        return tuple(
            seed_mean(values, one.unit, one.n, level, between=between)
            for values, between in zip(self.values(), ends, strict=True)
        )

    def figures(self, names: tuple[str, str], level: float) -> Iterator[Figure]:
        """Yield ``NAME.first``, ``NAME.second`` and ``NAME.difference``: means, t intervals over seeds."""
        own = self.baseline[0].quantity
        ends = (("first", own, names[0]), ("second", own, names[1]), ("difference", "value", None))
        for estimate, (end, quantity, subject) in zip(self.means(level), ends, strict=True):
            yield Figure(quantity, estimate, {"figure": self.name}, subject=subject, what=end)

    def line(self, level: float) -> tuple[Cell, ...]:
        """Return its line in the view ``of probes``."""
        by_seed = self.values()
        first, second, difference = self.means(level)
        return (
            *(self.name, first.n, first.value, seed_deviation(by_seed[0])),
            *(second.value, seed_deviation(by_seed[1]), difference.value, *difference.bounds),
        )


def probed_figures(baseline: TrainedRun, candidate: TrainedRun) -> tuple[ProbedFigure, ...]:
    """Return the figures that the probes of both trainings have."""
    shared = [name for name in baseline.figures if name in candidate.figures]
    return tuple(ProbedFigure(name, baseline.figures[name], candidate.figures[name]) for name in shared)


def view_of_probes(figures: Sequence[ProbedFigure], names: tuple[str, str], level: float) -> dict[str, View]:
    """Return the view ``of probes``, a line a figure; nothing of no figures."""
    if not figures:
        return {}
    title = fill("beside.of_probes", baseline=names[0], candidate=names[1])
    lines = tuple(each.line(level) for each in figures)
    roles = dict.fromkeys(_COLUMNS[2:], "value")
    return {
        OF_PROBES: View(title, _COLUMNS, lines, by=("figure",), bounds=bounded("difference"), roles=roles)
    }
