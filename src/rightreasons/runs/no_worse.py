"""A run beside the baseline of a gate: every cell of a scored set, paired item by item."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rightreasons.printable import printable, quoted
from rightreasons.runs.comparison import comparisons
from rightreasons.runs.folder import Run
from rightreasons.runs.pairing import PairedSet, paired_sets
from rightreasons.runs.sides import Side, sides_of
from rightreasons.statistics.paired import mcnemar_one_sided
from rightreasons.statistics.power import detectable_paired_difference
from rightreasons.statistics.results import Estimate


@dataclass(frozen=True)
class PairedCell:
    """One cell of a set under the run and the baseline.

    Parameters
    ----------
    measure, subject, figure
        Its name, as that of the figure of the run.
    observed
        Accuracy of the run on the paired items.
    difference
        Run minus baseline, with the interval for paired proportions.
    p_value
        Of McNemar's exact one-sided test: how likely so many items are that only the baseline gets right, if
        the run is no worse.
    detectable
        Smallest loss that this test would find in four cases of five, before Holm.
    """

    measure: str
    subject: str
    figure: str
    observed: Estimate
    difference: Estimate
    p_value: float
    detectable: Estimate


@dataclass(frozen=True)
class BesideBaseline:
    """What pairing a run with the baseline gives.

    Parameters
    ----------
    cells
        Cells of the sets whose items both answered, all of them.
    faults
        Why a set cannot be paired, by its name.
    """

    cells: tuple[PairedCell, ...]
    faults: Mapping[str, str]


def beside_baseline(run: Run, baseline: Run, level: float = 0.95) -> BesideBaseline:
    """Pair the cells of a run with those of the baseline.

    Parameters
    ----------
    run, baseline
        Runs of probe.
    level
        Nominal coverage of the intervals.

    Raises
    ------
    ComparisonError
        If one is not that of a probe, or they share no items, or the same id is another item.
    """
    first, second = sides_of([baseline, run])
    pairs = {paired.name: paired for paired in paired_sets(first, second)}
    names = dict.fromkeys((*first.sets, *second.sets))
    faults = {name: _fault(name, first, second, pairs.get(name)) for name in names}
    found = {name: why for name, why in faults.items() if why is not None}
    subjects = {finding.measure: finding.subject for finding in run.findings}
    cells = _cells([first, second], subjects, level)
    return BesideBaseline(tuple(cell for cell in cells if cell.measure not in found), found)


def _cells(sides: Sequence[Side], subjects: Mapping[str, str], level: float) -> Iterator[PairedCell]:
    (finding,) = comparisons(sides, level)
    for name, table in finding.tables.items():
        for values in table.rows:
            row = dict(zip(table.columns, values, strict=True))
            figure, dotted = str(row["cell"]), f"{name}.{row['cell']}"
            only_baseline, only_run, n = (int(str(row[key])) for key in ("only_first", "only_second", "n"))
            yield PairedCell(
                name,
                subjects[name],
                figure,
                finding.figures[f"{dotted}.second"],
                finding.figures[f"{dotted}.difference"],
                mcnemar_one_sided(only_baseline, only_run, n).p_value or 0.0,
                detectable_paired_difference(only_baseline + only_run, n, level, one_sided=True),
            )


def _fault(name: str, first: Side, second: Side, paired: PairedSet | None) -> str | None:
    shown = f"'{printable(name)}'"
    if paired is None or not paired.items.height:
        return f"only one of run and baseline was asked {shown}"
    if paired.unpaired:
        return f"{paired.unpaired:,} items of {shown} were answered by only one of run and baseline"
    missing = sorted(set(first.groups.get(name, ())) ^ set(second.groups.get(name, ())))
    if missing:
        return f"only one of run and baseline has {quoted(missing)} of {shown}"
    return None
