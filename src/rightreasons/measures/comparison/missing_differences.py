"""The measure `missing_differences`: bounds of a difference, over what missing answers may be."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import polars as pl

from rightreasons.figures import Figure, Figures, where
from rightreasons.findings import Cell, Finding, View
from rightreasons.labels import Label
from rightreasons.measures.comparison.compare import ComparedGroup, compared_groups
from rightreasons.measures.comparison.compare_guards import paired_guards
from rightreasons.measures.comparison.compared_runs import ComparedRun, PairedSet, paired_sets
from rightreasons.measures.comparison.guards_of_runs import PROBABILITY
from rightreasons.sentences.templates import fill, joined
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.roc_area import auroc_difference

ADDS = {"comparison_measure": ["missing_differences"]}
MEASURE = "missing_differences"
BOUNDS = ("lowest", "highest")
_BELOW, _ABOVE = -1.0, 2.0
"""Scores below and above every probability: where an item without a score is ranked."""
_COLUMNS = ("cell", "n", "difference_lowest", "difference_highest")


def missing_differences(probes: Sequence[ComparedRun], level: float = 0.95) -> tuple[Finding, ...]:
    """Bound differences over all possible answers to the items that either run did not answer.

    Parameters
    ----------
    probes
        Two runs or more; the first is the baseline.
    level
        Nominal coverage of the intervals of both bounds.

    Returns
    -------
    tuple of Finding
        One a candidate, where it or the baseline lacks an answer to an item that both were asked. Figures
        ``SET.missing.first`` and ``SET.missing.second`` (share of these items that the baseline, and the
        candidate, did not answer), ``SET.CELL.difference.lowest`` (candidate minus baseline on all of them,
        if what the candidate lacks is wrong and what the baseline lacks is right) and
        ``SET.CELL.difference.highest`` (the other way round), where a cell is ``accuracy`` or ``all.LABEL``;
        ``SET.area.lowest`` and ``SET.area.highest`` are the same of AUROC, where guards are compared.

    Raises
    ------
    ComparisonError
        As of `rightreasons.measures.comparison.compared_runs.paired_sets`.
    """
    baseline, *candidates = probes
    found = []
    for candidate in candidates:
        pairs = [each for each in _asked(baseline, candidate) if _lacking(each.items)]
        if pairs:
            found.append(_finding(baseline, candidate, pairs, level))
    return tuple(found)


def _asked(baseline: ComparedRun, candidate: ComparedRun) -> tuple[PairedSet, ...]:
    """Return the items that both were asked; null where one did not answer."""
    if baseline.asked is None and candidate.asked is None:
        return ()
    return paired_sets(*(replace(run, items=_all(run)) for run in (baseline, candidate)))


def _all(run: ComparedRun) -> pl.DataFrame:
    return run.items if run.asked is None else run.asked


def _lacking(items: pl.DataFrame) -> bool:
    return bool(items["baseline"].null_count() or items["candidate"].null_count())


def worst_and_best(paired: PairedSet) -> tuple[PairedSet, PairedSet]:
    """Return the items with what is missing counted against the candidate, and for it."""
    filled = [
        paired.items.with_columns(
            pl.col("candidate").fill_null(value=right), pl.col("baseline").fill_null(value=not right)
        )
        for right in (False, True)
    ]
    worst, best = (replace(paired, items=items) for items in filled)
    return worst, best


def _finding(
    baseline: ComparedRun, candidate: ComparedRun, pairs: Sequence[PairedSet], level: float
) -> Finding:
    names = (baseline.name, candidate.name)
    cells = [cell for paired in pairs for cell in _cells(paired)]
    figures = Figures(
        [
            *(figure for paired in pairs for figure in _missing(paired, names)),
            *(figure for cell in cells for figure in _differences(cell, level)),
            *(figure for paired in pairs for figure in _areas(baseline, candidate, paired.name, level)),
        ]
    )
    return Finding(
        measure=MEASURE,
        subject=f"{names[1]} beside {names[0]}",
        definition=fill("missing_differences.definition"),
        headline=_headline(names, [paired.name for paired in pairs], figures),
        figures=figures,
        views={paired.name: _view(paired.name, names, cells) for paired in pairs},
        settings={"baseline": names[0], "candidate": names[1], "level": level},
        role="comparison",
    )


def _cells(paired: PairedSet) -> Iterator[tuple[ComparedGroup, ...]]:
    """Yield all items of a set, and those of each gold label: at the worst and at the best."""
    worst, best = (compared_groups(replace(each, groups=())) for each in worst_and_best(paired))
    return zip(worst, best, strict=True)


def _missing(paired: PairedSet, names: tuple[str, str]) -> Iterator[Figure]:
    n = paired.items.height
    for column, name, end in (("baseline", names[0], "first"), ("candidate", names[1], "second")):
        share = proportion(paired.items[column].null_count(), n)
        rows = where(set=paired.name)
        yield Figure("unanswered", share, set=paired.name, subject=name, rows=rows, what=f"missing.{end}")


def _differences(cell: tuple[ComparedGroup, ...], level: float) -> Iterator[Figure]:
    for group, end in zip(cell, BOUNDS, strict=True):
        yield Figure(
            "difference",
            group.counts.difference(level),
            label=group.label,
            set=group.set,
            rows=group.rows,
            what=f"{group.what('difference')}.{end}",
        )


def _areas(baseline: ComparedRun, candidate: ComparedRun, name: str, level: float) -> Iterator[Figure]:
    if name not in {paired.set for paired in paired_guards(baseline, candidate)}:
        return
    for end, best in zip(BOUNDS, (False, True), strict=True):
        one, other = _ranked(baseline, name, rightly=not best), _ranked(candidate, name, rightly=best)
        both = one.join(other, on=["id", "entailed"], how="inner", suffix="_other")
        scores = (both["score_other"].to_numpy(), both["score"].to_numpy())
        difference, _ = auroc_difference(*scores, both["entailed"].to_numpy(), level)
        yield Figure("difference", difference, set=name, what=f"area.{end}")


def _ranked(run: ComparedRun, name: str, *, rightly: bool) -> pl.DataFrame:
    """Return id, ``entailed``, ``score``; items without one rank on the right side of others, or not."""
    items = _all(run).filter(pl.col("set") == name)
    entailed = pl.col("label") == Label.ENTAILMENT.value
    extreme = pl.when(entailed == rightly).then(_ABOVE).otherwise(_BELOW)
    return items.select("id", entailed=entailed, score=pl.col(PROBABILITY).fill_null(extreme))


def _view(name: str, names: tuple[str, str], cells: Sequence[tuple[ComparedGroup, ...]]) -> View:
    title = fill("missing_differences.title", data=name, baseline=names[0], candidate=names[1])
    of_set = [cell for cell in cells if cell[0].set == name]
    lines = tuple(map(_line, of_set))
    rows = tuple(cell[0].rows for cell in of_set)
    roles = dict.fromkeys(_COLUMNS[2:], "difference")
    return View(title, _COLUMNS, lines, by=("cell",), line_rows=rows, roles=roles)


def _line(cell: tuple[ComparedGroup, ...]) -> tuple[Cell, ...]:
    lowest, highest = (group.counts.difference().value for group in cell)
    return cell[0].name, cell[0].counts.n, lowest, highest


def _headline(names: tuple[str, str], sets: Sequence[str], figures: Figures) -> str:
    parts = [
        fill(
            "missing_differences.set",
            data=name,
            **{end: figures.where(set=name, what=f"accuracy.difference.{end}")[0] for end in BOUNDS},
        )
        for name in sets
    ]
    return fill(
        "missing_differences.headline", baseline=names[0], candidate=names[1], sets=joined(parts, "; ")
    )
