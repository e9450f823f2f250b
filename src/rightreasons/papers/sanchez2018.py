"""Sanchez Carmona, Mitchell and Riedel (2018), "Behavior Analysis of NLI Models"."""

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from functools import cache, partial

import numpy.typing as npt
from pydantic import ConfigDict, TypeAdapter
from pydantic.dataclasses import dataclass

from rightreasons.papers.compared.derived import Place, derived, values
from rightreasons.papers.compared.reproduction import Answer
from rightreasons.papers.inputs import ModelFigures, ReproductionInputs
from rightreasons.papers.paper import Answers, Cells, Paper, Step
from rightreasons.papers.printed import PrintedCell, data_of, printed_paper
from rightreasons.references import FigureSelection, Pattern
from rightreasons.sentences.templates import fill
from rightreasons.statistics.contingency import Yates, chi_square, g_test
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate, TestResult
from rightreasons.statistics.stratified import chi_square_tail

ADDS = {"paper": {"sanchez-2018": "PAPER"}}

STEM = "sanchez2018"
_TABLES = ("table-2", "table-3", "table-4")
_TESTS = ("section-6.1", "section-6.2", "section-6.3", "section-6.4")
_Test = Callable[[npt.ArrayLike, Yates], TestResult]
# What is printed as chi-square is G, corrected where the table is 2x2; other statistics by definition.
_STATISTICS: Mapping[str, tuple[_Test, Yates, str]] = {
    "": (g_test, "auto", "G test, with Yates' correction where the table is 2x2"),
    "recommended": (chi_square, "never", "Pearson's chi-square"),
    "pearson-yates": (chi_square, "auto", "Pearson's chi-square, with Yates' correction where it is 2x2"),
    "g": (g_test, "never", "G test without correction"),
}
_OF_TABLE_4 = ("unseen", "polarity", "polarity alone")
_CHANGED = "changed "
_TRANSFORMED = (
    ("I_A", "I_TA1"),
    ("I_A", "I_TA2"),
    ("I_A", "I_TA3"),
    ("E_A", "E_TA"),
    ("I_H", "I_TH"),
    ("E_H", "E_TH"),
)
# Cells of Table 1 that Tables 2 to 4 hold: which counts are right, of which.
_SHARES: Mapping[tuple[str, str], tuple[str, Sequence[tuple[int, int]], Sequence[int]]] = {
    ("I_TA2, Subset 1: gold label changes", "ESIM"): ("insensitivity I_TA2 ESIM", [(0, 0), (1, 0)], (0, 1)),
    ("I_TA1, Whole sample", "DAM"): ("unseen I_TA1 DAM", [(0, 0), (0, 1)], (0, 1)),
    ("I_TA1, Subset 2: unseen word pairs", "DAM"): ("polarity I_TA1 DAM", [(3, 1)], (3,)),
    ("I_TA1, Subset 3: polarity differs from gold", "DAM"): (
        "polarity I_TA1 DAM",
        [(0, 1), (2, 1), (3, 1)],
        (0, 2, 3),
    ),
}


@dataclass(frozen=True, config=ConfigDict(extra="forbid"))
class Counts:
    """Where the counts behind a statistic stand.

    Parameters
    ----------
    table, rows, columns
        A table of the paper, and which cells of it.
    rebuilt
        The counts themselves, shape (rows, columns), where the paper prints other figures than them.
    """

    table: str = ""
    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    rebuilt: tuple[tuple[int, ...], ...] = ()

    def table_of(self, printed: Mapping[Place, Decimal]) -> tuple[tuple[int, ...], ...]:
        """Return the counts, shape (rows, columns)."""
        if self.rebuilt:
            return self.rebuilt
        split = next(place[3] for place in printed if place[0] == self.table)
        return tuple(
            tuple(int(printed[self.table, row, column, split]) for column in self.columns)
            for row in self.rows
        )


@cache
def counts() -> Mapping[str, Counts]:
    """Return the counts by what they are of, e.g. ``unseen I_TA1 DAM``."""
    return TypeAdapter(dict[str, Counts]).validate_python(data_of("sanchez2018_counts.yaml"))


def _statistics(definition: str, cells: Cells, _: ReproductionInputs) -> Answers:
    test, yates, name = _STATISTICS[definition]
    printed = values(printed_paper(STEM).cells)
    answers = {}
    for cell in cells:
        source = counts()[cell.split]
        found = test(source.table_of(printed), yates)
        if found.statistic is not None:
            rebuilt = fill("sanchez2018.statistic_of_rebuilt", test=name)
            by = rebuilt if source.rebuilt else fill("sanchez2018.statistic", test=name)
            answers[cell] = derived(found.statistic, "statistic", found.n, by)
    return answers


def _p_values(cells: Cells, _: ReproductionInputs) -> Answers:
    printed = values(printed_paper(STEM).cells)
    answers = {}
    for cell in cells:
        statistic = printed[cell.item, cell.row.removesuffix(", p"), cell.column, cell.split]
        p_value = chi_square_tail(float(statistic), int(cell.figure))
        answers[cell] = derived(p_value, "p", 0, fill("sanchez2018.tail", statistic=statistic))
    return answers


