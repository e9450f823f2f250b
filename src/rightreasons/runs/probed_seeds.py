"""What probes of every seed add to a training in a comparison: items of challenges, and other figures."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import polars as pl

from rightreasons.errors import ComparisonError
from rightreasons.printable import printable, quoted
from rightreasons.runs.folder import Run
from rightreasons.runs.sides import GIVEN, Side, sides_of
from rightreasons.runs.trained_sides import TrainedSide
from rightreasons.statistics.results import Estimate


def with_probes(side: TrainedSide, probes: Sequence[Run]) -> TrainedSide:
    """Return a training with what its models said of challenges.

    Parameters
    ----------
    side
        The training.
    probes
        Of its models on the same challenges, one a seed, in the order of its seeds.

    Raises
    ------
    ComparisonError
        If a challenge is called as a set that was predicted in training, or not every seed answered the same
        items.
    """
    asked = sides_of(probes)
    twice = [name for name in asked[0].sets if name in side.side.sets]
    if twice:
        raise ComparisonError(
            f"{quoted(twice)} both predicted in training and probed",
            "challenges of other names",
            "leave out this --on",
        )
    if any(not each.items.select(GIVEN).equals(asked[0].items.select(GIVEN)) for each in asked):
        raise ComparisonError(
            f"seeds of '{printable(side.name)}' that answered different items",
            "the same items of every seed",
            "run it again, and see what the probes say is missing",
        )
    joined = replace(
        side.side,
        items=pl.concat([side.side.items, _joined(asked)], how="diagonal_relaxed"),
        groups=asked[0].groups,
    )
    keys = tuple(str(run.manifest["work_key"]) for run in probes)
    return replace(side, side=joined, probed=asked[0].sets, figures=_figures(asked, probes), probe_keys=keys)


def _joined(asked: Sequence[Side]) -> pl.DataFrame:
    """Return the items with their groups; ``correct`` is an array, one value a seed."""
    first = asked[0]
    groups = dict.fromkeys(group for groups in first.groups.values() for group in groups)
    right = pl.concat_arr([each.items["correct"].alias(str(place)) for place, each in enumerate(asked)])
    kept = [group for group in groups if group in first.items.columns and group not in GIVEN]
    return first.items.select(*GIVEN, *kept, right.alias("correct"))


def _figures(asked: Sequence[Side], probes: Sequence[Run]) -> dict[str, tuple[Estimate, ...]]:
    """Return figures that are not accuracies of challenges, as those of controls: one a seed.

    Where a probe has the same measure of several sets, the set stands behind the measure.
    """
    found: dict[str, list[Estimate]] = {}
    for run in probes:
        others = [each for each in run.findings if each.measure not in asked[0].sets]
        times = Counter(each.measure for each in others)
        for finding in others:
            of = f".{finding.subject.rpartition(' on ')[2]}" if times[finding.measure] > 1 else ""
            for name, figure in finding.figures.items():
                found.setdefault(f"{finding.measure}{of}.{name}", []).append(figure)
    known = {
        name: tuple(each) for name, each in found.items() if all(figure.value is not None for figure in each)
    }
    return {name: each for name, each in known.items() if len(each) == len(probes)}
