"""The tables of several guards: one row a guard, the choice by halves, thresholds, curves, slices."""

from collections.abc import Iterator

import numpy as np

from rightreasons.challenges.costs import Costs
from rightreasons.figures import Figures
from rightreasons.findings import Cell, View, bounded
from rightreasons.measures.comparison.guards_of_runs import GuardsOnASet
from rightreasons.measures.model.guard_slices import ROLES, slice_cells
from rightreasons.measures.model.guard_thresholds import (
    CURVE,
    LINE,
    LINE_ROLES,
    SHARES,
    curve_lines,
    threshold_lines,
)
from rightreasons.measures.slices import slices_of
from rightreasons.sentences.templates import fill
from rightreasons.statistics.cheapest_scores import CheapestScore, ErrorCosts

_AS_USED = ("auroc", "grounded_passed", "ungrounded_passed", "calibration_error")
_COSTS = ("cost", "cheapest_cost", "costs_more")
_SLICED = ("auroc", "grounded_passed", "ungrounded_passed")
_PASSED = {"grounded_passed": "share", "ungrounded_passed": "share"}


def guard_views(
    guards: GuardsOnASet,
    weighed: ErrorCosts,
    cheapest: CheapestScore,
    figures: Figures,
    costs: Costs | None,
) -> dict[str, View]:
    """Return the tables by name.

    Parameters
    ----------
    guards
        The guards of one set.
    weighed, costs
        What their errors cost; as stated, or None.
    cheapest
        Each at its cheapest thresholds.
    figures
        Of the finding.
    """
    views = {
        "guards": _as_used(guards, figures),
        "choice": _choice(guards, weighed, cheapest, figures),
        "blocked": _blocked(guards, costs),
        "curves": _curves(guards),
        "slices": _slices(guards),
    }
    return {name: view for name, view in views.items() if view.lines}


def _as_used(guards: GuardsOnASet, figures: Figures) -> View:
    """Return one row a guard at the threshold used, and one of the label that most items have."""
    lines = [(name, *_cells(figures, name, _AS_USED)) for name in guards.names]
    grounded = float(guards.grounded.mean())
    passes = float(grounded >= 0.5)
    named = fill("guard_choice.always_passes" if passes else "guard_choice.always_blocks")
    lines.append((named, *(cell for value in (0.5, passes, passes, None) for cell in (value, None, None))))
    return View(
        fill("guard_choice.guards"),
        ("guard", *_with_bounds(_AS_USED)),
        tuple(lines),
        by=("guard",),
        bounds=bounded(*_AS_USED),
        roles=_PASSED,
    )


def _choice(guards: GuardsOnASet, weighed: ErrorCosts, cheapest: CheapestScore, figures: Figures) -> View:
    """Return what each guard costs, as used, at its cheapest threshold, and on either half by the other."""
    first = guards.guards[0].first
    of_halves = [[each[half].mean() for half in (~first, first)] for each in cheapest.costs]
    lines = [
        (name, *_cells(figures, name, _COSTS), *of_halves[place]) for place, name in enumerate(guards.names)
    ]
    empty = (None,) * 2
    for passes, named in ((True, "guard_choice.always_passes"), (False, "guard_choice.always_blocks")):
        mean = weighed.of(guards.grounded, np.full(len(first), passes)).mean()
        lines.append((fill(named), mean, *empty, mean, *empty, None, *empty, None, None))
    halves = ("second_half", "first_half")
    return View(
        fill("guard_choice.choice"),
        ("guard", *_with_bounds(_COSTS), *halves),
        tuple(
            tuple(float(cell) if isinstance(cell, np.floating) else cell for cell in line) for line in lines
        ),
        by=("guard",),
        bounds=bounded(*_COSTS),
        roles=dict.fromkeys((*_COSTS, *halves), "cost"),
    )


def _blocked(guards: GuardsOnASet, costs: Costs | None) -> View:
    """Return what each guard blocks as used, at 80, 90, 95 and 99 % of ungrounded, and at its cheapest."""
    lines = [
        (name, *line)
        for name, guard in zip(guards.names, guards.guards, strict=True)
        for line in threshold_lines(guard, costs)
    ]
    return View(
        fill("guard.blocked"),
        ("guard", *LINE),
        tuple(lines),
        by=("guard", "chosen_for"),
        bounds=bounded(*SHARES),
        roles=LINE_ROLES,
    )


def _curves(guards: GuardsOnASet) -> View:
    lines = [
        (name, *line)
        for name, guard in zip(guards.names, guards.guards, strict=True)
        for line in curve_lines(guard)
    ]
    return View(
        fill("guard.thresholds"),
        ("guard", *CURVE),
        tuple(lines),
        by=("guard", "threshold", "used"),
        roles=_PASSED | {"threshold": "number", "used": "truth"},
    )


def _slices(guards: GuardsOnASet) -> View:
    """Return every guard in every part of the set: by its columns, by the lengths of both texts."""
    return View(
        fill("guard_slices.title"),
        ("slice_by", "slice", "guard", "n", "grounded", *_with_bounds(_SLICED)),
        tuple(_sliced(guards)),
        by=("slice_by", "slice", "guard"),
        bounds=bounded(*_SLICED),
        roles=ROLES,
    )


def _sliced(guards: GuardsOnASet) -> Iterator[tuple[Cell, ...]]:
    for part in slices_of(guards.items, guards.groups, guards.set):
        for name, guard in zip(guards.names, guards.guards, strict=True):
            yield (part.by, part.name, name, *slice_cells(part, guard.grounded, guard.passed, guard.scores))


def _with_bounds(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{name}{end}" for name in names for end in ("", "_low", "_high"))


def _cells(figures: Figures, guard: str, names: tuple[str, ...]) -> tuple[Cell, ...]:
    """Return value and bounds of figures of a guard; of one that it lacks none."""
    found = (figures.get(f"{guard}.{name}") for name in names)
    cells = ((None,) * 3 if each is None else (each.value, *each.bounds) for each in found)
    return tuple(cell for each in cells for cell in each)
