"""Findings of `compare` as they are read on a page: a row a cell, its difference with bounds, its tests."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rightreasons.findings import Cell, Finding, View
from rightreasons.reports.results import shown_points
from rightreasons.statistics.results import Estimate, Interval

WIDTH = 100.0
_STEP = 0.05  # the scale of a set ends at a multiple of five points


@dataclass(frozen=True)
class Whisker:
    """A difference drawn: places from 0 to `WIDTH`, no difference in the middle.

    Parameters
    ----------
    low, at, high
        Lower bound, difference, upper bound.
    """

    low: float
    at: float
    high: float


@dataclass(frozen=True)
class ComparedRow:
    """One cell of one set under two runs, as text beside the numbers it is sorted by.

    Parameters
    ----------
    cell
        ``accuracy`` or GROUP.LABEL.
    n
        Items that both runs answered.
    first, second
        Accuracies, the first of the reference.
    difference
        Second minus first, a proportion.
    shown_difference
        The same in points with its interval.
    p_holm, p_bh, p
        P-values, adjusted after Holm, after Benjamini and Hochberg, and as they are.
    only_first, only_second
        Items that only one got right.
    detectable
        Smallest difference that would be told in four cases of five, a proportion.
    differs
        Whether chance is ruled out after Holm.
    whisker
        The difference drawn, or None where it has no interval.
    """

    cell: str
    n: int
    first: float
    second: float
    difference: float
    shown_difference: str
    p_holm: float
    p_bh: float
    p: float | None
    only_first: int
    only_second: int
    detectable: float | None
    differs: bool
    whisker: Whisker | None


@dataclass(frozen=True)
class ComparedSet:
    """One set under two runs.

    Parameters
    ----------
    name
        The set.
    first, second
        What the runs are called.
    level
        Coverage of the intervals in per cent.
    scale
        Difference at the ends of the drawings, in points.
    rows
        Its cells, all items first.
    """

    name: str
    first: str
    second: str
    level: float
    scale: float
    rows: tuple[ComparedRow, ...]


def compared_sets(finding: Finding) -> tuple[ComparedSet, ...]:
    """Return what a finding of `compare` says, set by set; of any other finding, nothing."""
    if finding.measure != "compare":
        return ()
    return tuple(_set(name, table, finding.settings) for name, table in finding.views.items())


def _set(name: str, table: View, settings: Mapping[str, Cell]) -> ComparedSet:
    level = float(settings["level"] or 0.0)
    rows = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    scale = _scale(rows)
    shown = tuple(_row(row, level, scale) for row in rows)
    return ComparedSet(name, str(settings["first"]), str(settings["second"]), 100 * level, 100 * scale, shown)


def _scale(rows: Sequence[Mapping[str, Cell]]) -> float:
    bounds = [abs(bound) for row in rows for bound in _bounds(row)]
    return max(_STEP, _STEP * -(-max(bounds, default=0.0) // _STEP))


def _bounds(row: Mapping[str, Cell]) -> Iterator[float]:
    for name in ("difference", "difference_low", "difference_high"):
        value = row[name]
        if value is not None:
            yield float(value)


def _row(row: Mapping[str, Cell], level: float, scale: float) -> ComparedRow:
    n, difference = int(row["n"] or 0), float(row["difference"] or 0.0)
    low, high = row["difference_low"], row["difference_high"]
    bounds = None if low is None or high is None else Interval(float(low), float(high), level, "")
    p_holm = _number(row["p_holm"])
    return ComparedRow(
        cell=str(row["cell"]),
        n=n,
        first=_number(row["first"]),
        second=_number(row["second"]),
        difference=difference,
        shown_difference=shown_points(Estimate(difference, "proportion", n, bounds)),
        p_holm=p_holm,
        p_bh=_number(row["p_bh"]),
        p=_or_none(row["p"]),
        only_first=int(row["only_first"] or 0),
        only_second=int(row["only_second"] or 0),
        detectable=_or_none(row["detectable"]),
        differs=p_holm <= 1 - level,
        whisker=None if bounds is None else _whisker(bounds, difference, scale),
    )


def _or_none(value: Cell) -> float | None:
    return None if value is None else float(value)


def _number(value: Cell) -> float:
    return 1.0 if value is None else float(value)


def _whisker(bounds: Interval, difference: float, scale: float) -> Whisker:
    low, at, high = (
        round(WIDTH * (0.5 + 0.5 * value / scale), 2) for value in (bounds.low, difference, bounds.high)
    )
    return Whisker(low, at, high)
