"""A table of counts with its tests and effect sizes, and which of the tests decides."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.figures import Figure
from rightreasons.findings import View
from rightreasons.measures.model.swap_behaviour.definitions import Definition
from rightreasons.sentences.templates import fill
from rightreasons.statistics.contingency import (
    chi_square,
    expected_counts,
    fisher,
    g_test,
    simulated_chi_square,
)
from rightreasons.statistics.effect_sizes import cramers_v, odds_ratio, phi
from rightreasons.statistics.results import Estimate, TestResult
from rightreasons.statistics.sign_flips import clustered_independence

CLUSTERED = "clustered"
"""Name of the test whose units are pairs of words."""
_QUANTITY_OF: Mapping[str, str] = {
    "phi": "effect_size",
    "odds_ratio": "odds_ratio",
    "cramers_v": "effect_size",
    "drop": "difference",
}
"""Quantity of each effect size."""
SMALL = 5  # expected count below which the chi-square distribution is not trusted (Cochran 1954)
Counts = npt.NDArray[np.int64]


@dataclass(frozen=True)
class CrossTable:
    """Counts of two properties of the same items.

    Parameters
    ----------
    title
        What is counted.
    rows, columns
        Names of the rows and columns; `rows_are` says what the rows are.
    counts
        Of shape (rows, columns).
    """

    title: str
    rows_are: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    counts: Counts = field(repr=False)

    def view(self) -> View:
        """Return it with the sums of its rows."""
        body = zip(self.rows, self.counts.tolist(), strict=True)
        return View(
            self.title,
            (self.rows_are, *self.columns, "all"),
            tuple((name, *counts, sum(counts)) for name, counts in body),
            by=(self.rows_are,),
            roles=dict.fromkeys(self.columns, "count"),
        )

    def occupied(self) -> "CrossTable":
        """Return it without the rows and columns that hold nothing."""
        rows, columns = (np.flatnonzero(self.counts.sum(axis=axis)) for axis in (1, 0))
        return CrossTable(
            self.title,
            self.rows_are,
            tuple(self.rows[row] for row in rows),
            tuple(self.columns[column] for column in columns),
            self.counts[np.ix_(rows, columns)],
        )


@dataclass(frozen=True)
class Tested:
    """What the tests of one factor say of one set.

    Parameters
    ----------
    set, factor
        Which.
    decisive
        Name, among `tests`, of the test that counts.
    tests
        Test by name.
    effects
        Effect size by name, the first is the one that stands beside the test.
    views
        Contingency table by name.
    smallest_expected
        The smallest expected count; None where there is none.
    """

    set: str
    factor: str
    decisive: str
    tests: Mapping[str, TestResult]
    effects: Mapping[str, Estimate] = field(default_factory=dict)
    views: Mapping[str, View] = field(default_factory=dict)
    smallest_expected: float | None = None

    def figures(self) -> Iterator[Figure]:
        """Return the effect sizes as figures, ``SET.EFFECT``."""
        for name, effect in self.effects.items():
            yield Figure(_QUANTITY_OF[name], effect, set=self.set, what=name)

    @property
    def result(self) -> TestResult:
        """What the test that counts found."""
        return self.tests[self.decisive]


def counted(
    frame: pl.DataFrame, by: tuple[str, str], rows: tuple[str, ...], columns: tuple[str, ...]
) -> Counts:
    """Count the rows of a frame by two columns of strings.

    Parameters
    ----------
    frame, by
        The rows, and the names of the two columns.
    rows, columns
        Values of the first and of the second column that are counted, in this order.

    Returns
    -------
    ndarray
        Shape (rows, columns).
    """
    found = {(row, column): n for row, column, n in frame.group_by(by).len().iter_rows()}
    return np.array([[found.get((row, column), 0) for column in columns] for row in rows], dtype=np.int64)


@dataclass(frozen=True)
class Items:
    """The items that a table counts, one value of each a row.

    Parameters
    ----------
    rows, columns
        In which row and column each is.
    clusters
        The pair of words that each is of: items of one are not independent.
    """

    rows: pl.Series
    columns: pl.Series
    clusters: pl.Series


def tested(
    cross: CrossTable, items: Items, set_and_factor: tuple[str, str], definition: Definition, seed: int
) -> Tested:
    """Test rows against columns by every test that applies.

    Tests: ``pearson``; of 2x2 tables ``pearson_yates``, ``g_yates``, of larger ones ``g`` (of 60 items in a
    2x2 table G without correction rejects 6.7 % where it should 5); with an expected count below 5 ``fisher``
    (2x2) or ``random_tables``; and ``clustered``, whose units are the pairs of words.
    """
    counts = cross.counts
    smallest = float(expected_counts(counts).min()) if counts.sum() else None
    tests = {"pearson": chi_square(counts, "never")}
    two_by_two = counts.shape == (2, 2)
    effects = {"phi": phi(counts), "odds_ratio": odds_ratio(counts)} if two_by_two else {}
    effects["cramers_v"] = cramers_v(counts)
    exact = None
    if two_by_two:
        tests |= {"pearson_yates": chi_square(counts), "g_yates": g_test(counts)}
    else:
        tests["g"] = g_test(counts, "never")
    if smallest is not None and smallest < SMALL:
        exact = "fisher" if two_by_two else "random_tables"
        tests[exact] = fisher(counts) if two_by_two else simulated_chi_square(counts, seed)
    tests[CLUSTERED] = clustered_independence(items.rows, items.columns, items.clusters, seed)
    usual = definition.two_by_two if two_by_two else definition.larger
    why = _empty(cross)
    if why:
        tests = {name: replace(test, reason=why) for name, test in tests.items()}
        effects = {name: replace(effect, reason=why) for name, effect in effects.items()}
    return Tested(
        *set_and_factor,
        decisive=CLUSTERED if definition.clustered else usual,
        tests=tests,
        effects=effects,
        views={set_and_factor[0]: cross.view()},
        smallest_expected=smallest,
    )


def _empty(cross: CrossTable) -> str | None:
    """Return why nothing can be tested: the name of a row or column that holds nothing, or the only one."""
    if not cross.counts.sum():
        return fill("cross_table.no_instances")
    for axis, names in ((1, cross.rows), (0, cross.columns)):
        held = cross.counts.sum(axis=axis)
        if len(names) == 1:
            return fill("cross_table.all_alike", what=names[0])
        if (held == 0).any():
            return fill("cross_table.none_such", what=names[int(held.argmin())])
    return None


def crossed_with_answers(
    title: str, rows: pl.DataFrame, holds: pl.Expr, rows_are: str, names: tuple[str, str]
) -> tuple[CrossTable, Items]:
    """Cross a property of instances, named where it holds and where not, with whether the answer is right."""
    answers = ("correct", "incorrect")
    cells = rows.select(
        property=pl.when(holds).then(pl.lit(names[0])).otherwise(pl.lit(names[1])),
        answer=pl.when("correct").then(pl.lit(answers[0])).otherwise(pl.lit(answers[1])),
    )
    counts = counted(cells, ("property", "answer"), names, answers)
    cross = CrossTable(title, rows_are, names, answers, counts)
    return cross, Items(cells["property"], cells["answer"], rows["pair"])
