"""Several guards in one table, and which of them costs least: chosen on one half, measured on the other."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from rightreasons.challenges.costs import Costs
from rightreasons.figures import Figure, Figures
from rightreasons.findings import Finding
from rightreasons.measures.comparison.compared_runs import ComparedRun
from rightreasons.measures.comparison.guard_tables import guard_views
from rightreasons.measures.comparison.guards_of_runs import GuardsOnASet, guards_of_runs
from rightreasons.measures.model.guard_thresholds import Flags, GuardScores
from rightreasons.sentences.templates import fill, joined
from rightreasons.statistics.calibration import calibration_bins, expected_calibration_error
from rightreasons.statistics.cheapest_scores import CheapestScore, ErrorCosts, cheapest_score
from rightreasons.statistics.clustered import clustered_mean
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate
from rightreasons.statistics.roc_area import auroc

ADDS = {"comparison_measure": {"guard_choice": "guard_choices"}}
MEASURE = "guard_choice"
SEED, BINS = 2019, 10


@dataclass(frozen=True)
class _Choice:
    """The guards of a set with what their errors cost, and which of them costs least.

    Parameters
    ----------
    guards
        Of one set.
    costs
        As stated; None: both kinds of error weigh the same.
    cheapest
        Each guard at its cheapest thresholds.
    leader
        The place of the guard that is shown to cost least; None: none is.
    level
        Nominal coverage of intervals.
    """

    guards: GuardsOnASet
    costs: Costs | None
    cheapest: CheapestScore
    leader: int | None
    level: float

    @property
    def error_costs(self) -> ErrorCosts:
        """What the errors cost, as stated or balanced."""
        return self.costs or ErrorCosts.balanced(self.guards.grounded)

    @property
    def best(self) -> int:
        """The guard that costs least in these data, shown to or not."""
        return int(self.cheapest.costs.mean(axis=1).argmin())


def guard_choices(
    probes: Sequence[ComparedRun], cost: str | None = None, level: float = 0.95, seed: int = SEED
) -> tuple[Finding, ...]:
    """Show the guards of all runs in one table, and say which of them costs least.

    Parameters
    ----------
    probes
        Two runs or more. Sets of other labels than two, without scores, or sampled are passed over.
    cost
        What an ungrounded item that passes costs, and a grounded one blocked: ``"miss=10,block=1"``. None:
        each share of errors counts one half, which is one minus balanced accuracy.
    level
        Nominal coverage of intervals; those of differences hold for all pairs of guards at once.
    seed
        For the halves, and for the interval of the calibration error.

    Returns
    -------
    tuple of Finding
        One a set. Figures of every guard: ``auroc``, ``grounded_passed``, ``ungrounded_passed``,
        ``calibration_error`` and ``cost`` as used, ``cheapest_cost``, ``saved``, ``ungrounded_blocked``,
        ``grounded_blocked`` and ``ungrounded_passed_at_cheapest`` at its cheapest threshold, ``costs_more``
        than the cheapest guard. Tables ``guards``, ``choice``, ``blocked``, ``curves``, ``slices``.

    Raises
    ------
    OptionError
        For a cost that is not stated as above.
    """
    costs = None if cost is None else Costs.read(cost)
    found = guards_of_runs(probes, seed)
    return tuple(_finding(guards, costs, level, seed) for guards in found if guards.guards[0].can_choose)


def _finding(guards: GuardsOnASet, costs: Costs | None, level: float, seed: int) -> Finding:
    chosen = _chosen(guards, costs, level)
    figures = Figures(_figures(chosen, seed))
    weighed = {} if costs is None else {"miss": costs.miss, "block": costs.block}
    ends = "" if costs is None else "_cost"
    leader = None if chosen.leader is None else guards.names[chosen.leader]
    thresholds = chosen.cheapest.across[chosen.best].thresholds
    return Finding(
        measure=MEASURE,
        subject=f"{', '.join(guards.names)} on {guards.set}",
        definition=fill(f"guard_choice.definition{ends}", **weighed),
        headline=_headline(chosen, figures),
        figures=figures,
        views=guard_views(guards, chosen.error_costs, chosen.cheapest, figures, costs),
        settings={
            "level": level,
            "seed": seed,
            "bins": BINS,
            "chosen": leader,
            "best": guards.names[chosen.best],
            "first_threshold": thresholds[0],
            "second_threshold": thresholds[1],
        }
        | weighed,
        notes=tuple(_notes(chosen, figures)),
        on=guards.set,
        role="comparison",
    )


def _chosen(guards: GuardsOnASet, costs: Costs | None, level: float) -> _Choice:
    first = guards.guards[0]
    weighed = costs or ErrorCosts.balanced(guards.grounded)
    found = cheapest_score(guards.scores, guards.grounded, first.first, weighed)
    return _Choice(guards, costs, found, found.leader(first.clusters, level), level)


def _figures(chosen: _Choice, seed: int) -> Iterator[Figure]:
    clusters = chosen.guards.guards[0].clusters
    more = chosen.cheapest.differences(chosen.best, clusters, chosen.level)
    for place, (name, guard) in enumerate(zip(chosen.guards.names, chosen.guards.guards, strict=True)):
        group = {"guard": name}
        for quantity, what, estimate in (
            *_as_used(guard, chosen, seed),
            *_at_its_cheapest(guard, chosen, place),
        ):
            yield Figure(quantity, estimate, group, what=what)
        if place in more:
            yield Figure("cost", more[place], group, what="costs_more")


def _as_used(guard: GuardScores, chosen: _Choice, seed: int) -> Iterator[tuple[str, str, Estimate]]:
    grounded, level = guard.grounded, chosen.level
    bins = calibration_bins(guard.scores, grounded, BINS)
    yield "auroc", "auroc", auroc(guard.scores, grounded, level)
    yield "share", "grounded_passed", _share(guard.passed, grounded, level)
    yield "false_positives", "ungrounded_passed", _share(guard.passed, ~grounded, level)
    yield "calibration_error", "calibration_error", expected_calibration_error(bins, seed, level)
    used = chosen.error_costs.of(grounded, guard.passed)
    yield "cost", "cost", clustered_mean(used, guard.clusters, "cost", level=level)


def _at_its_cheapest(guard: GuardScores, chosen: _Choice, place: int) -> Iterator[tuple[str, str, Estimate]]:
    grounded, level = guard.grounded, chosen.level
    passed, least = chosen.cheapest.across[place].passed, chosen.cheapest.costs[place]
    used = chosen.error_costs.of(grounded, guard.passed)
    yield "cost", "cheapest_cost", clustered_mean(least, guard.clusters, "cost", level=level)
    yield "cost", "saved", clustered_mean(used - least, guard.clusters, "cost", level=level)
    yield "share", "ungrounded_blocked", _share(~passed, ~grounded, level)
    yield "share", "grounded_blocked", _share(~passed, grounded, level)
    yield "false_positives", "ungrounded_passed_at_cheapest", _share(passed, ~grounded, level)


def _share(of: Flags, among: Flags, level: float) -> Estimate:
    return proportion(int((of & among).sum()), int(among.sum()), level)


def _headline(chosen: _Choice, figures: Figures) -> str:
    """Name the guard that costs least, or say that the data cannot tell."""
    names, kind = chosen.guards.names, "balanced" if chosen.costs is None else "cost"
    first, second = (names[place] for place in chosen.cheapest.chosen)
    if first != second:
        return fill(f"guard_choice.halves_differ_{kind}", first=first, second=second)
    best = names[chosen.best]
    told = "cannot_tell" if chosen.leader is None else "chosen"
    cost = figures[f"{best}.cheapest_cost"]
    return fill(f"guard_choice.{told}_{kind}", guard=best, cost=cost, others=_others(chosen, figures))


def _others(chosen: _Choice, figures: Figures) -> str:
    """Return what the other guards cost, the cheapest first."""
    names, kind = chosen.guards.names, "balanced" if chosen.costs is None else "cost"
    order = np.argsort(chosen.cheapest.costs.mean(axis=1))
    return joined(
        fill(f"guard_choice.other_{kind}", guard=names[place], cost=figures[f"{names[place]}.cheapest_cost"])
        for place in order
        if place != chosen.best
    )


def _notes(chosen: _Choice, figures: Figures) -> Iterator[str]:
    """Say what the cheapest thresholds save beside the thresholds used, and what a cost was not given for."""
    best = chosen.guards.names[chosen.best]
    saved = figures[f"{best}.saved"]
    low = saved.bounds[0]
    said: Mapping[str, object] = {"guard": best, "cost": figures[f"{best}.cost"], "saved": saved}
    yield fill("guard_choice.saves" if low is not None and low > 0 else "guard_choice.saves_nothing", **said)
    if chosen.costs is None:
        yield fill("guard_choice.no_cost")
