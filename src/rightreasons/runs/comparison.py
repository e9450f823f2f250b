"""The measure `compare`: two models on the same items, set by set and group by group."""

from collections.abc import Iterator, Mapping, Sequence

import polars as pl

from rightreasons.challenges.grouping import by_value
from rightreasons.findings import Cell, Finding, View
from rightreasons.runs.compared import OVERALL, Compared, headline, notes
from rightreasons.runs.pairing import PairedSet, paired_sets
from rightreasons.runs.sides import GIVEN, Side
from rightreasons.statistics.multiplicity import benjamini_hochberg, holm
from rightreasons.statistics.paired_counts import PairedCounts
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate

MEASURE = "compare"
DEFINITION = (
    "Accuracy of two runs on the items that both answered, paired by set and id. Difference: second minus "
    "first, with Newcombe's interval for paired proportions; p: McNemar's test, exact with fewer than 25 "
    "items that only one got right; p_holm, p_bh: adjusted after Holm and after Benjamini and Hochberg over "
    "all rows of the comparison. detectable: smallest difference that would be told in four cases of five."
)
COLUMNS = (
    *(
        "cell",
        "n",
        "first",
        "second",
        "difference",
        "difference_low",
        "difference_high",
        "p_holm",
        "p_bh",
        "p",
    ),
    *("only_first", "only_second", "detectable"),
)
_EVIDENCE = 10
_PARSES = ("premise_parse", "hypothesis_parse")


def comparisons(sides: Sequence[Side], level: float = 0.95) -> tuple[Finding, ...]:
    """Compare every run with the first.

    Parameters
    ----------
    sides
        Two runs or more; the first is the reference.
    level
        Nominal coverage of intervals; one minus it is the level of the tests in the headline.

    Returns
    -------
    tuple of Finding
        One a run beside the first. Figures ``SET.CELL.first``, ``SET.CELL.second``, ``SET.CELL.difference``
        (second minus first) and ``SET.CELL.detectable``; a cell is ``accuracy``, ``all.LABEL`` or
        GROUP.LABEL. Tests ``SET.CELL``. A table a set, called by its name. Evidence ``SET.only_first`` and
        ``SET.only_second``: items that only one got right.

    Raises
    ------
    ComparisonError
        If runs share no items, or the same id has another gold label or other sentences.
    """
    reference, *others = sides
    paired = [paired_sets(reference, other) for other in others]
    compared = [[cell for each in pairs for cell in _cells(each)] for pairs in paired]
    p_values = [cell.counts.test().p_value or 0.0 for cells in compared for cell in cells]
    adjusted = iter(zip(holm(p_values).tolist(), benjamini_hochberg(p_values).tolist(), strict=True))
    return tuple(
        _finding(reference, other, pairs, {cell: next(adjusted) for cell in cells}, level)
        for other, pairs, cells in zip(others, paired, compared, strict=True)
    )


def items_beside(sides: Sequence[Side]) -> pl.DataFrame:
    """Return the items of the first run, with their groups and parses, and what every run said of them.

    Returns
    -------
    pl.DataFrame
        ``set``, ``id``, ``premise``, ``hypothesis``, ``label``, the group columns, the parses where they are
        known, then ``predicted_RUN`` and ``correct_RUN`` of every run.
    """
    first = sides[0]
    known = [*(group for groups in first.groups.values() for group in groups), *_PARSES]
    told = [name for name in dict.fromkeys(known) if name in first.items.columns and name not in GIVEN]
    frame = first.items.select(*GIVEN, *told)
    for side in sides:
        said = side.items.select(
            "set",
            "id",
            pl.col("predicted").alias(f"predicted_{side.name}"),
            pl.col("correct").alias(f"correct_{side.name}"),
        )
        frame = frame.join(said, on=["set", "id"], how="left", maintain_order="left")
    return frame


def _cells(paired: PairedSet) -> Iterator[Compared]:
    items = paired.items
    yield Compared(paired.name, OVERALL, _counts(items))
    for (label,), part in items.group_by("label", maintain_order=True):
        yield Compared(paired.name, f"all.{label}", _counts(part))
    for group in paired.groups:
        for (value, label), part in by_value(items, group).group_by(group, "label", maintain_order=True):
            yield Compared(paired.name, f"{value}.{label}", _counts(part))


def _counts(items: pl.DataFrame) -> PairedCounts:
    return PairedCounts.of(items["second"].to_numpy(), items["first"].to_numpy())


def _finding(
    first: Side,
    second: Side,
    paired: Sequence[PairedSet],
    compared: Mapping[Compared, tuple[float, float]],
    level: float,
) -> Finding:
    tables = {each.name: _table(each.name, first, second, compared, level) for each in paired}
    return Finding(
        measure=MEASURE,
        subject=f"{second.name} beside {first.name}",
        definition=DEFINITION,
        headline=headline(first, second, compared, level),
        figures={name: figure for cell in compared for name, figure in _figures(cell, level)},
        views=tables,
        tests={f"{cell.name}.{cell.cell}": cell.counts.test() for cell in compared},
        evidence=_only_one(paired),
        settings={"first": first.name, "second": second.name, "level": level, "tests": len(compared)},
        notes=notes(first, second, paired),
    )


def _figures(cell: Compared, level: float) -> Iterator[tuple[str, Estimate]]:
    counts, name = cell.counts, f"{cell.name}.{cell.cell}"
    yield f"{name}.first", proportion(counts.second, counts.n, level)
    yield f"{name}.second", proportion(counts.first, counts.n, level)
    yield f"{name}.difference", counts.difference(level)
    yield f"{name}.detectable", counts.detectable(level)


def _table(
    name: str, first: Side, second: Side, compared: Mapping[Compared, tuple[float, float]], level: float
) -> View:
    rows = tuple(_row(cell, *adjusted, level) for cell, adjusted in compared.items() if cell.name == name)
    return View(f"{name}: first is {first.name}, second is {second.name}", COLUMNS, rows)


def _row(cell: Compared, p_holm: float, p_bh: float, level: float) -> tuple[Cell, ...]:
    counts, difference = cell.counts, cell.counts.difference(level)
    interval = difference.interval
    bounds = (None, None) if interval is None else (interval.low, interval.high)
    return (
        *(cell.cell, counts.n, counts.second / counts.n, counts.first / counts.n, difference.value, *bounds),
        *(p_holm, p_bh, counts.test().p_value, counts.only_second, counts.only_first),
        counts.detectable(level).value,
    )


def _only_one(paired: Sequence[PairedSet]) -> dict[str, tuple[str, ...]]:
    found = {}
    for each in paired:
        for own, other in (("first", "second"), ("second", "first")):
            ids = each.items.filter(pl.col(own) & ~pl.col(other))["id"]
            if len(ids):
                found[f"{each.name}.only_{own}"] = tuple(ids.head(_EVIDENCE))
    return found
