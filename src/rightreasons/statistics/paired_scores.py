"""Two series on the same items: successes by the four cells, balanced accuracy, and halves."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rightreasons.statistics.checks import FloatArray
from rightreasons.statistics.paired import EXACT_BELOW, mcnemar, mcnemar_one_sided, paired_difference
from rightreasons.statistics.power import detectable_paired_difference
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate, Interval, TestResult
from rightreasons.statistics.stratified import chi_square_tail
from rightreasons.statistics.stratified_proportion import combined_difference, stratified_proportion

FLIPS = 9_999


@dataclass(frozen=True, slots=True)
class PairedCounts:
    """How many items both, only one, or neither of two series succeed on.

    Parameters
    ----------
    both, only_first, only_second, neither
        The four cells.
    """

    both: int
    only_first: int
    only_second: int
    neither: int

    @classmethod
    def of(cls, first: npt.NDArray[np.bool_], second: npt.NDArray[np.bool_]) -> "PairedCounts":
        """Count successes of two series, both of shape (n,), item by item; ValueError if shapes differ."""
        if first.shape != second.shape:
            raise ValueError(f"{first.size} items cannot be paired with {second.size}")
        return cls(
            int((first & second).sum()),
            int((first & ~second).sum()),
            int((~first & second).sum()),
            int((~first & ~second).sum()),
        )

    @property
    def n(self) -> int:
        """All items."""
        return self.both + self.only_first + self.only_second + self.neither

    def share(self, *cells: str, level: float = 0.95) -> Estimate:
        """Return the share of the items that are in some of the four cells, called as the parameters are."""
        return proportion(sum(getattr(self, cell) for cell in cells), self.n, level)

    def first(self, level: float = 0.95) -> Estimate:
        """Return the share of successes of the first series."""
        return self.share("both", "only_first", level=level)

    def second(self, level: float = 0.95) -> Estimate:
        """Return the share of successes of the second series."""
        return self.share("both", "only_second", level=level)

    def difference(self, level: float = 0.95) -> Estimate:
        """Return the first proportion minus the second, see `paired_difference`."""
        return paired_difference(self.both, self.only_first, self.only_second, self.neither, level)

    def test(self) -> TestResult:
        """Return McNemar's test of the difference, see `mcnemar`."""
        return mcnemar(self.only_first, self.only_second, self.n)

    def fallen(self) -> TestResult:
        """Return the test of whether the first is below the second, see `mcnemar_one_sided`."""
        return mcnemar_one_sided(self.only_second, self.only_first, self.n)

    def detectable(self, level: float = 0.95) -> Estimate:
        """Return the smallest difference that could have been told, see `detectable_paired_difference`."""
        return detectable_paired_difference(self.only_first + self.only_second, self.n, level)


@dataclass(frozen=True, slots=True)
class SampledCounts(PairedCounts):
    """The same of items drawn from strata, each of which stands for as many as its stratum says.

    Parameters
    ----------
    strata
        The four cells in each stratum; those of the whole are their sums.
    drawn
        Items drawn from each stratum, in the cells or not.
    sizes
        Items of each stratum in the population.
    """

    strata: tuple[PairedCounts, ...]
    drawn: tuple[int, ...]
    sizes: tuple[int, ...]

    def share(self, *cells: str, level: float = 0.95) -> Estimate:
        """Return the share of the population, see `stratified_proportion`."""
        hits = [sum(getattr(each, cell) for cell in cells) for each in self.strata]
        return stratified_proportion(hits, [each.n for each in self.strata], self.drawn, self.sizes, level)

    def difference(self, level: float = 0.95) -> Estimate:
        """Return the first proportion minus the second in the population, see `combined_difference`."""
        parts = [each.difference(level) for each in self.strata]
        return combined_difference(parts, self.drawn, self.sizes, level)

    def test(self) -> TestResult:
        """Test the weighted difference of the discordant items.

        McNemar's chi-square with a weight an item, no correction for continuity; where the discordant items
        are as many as fewer than 25 of equal weight, 9,999 times their signs at random (the same each time).

        References
        ----------
        McNemar (1947), Psychometrika 12:153-157, with weights; Kish (1965), section 11.7, for as many as.
        """
        gained, lost = (
            np.array([getattr(each, cell) for each in self.strata]) for cell in ("only_first", "only_second")
        )
        discordant, each = gained + lost, self._weights
        if not discordant.any():
            return TestResult("McNemar, weighted", 0.0, 1.0, self.n)
        found, variance = float(each @ (gained - lost)), float(each**2 @ discordant)
        if (each @ discordant) ** 2 / variance < EXACT_BELOW:
            heads = np.random.default_rng(0).binomial(discordant, 0.5, (FLIPS, len(discordant)))
            flipped = np.abs((2 * heads - discordant) @ each)
            beyond = int((flipped >= abs(found) * (1 - 1e-9)).sum())
            return TestResult("signs flipped, weighted", found, (beyond + 1) / (FLIPS + 1), self.n)
        statistic = found**2 / variance
        return TestResult("McNemar, weighted", statistic, chi_square_tail(statistic, 1), self.n, 1)

    def fallen(self) -> TestResult:
        """Return one half of `test`."""
        found = self.test()
        half = (1.0 if found.p_value is None else found.p_value) / 2
        below = (self.difference().value or 0.0) < 0
        return TestResult(f"{found.method}, one-sided", found.statistic, half if below else 1 - half, self.n)

    def detectable(self, level: float = 0.95) -> Estimate:
        """Return what as many items of equal weight could have told."""
        items, each = np.array([part.n for part in self.strata]), self._weights
        alike = int((each @ items) ** 2 / (each**2 @ items))
        discordant = self.share("only_first", "only_second").value or 0.0
        return detectable_paired_difference(round(discordant * alike), alike, level)

    @property
    def _weights(self) -> FloatArray:
        """Share of the population that an item of each stratum stands for, shape (strata,)."""
        each = np.array(self.sizes) / np.array(self.drawn)
        return np.asarray(each / (each @ np.array([part.n for part in self.strata])))


