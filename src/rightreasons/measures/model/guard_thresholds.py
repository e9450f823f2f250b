"""What other thresholds of a guard would do: the curve of all, four shares blocked, the cheapest by cost."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from rightreasons.challenges.costs import Costs
from rightreasons.figures import Figure, Rows
from rightreasons.findings import View, bounded
from rightreasons.sentences.templates import fill
from rightreasons.statistics.cheapest_scores import ErrorCosts
from rightreasons.statistics.checks import FloatArray
from rightreasons.statistics.chosen_thresholds import (
    Choice,
    ChosenAcross,
    blocking,
    cheapest,
    chosen_across,
    halves_by_cluster,
)
from rightreasons.statistics.clustered import clustered_mean
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate

Flags = npt.NDArray[np.bool_]
BLOCKED = (0.8, 0.9, 0.95, 0.99)
LEAST = 10
"""Items of either class in either half."""
_POINTS = 101
SHARES = ("ungrounded_blocked", "grounded_blocked")
LINE = (
    "chosen_for",
    "threshold",
    *(f"{share}{end}" for share in SHARES for end in ("", "_low", "_high")),
)
LINE_ROLES = dict.fromkeys(SHARES, "share") | {"chosen_for": "group", "threshold": "number"}
CURVE = ("threshold", "ungrounded_passed", "grounded_passed", "used")


@dataclass(frozen=True)
class GuardScores:
    """Scores of a guard with what gold says and what was decided.

    Parameters
    ----------
    scores, grounded, passed
        Probability of entailment, whether gold is entailment, whether entailment was answered, shape (n,).
    clusters
        What items share with others: the document, or a number of their own, shape (n,).
    seed
        Deals the halves.
    """

    scores: FloatArray
    grounded: Flags
    passed: Flags
    clusters: npt.NDArray[np.int64]
    seed: int

    @cached_property
    def first(self) -> Flags:
        """Which items stand in the first half; a document stands in one half."""
        return halves_by_cluster(self.clusters, self.seed)

    @property
    def used_threshold(self) -> float | None:
        """The smallest score that passed, if none above it was blocked; None where scores did not decide."""
        passed, blocked = self.scores[self.passed], self.scores[~self.passed]
        if not len(passed) or (len(blocked) and blocked.max() >= passed.min()):
            return None
        return float(passed.min())

    @property
    def can_choose(self) -> bool:
        """Whether either half has enough items of either class to choose a threshold."""
        parts = (of & half for of in (self.grounded, ~self.grounded) for half in (self.first, ~self.first))
        return min(int(part.sum()) for part in parts) >= LEAST

    def chosen(self, choice: Choice) -> ChosenAcross:
        """Return the decisions of each half by the threshold of the other."""
        return chosen_across(self.scores, self.grounded, self.first, choice)

    def blocked(self, passed: Flags) -> tuple[Estimate, Estimate]:
        """Return the shares of ungrounded and of grounded items that do not pass."""
        ungrounded, grounded = (
            proportion(int((of & ~passed).sum()), int(of.sum())) for of in (~self.grounded, self.grounded)
        )
        return ungrounded, grounded


def threshold_views(guard: GuardScores, costs: Costs | None) -> dict[str, View]:
    """Return the curve of all thresholds and, where there are enough items, those that block most."""
    curve = {"thresholds": _curve(guard)}
    return {"blocked": _blocked(guard, costs), **curve} if guard.can_choose else curve


def threshold_lines(guard: GuardScores, costs: ErrorCosts | None) -> Iterator[tuple[str | float | None, ...]]:
    """Yield what is blocked as used, at the thresholds that block most, and at the cheapest: `LINE`."""
    yield _line(guard, fill("guard.as_used"), guard.used_threshold, guard.passed)
    for share in BLOCKED:
        chosen = guard.chosen(blocking(share))
        yield _line(guard, fill("guard.to_block", share=share), chosen.threshold, chosen.passed)
    if costs is not None:
        chosen = guard.chosen(cheapest(costs.miss, costs.block))
        named = fill("guard.cheapest", miss=costs.miss, block=costs.block)
        yield _line(guard, named, chosen.threshold, chosen.passed)


def curve_lines(guard: GuardScores) -> Iterator[tuple[float | bool | None, ...]]:
    """Yield threshold, share of ungrounded and of grounded items that pass, and whether that is as used."""
    cuts = np.quantile(guard.scores, np.linspace(0, 1, _POINTS), method="inverted_cdf")
    grounded, ungrounded = (np.sort(guard.scores[of]) for of in (guard.grounded, ~guard.grounded))
    cuts_once = np.unique(cuts)
    x, y = (1 - np.searchsorted(of, cuts_once) / len(of) for of in (ungrounded, grounded))
    yield from ((float(cut), float(x[at]), float(y[at]), False) for at, cut in enumerate(cuts_once))
    used = [float(guard.passed[of].mean()) for of in (~guard.grounded, guard.grounded)]
    yield (None, 0.0, 0.0, False)
    yield (None, used[0], used[1], True)


def cost_figures(guard: GuardScores, costs: Costs, rows: Rows) -> Iterator[Figure]:
    """Yield the mean cost of an item as decided, at the cheapest threshold, and what that saves."""
    if not guard.can_choose:
        none = Estimate(
            None, "cost", len(guard.scores), reason=fill("guard.too_few_for_a_choice", least=LEAST)
        )
        for what in ("cost", "cheapest_cost", "saved"):
            yield Figure("cost", none, rows=rows, what=what)
        return
    chosen = guard.chosen(cheapest(costs.miss, costs.block))
    used, least = (costs.of(guard.grounded, passed) for passed in (guard.passed, chosen.passed))
    for what, each in (("cost", used), ("cheapest_cost", least), ("saved", used - least)):
        yield Figure("cost", clustered_mean(each, guard.clusters, "cost"), rows=rows, what=what)


def _blocked(guard: GuardScores, costs: Costs | None) -> View:
    return View(
        fill("guard.blocked"),
        LINE,
        tuple(threshold_lines(guard, costs)),
        by=("chosen_for",),
        bounds=bounded(*SHARES),
        roles=LINE_ROLES,
    )


def _line(
    guard: GuardScores, named: str, threshold: float | None, passed: Flags
) -> tuple[str | float | None, ...]:
    shares = guard.blocked(passed)
    cells = (cell for each in shares for cell in (each.value, *each.bounds))
    return (named, threshold, *cells)


def _curve(guard: GuardScores) -> View:
    """Return what passes from evenly many thresholds on, and what passed as decided."""
    roles = {"threshold": "number", "ungrounded_passed": "share", "grounded_passed": "share", "used": "truth"}
    return View(
        fill("guard.thresholds"), CURVE, tuple(curve_lines(guard)), by=("threshold", "used"), roles=roles
    )