def _shares(cells: Cells, _: ReproductionInputs) -> Answers:
    printed = values(printed_paper(STEM).cells)
    answers: dict[PrintedCell, Answer] = {}
    for cell in cells:
        name, right, rows = _SHARES[cell.row, cell.column]
        table = counts()[name].table_of(printed)
        n = sum(sum(table[row]) for row in rows)
        hits = sum(table[row][column] for row, column in right)
        answers[cell] = derived(hits / n, "proportion", n, fill("sanchez2018.counts"))
    return answers


def _polarity_shares(cells: Cells, _: ReproductionInputs) -> Answers:
    source = counts()["polarity I_TA1 DAM"]
    table = dict(zip(source.rows, source.table_of(values(printed_paper(STEM).cells)), strict=True))
    return {
        cell: derived(
            100 * table[cell.figure][1] / sum(table[cell.figure]), "percent", sum(table[cell.figure])
        )
        for cell in cells
    }


def _unseen_and_polarity(cells: Cells, _: ReproductionInputs) -> Answers:
    """Count instances by the polarity of their pair, which is `none` for an unseen one (Table 4)."""
    source = counts()["polarity I_TA1 DAM"]
    table = dict(zip(source.rows, source.table_of(values(printed_paper(STEM).cells)), strict=True))
    by_row = {row: sum(counted) for row, counted in table.items()}
    n = sum(by_row.values())
    found = {
        "unseen": by_row["none"],
        "polarity": 100 * (n - by_row["contradiction"]) / n,
        "polarity alone": 100 * by_row["contradiction"] / n,
    }
    return {
        cell: derived(found[cell.figure], cell.unit, n, fill("sanchez2018.counts_of_table_4"))
        for cell in cells
    }


def _changed(cells: Cells, materials: ReproductionInputs) -> Answers:
    """Return the share of our instances whose gold label changed, from what a model was probed on."""
    answers: dict[PrintedCell, Answer] = {}
    for cell in cells:
        name, own = cell.figure.removeprefix(_CHANGED), materials.runs.get(cell.model)
        found = [_behaviour(f"{name}{subset}.accuracy", own) for subset in (".gold_changed", "")]
        estimates = [each for each in found if each is not None]
        if len(estimates) == len(found):
            changed, whole = (each.n for each in estimates)
            by = fill("sanchez2018.changed", data=name)
            answers[cell] = Answer(proportion(changed, whole), by, "other data")
    return answers


def _behaviour(figure: str, own: ModelFigures | None) -> Estimate | None:
    wanted = FigureSelection("behaviour", Pattern((figure,)))
    figures = {} if own is None else own.figures
    return next((each for ref, each in figures.items() if wanted.covers(ref)), None)


def _accuracies() -> Mapping[tuple[str, str], Decimal]:
    """Return Table 1 by subset and model."""
    return {
        (str(cell.selection.figure), cell.column): Decimal(cell.printed)
        for cell in printed_paper(STEM).of("table-1")
        if cell.selection is not None
    }


def _largest_drops(cells: Cells, _: ReproductionInputs) -> Answers:
    accuracy = _accuracies()
    return {
        cell: derived(
            max(
                accuracy[f"{before}.accuracy", cell.column] - accuracy[f"{after}.accuracy", cell.column]
                for before, after in _TRANSFORMED
            ),
            cell.unit,
        )
        for cell in cells
    }


def _drops(cells: Cells, _: ReproductionInputs) -> Answers:
    """Recompute the drops in accuracy that the text states from Table 1."""
    accuracy = _accuracies()
    answers = {}
    for cell in cells:
        first, second = cell.figure.split()
        if "." in second:  # within one set, from all its instances to a subset
            first = second.partition(".")[0]
        before, after = (accuracy[f"{name}.accuracy", cell.column] for name in (first, second))
        drop = before - after
        answers[cell] = derived(100 * drop / before if cell.unit == "percent" else drop, cell.unit)
    return answers


PAPER = Paper(
    STEM,
    (
        Step(("table-1",), lambda cell: (cell.row, cell.column) in _SHARES, _shares),
        *(
            Step(
                (*_TABLES, *_TESTS),
                lambda cell: cell.unit == "statistic" and cell.split in counts(),
                partial(_statistics, definition),
                definition=definition,
            )
            for definition in _STATISTICS
        ),
        Step(("table-4",), lambda cell: cell.split.startswith("share"), _polarity_shares),
        Step(_TESTS, lambda cell: cell.unit == "p", _p_values),
        Step(_TESTS, lambda cell: cell.figure.startswith(_CHANGED), _changed),
        Step(_TESTS, lambda cell: cell.split == "drop", _drops),
        Step(("section-6",), lambda cell: cell.figure == "largest", _largest_drops),
        Step(("section-6.1",), lambda cell: cell.figure in _OF_TABLE_4, _unseen_and_polarity),
    ),
)