Flags = npt.NDArray[np.bool_]
_PAIRED = "normal, paired within gold labels"


def z_test(difference: float, variance: float, n: int, method: str) -> TestResult:
    """Return the two-sided normal test of a difference.

    Parameters
    ----------
    difference, variance
        In the same unit; the variance is known and positive.
    n
        Items behind it.
    method
        What to call the test.
    """
    z = difference / math.sqrt(variance)
    return TestResult(method, z, math.erfc(abs(z) / math.sqrt(2)), n)


def balanced_difference(
    first: Flags, second: Flags, positive: Flags, level: float = 0.95
) -> tuple[Estimate, TestResult]:
    """Return balanced accuracy of the first minus that of the second of two series of decisions.

    It is the mean of the differences among positive and among negative items; the interval puts together
    Newcombe's paired intervals of these two (MOVER: Zou and Donner 2008, Statistics in Medicine 27). The test
    is the normal one with the variance of the paired differences within each class.

    Parameters
    ----------
    first, second
        Whether each decision is right, shape (n,).
    positive
        Whether each item is positive, shape (n,).
    level
        Nominal coverage.
    """
    n = len(positive)
    parts = [PairedCounts.of(first[of], second[of]).difference(level) for of in (positive, ~positive)]
    if any(part.value is None or part.interval is None for part in parts):
        reason = "one of the two classes has no items"
        return Estimate(None, "proportion", n, reason=reason), TestResult(
            _PAIRED, None, None, n, reason=reason
        )
    values = [part.value or 0.0 for part in parts]
    bounds = [(part.interval.low, part.interval.high) for part in parts if part.interval]
    value = sum(values) / 2
    below = math.hypot(*(own - low for own, (low, _) in zip(values, bounds, strict=True))) / 2
    above = math.hypot(*(high - own for own, (_, high) in zip(values, bounds, strict=True))) / 2
    interval = Interval(value - below, value + above, level, "MOVER of Newcombe, paired")
    gaps = [first[of].astype(np.float64) - second[of] for of in (positive, ~positive)]
    variance = sum(float(gap.var()) / len(gap) for gap in gaps) / 4
    same = TestResult(_PAIRED, None, 1.0, n, reason="the decisions are right on the same items")
    return Estimate(value, "proportion", n, interval), z_test(
        value, variance, n, _PAIRED
    ) if variance else same


@dataclass(frozen=True, slots=True)
class Threshold:
    """From which score on an item counts as positive.

    Parameters
    ----------
    value
        Half-way between the two neighbouring scores that it parts.
    balanced_accuracy
        On the items that it was fitted on.
    """

    value: float
    balanced_accuracy: float


def best_threshold(scores: FloatArray, positive: Flags) -> Threshold:
    """Return the threshold with the greatest balanced accuracy.

    Where several cuts are equally good it is the middle one, of an even number the lower of the two.

    Parameters
    ----------
    scores, positive
        Shape (n,), both classes there.
    """
    above, below = int(positive.sum()), int((~positive).sum())
    if not above or not below:
        raise ValueError("a threshold is fitted on items of both classes")
    distinct, place = np.unique(scores, return_inverse=True)
    # From score i on is positive: how many of either class are right, for every i.
    found = np.cumsum(np.bincount(place[positive], minlength=len(distinct))[::-1])[::-1]
    passed = np.cumsum(np.bincount(place[~positive], minlength=len(distinct))[::-1])[::-1]
    # In whole numbers, so that equally good cuts are equal.
    quality = found * below + (below - passed) * above
    best = np.flatnonzero(quality == quality.max())
    cut = int(best[(len(best) - 1) // 2])
    return Threshold(_between(distinct, cut), float(quality[cut]) / (2 * above * below))


def _between(scores: FloatArray, cut: int) -> float:
    """Return the middle between a score and the one below it, and the score itself where there is none."""
    upper = float(scores[cut])
    lower = float(scores[cut - 1]) if cut else upper
    middle = lower + (upper - lower) / 2
    return middle if lower < middle else upper


def halves(positive: Flags, seed: int) -> Flags:
    """Return which items stand in the first of two random halves of either class, shape (n,)."""
    rng = np.random.default_rng(seed)
    first = np.zeros(len(positive), dtype=np.bool_)
    for of in (positive, ~positive):
        places = rng.permutation(np.flatnonzero(of))
        first[places[: len(places) // 2]] = True
    return first


def decided_across(scores: FloatArray, positive: Flags, first: Flags) -> tuple[Flags, tuple[float, float]]:
    """Return the decisions of each half by the threshold that fits the other, and the two thresholds.

    Parameters
    ----------
    scores, positive
        Shape (n,).
    first
        As `halves` returns it; both classes stand in both halves.
    """
    cuts = tuple(best_threshold(scores[of], positive[of]).value for of in (first, ~first))
    return np.where(first, scores >= cuts[1], scores >= cuts[0]), (cuts[0], cuts[1])
