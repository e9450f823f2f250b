"""The measure `compare_seeds`: two trainings of several seeds each, on the same items."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.challenges.grouping import by_value
from rightreasons.findings import Cell, Finding, Table
from rightreasons.labels import Label
from rightreasons.runs.pairing import PairedSet, paired_sets
from rightreasons.runs.seed_figures import figure_estimates, figure_table, seed_figures
from rightreasons.runs.seed_wording import FULL, OF_LABEL, notes, verdict
from rightreasons.runs.sides import GIVEN
from rightreasons.runs.trained_sides import KnownMarks, TrainedSide
from rightreasons.statistics.crossed import Crossed, crossed_mean
from rightreasons.statistics.resampling import seed_interval
from rightreasons.statistics.results import Estimate, Interval

MEASURE = "compare_seeds"
OF_PROBES = "of probes"
DEFINITION = (
    "Accuracy of two trainings, the mean over seeds, on the same items; difference: second minus first, seed "
    "by seed and item by item. Its interval covers seeds and items: both variances added, t after Welch and "
    "Satterthwaite; over_seeds covers seeds alone, over_items items alone, where those of one "
    "premise count as one. Easy, hard: as marked; gap: accuracy on easy minus accuracy on hard items."
)
COLUMNS = (
    *("cell", "n", "first", "first_sd", "second", "second_sd"),
    *("difference", "difference_low", "difference_high"),
    *("over_seeds", "over_seeds_low", "over_seeds_high", "over_items", "over_items_low", "over_items_high"),
)
_EVIDENCE = 10
Right = npt.NDArray[np.float64]


@dataclass(frozen=True)
class SeedCell:
    """One cell of one set under two trainings.

    Parameters
    ----------
    name, cell
        The set; ``full``, ``all.LABEL``, ``MARKS.easy``, ``MARKS.hard`` or ``MARKS.gap``; of a challenge also
        GROUP.LABEL.
    n
        Items.
    first, second, difference
        Accuracy of the reference, of the other, and the second minus the first; of a gap, gaps.
    """

    name: str
    cell: str
    n: int
    first: Crossed = field(repr=False)
    second: Crossed = field(repr=False)
    difference: Crossed


def seed_comparisons(
    sides: Sequence[TrainedSide], marks: Sequence[KnownMarks] = (), level: float = 0.95
) -> tuple[Finding, ...]:
    """Compare every training with the first.

    Parameters
    ----------
    sides
        Two trainings or more; the first is the reference.
    marks
        Easy and hard instances of some of their sets.
    level
        Nominal coverage of intervals.

    Returns
    -------
    tuple of Finding
        One a training beside the first. Figures ``SET.CELL.first``, ``SET.CELL.second`` and
        ``SET.CELL.difference``; for cells see `SeedCell`. Two tables a set: ``SET`` and ``SET by seed``.
        Of probes that are no accuracies of items: ``FIGURE.first``, ... and the table ``of probes``.
        Evidence ``SET.only_first`` and ``SET.only_second``: items that every seed of one got right, and no
        seed of the other.

    Raises
    ------
    ComparisonError
        If they share no items, or the same id has another gold label or other sentences.
    """
    reference, *others = sides
    return tuple(_finding(reference, other, marks, level) for other in others)


def shares_beside(sides: Sequence[TrainedSide]) -> pl.DataFrame:
    """Return the items of the first training with the share of seeds that got each right: ``right_RUN``."""
    frame = sides[0].side.items.select(GIVEN)
    for each in sides:
        share = pl.col("correct").arr.to_list().list.eval(pl.element().cast(pl.Float64)).list.mean()
        said = each.side.items.select("set", "id", share.alias(f"right_{each.name}"))
        frame = frame.join(said, on=["set", "id"], how="left", maintain_order="left")
    return frame


def _finding(first: TrainedSide, second: TrainedSide, marks: Sequence[KnownMarks], level: float) -> Finding:
    paired = paired_sets(first.side, second.side)
    cells = [cell for each in paired for cell in _cells(each, first, marks, level)]
    tables: dict[str, Table] = {}
    for each in paired:
        own = [cell for cell in cells if cell.name == each.name]
        title = f"{each.name}: first is {first.name}, second is {second.name}"
        tables[each.name] = Table(title, COLUMNS, tuple(_row(cell) for cell in own))
        tables[f"{each.name} by seed"] = _by_seed(each.name, own, first.seeds)
    others = seed_figures(first, second)
    if others:
        tables[OF_PROBES] = figure_table(others, first.name, second.name, level)
    return Finding(
        measure=MEASURE,
        subject=f"{second.name} beside {first.name}",
        definition=DEFINITION,
        headline=verdict(first, second.name, cells),
        figures=dict(chain(*(_figures(cell, level) for cell in cells), figure_estimates(others, level))),
        tables=tables,
        evidence=_only_one(paired),
        settings={
            "first": first.name,
            "second": second.name,
            "level": level,
            "seeds": ", ".join(map(str, first.seeds)),
            "first_method": first.method,
            "second_method": second.method,
        },
        notes=(*notes(paired, len(first.seeds)), *(each.note for each in marks if each.note)),
    )


def _cells(
    paired: PairedSet, first: TrainedSide, marks: Sequence[KnownMarks], level: float
) -> Iterator[SeedCell]:
    items = paired.items
    yield _cell(paired.name, FULL, items, level)
    for known in marks:
        if paired.name in first.data and known.are_of(first.data[paired.name]):
            yield from _marked(paired.name, known, items, level)
    for label in Label:
        part = items.filter(pl.col("label").cast(pl.String) == label)
        if part.height:
            yield _cell(paired.name, f"{OF_LABEL}{label}", part, level)
    for group in paired.groups:
        for (value, label), part in by_value(items, group).group_by(group, "label", maintain_order=True):
            yield _cell(paired.name, f"{value}.{label}", part, level)


def _marked(name: str, known: KnownMarks, items: pl.DataFrame, level: float) -> Iterator[SeedCell]:
    marked = items.join(known.frame, on="id", how="inner", maintain_order="left")
    both = marked.filter(pl.col("mark").is_in(["easy", "hard"]))
    parts = {mark: both.filter(pl.col("mark") == mark) for mark in ("easy", "hard")}
    for mark, part in parts.items():
        if part.height:
            yield _cell(name, f"{known.name}.{mark}", part, level)
    if all(part.height for part in parts.values()):
        sides = np.where(both["mark"] == "easy", 1, -1)
        yield _cell(name, f"{known.name}.gap", both, level, sides)


def _cell(
    name: str, cell: str, items: pl.DataFrame, level: float, sides: npt.NDArray[np.int64] | None = None
) -> SeedCell:
    first, second = (_right(items, column) for column in ("first", "second"))
    clusters = items["premise"].fill_null("").to_numpy()
    figures = [crossed_mean(values, clusters, sides, level) for values in (first, second, second - first)]
    return SeedCell(name, cell, items.height, *figures)


def _right(items: pl.DataFrame, column: str) -> Right:
    """Return whether each seed is right, shape (items, seeds)."""
    return np.array(items[column].to_list(), dtype=np.float64)


def _figures(cell: SeedCell, level: float) -> Iterator[tuple[str, Estimate]]:
    name = f"{cell.name}.{cell.cell}"
    unit = "proportion"
    for side, figure in (("first", cell.first), ("second", cell.second)):
        one = len(figure.by_seed) == 1
        interval = figure.items if one else seed_interval(figure.by_seed, level)
        yield (
            f"{name}.{side}",
            Estimate(figure.value, unit, cell.n, interval, None if interval else figure.reason),
        )
    found = cell.difference
    reason = None if found.widest else found.reason
    yield f"{name}.difference", Estimate(found.value, unit, cell.n, found.widest, reason)


def _row(cell: SeedCell) -> tuple[Cell, ...]:
    found = cell.difference
    return (
        *(cell.cell, cell.n, cell.first.value, _deviation(cell.first)),
        *(cell.second.value, _deviation(cell.second)),
        *(found.value, *_bounds(found.widest)),
        *(found.value, *_bounds(found.seeds), found.value, *_bounds(found.items)),
    )


def _deviation(figure: Crossed) -> float | None:
    return float(np.std(figure.by_seed, ddof=1)) if len(figure.by_seed) > 1 else None


def _bounds(interval: Interval | None) -> tuple[float | None, float | None]:
    return (None, None) if interval is None else (interval.low, interval.high)


def _by_seed(name: str, cells: Sequence[SeedCell], seeds: Sequence[int]) -> Table:
    rows = tuple(
        (
            cell.cell,
            seed,
            cell.first.by_seed[place],
            cell.second.by_seed[place],
            cell.difference.by_seed[place],
        )
        for cell in cells
        for place, seed in enumerate(seeds)
    )
    return Table(f"{name}, seed by seed", ("cell", "seed", "first", "second", "difference"), rows)


def _only_one(paired: Sequence[PairedSet]) -> Mapping[str, tuple[str, ...]]:
    found = {}
    for each in paired:
        for own, other in (("first", "second"), ("second", "first")):
            only = (_right(each.items, own).all(axis=1)) & ~(_right(each.items, other).any(axis=1))
            ids = each.items.filter(pl.Series(only))["id"]
            if len(ids):
                found[f"{each.name}.only_{own}"] = tuple(ids.head(_EVIDENCE))
    return found
