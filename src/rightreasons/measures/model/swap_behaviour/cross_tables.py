"""The tests of behaviour analysis: which one decides, on which table of counts, adjusted in which family."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.errors import UnknownNameError
from rightreasons.figures import Figure
from rightreasons.findings import Cell, View
from rightreasons.printable import printable
from rightreasons.statistics.contingency import (
    chi_square,
    cramers_v,
    expected_counts,
    fisher,
    g_test,
    odds_ratio,
    phi,
    simulated_chi_square,
)
from rightreasons.statistics.multiplicity import bonferroni, holm
from rightreasons.statistics.results import Estimate, TestResult

# Which test decides, and how its p-value is read: ours, or as Sanchez et al. (2018) did.


@dataclass(frozen=True)
class Definition:
    """A way to decide whether a factor goes with the predictions.

    Parameters
    ----------
    name
        Its name.
    two_by_two, larger
        The test of 2x2 and of larger tables, by the names that `tested` in ``cross_tables.py`` gives.
    exact_when_small
        Whether, with an expected count below 5, Fisher's test or random tables decide instead.
    adjust
        The p-values that are compared with the level: those of ``"holm"`` over all tests, or ``"none"``: each
        as it is.
    level
        The usual level.
    wording
        The definition in a sentence.
    """

    name: str
    two_by_two: str
    larger: str
    exact_when_small: bool
    adjust: str
    level: float
    wording: str


DEFINITIONS = {
    "recommended": Definition(
        "recommended",
        two_by_two="pearson",
        larger="pearson",
        exact_when_small=True,
        adjust="holm",
        level=0.05,
        wording="Pearson's chi-square decides, with an expected count below 5 Fisher's exact test (2x2) or "
        "random tables of the same margins; p-values are adjusted after Holm over all tests of the analysis.",
    ),
    "sanchez-2018": Definition(
        "sanchez-2018",
        two_by_two="g_yates",
        larger="g",
        exact_when_small=False,
        adjust="none",
        level=1e-4,
        wording="The statistic that Sanchez et al. (2018) print as chi-square decides: G, with Yates' "
        "correction on 2x2 tables. The level is that of a single test, their Bonferroni "
        "correction already made.",
    ),
}


def definition_named(name: str) -> Definition:
    """Return a definition by its name.

    Raises
    ------
    UnknownNameError
        If there is none.
    """
    if name not in DEFINITIONS:
        raise UnknownNameError(
            f"definition '{printable(name)}'", f"one of {', '.join(DEFINITIONS)}", "correct --definition"
        )
    return DEFINITIONS[name]


# A table of counts with its tests and effect sizes, and which of the tests decides.


QUANTITIES: Mapping[str, str] = {
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
            yield Figure(QUANTITIES[name], effect, set=self.set, form=f"{{set}}.{name}")

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


def tested(cross: CrossTable, set_and_factor: tuple[str, str], definition: Definition, seed: int) -> Tested:
    """Test rows against columns by every test that applies.

    Tests: ``pearson``; of 2x2 tables ``pearson_yates``, ``g_yates``, of larger ones ``g`` (of 60 items in a
    2x2 table G without correction rejects 6.7 % where it should 5); with an expected count below 5 ``fisher``
    (2x2) or ``random_tables``.
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
    usual = definition.two_by_two if two_by_two else definition.larger
    why = _empty(cross)
    if why:
        tests = {name: replace(test, reason=why) for name, test in tests.items()}
        effects = {name: replace(effect, reason=why) for name, effect in effects.items()}
    return Tested(
        *set_and_factor,
        decisive=exact if exact and definition.exact_when_small else usual,
        tests=tests,
        effects=effects,
        views={set_and_factor[0]: cross.view()},
        smallest_expected=smallest,
    )


def _empty(cross: CrossTable) -> str | None:
    """Return why nothing can be tested: the name of a row or column that holds nothing, or the only one."""
    if not cross.counts.sum():
        return "there are no such instances"
    for axis, names in ((1, cross.rows), (0, cross.columns)):
        held = cross.counts.sum(axis=axis)
        if len(names) == 1:
            return f"every instance is '{names[0]}'"
        if (held == 0).any():
            return f"no instance is '{names[int(held.argmin())]}'"
    return None


# All tests of one analysis together: their p-values adjusted, and whether they are below the level.


_COLUMNS = (
    "set",
    "factor",
    "test",
    "n",
    "statistic",
    "degrees_of_freedom",
    "p",
    "bonferroni",
    "holm",
    "below_level",
    "effect",
    "size",
    "smallest_expected",
    "reason",
)


@dataclass(frozen=True)
class Family:
    """The tests that count of one analysis, each once.

    Parameters
    ----------
    rows
        One row a test, keyed as `_COLUMNS`.
    level
        The level that was asked for.
    """

    rows: tuple[dict[str, Cell], ...]
    level: float

    def view(self, title: str, factors: Sequence[str] = ()) -> View:
        """Return the tests of some factors, or of all, as a view."""
        chosen = [row for row in self.rows if not factors or row["factor"] in factors]
        lines = tuple(tuple(row[name] for name in _COLUMNS) for row in chosen)
        return View(title, _COLUMNS, lines, by=("set", "factor"))

    def row(self, set_: str, factor: str) -> dict[str, Cell]:
        """Return the row of one test; nothing if it was not made."""
        return next((row for row in self.rows if (row["set"], row["factor"]) == (set_, factor)), {})


def family(tested: Sequence[Tested], definition: Definition, level: float) -> Family:
    """Adjust the p-values of all tests that count; those without a p-value do not enter.

    Parameters
    ----------
    tested
        Every factor on every set.
    definition
        Which p-values are compared with the level.
    level
        A p-value below it counts.
    """
    p = [each.result.p_value for each in tested if each.result.p_value is not None]
    adjusted = iter(zip(bonferroni(p).tolist(), holm(p).tolist(), strict=True))
    rows = []
    for each in tested:
        result = each.result
        by_bonferroni, by_holm = (None, None) if result.p_value is None else next(adjusted)
        compared = by_holm if definition.adjust == "holm" else result.p_value
        effect, size = next(((name, found.value) for name, found in each.effects.items()), (None, None))
        values: tuple[Cell, ...] = (
            each.set,
            each.factor,
            result.method,
            result.n,
            result.statistic,
            result.degrees_of_freedom,
            result.p_value,
            by_bonferroni,
            by_holm,
            None if compared is None else compared < level,
            effect,
            size,
            each.smallest_expected,
            result.reason,
        )
        rows.append(dict(zip(_COLUMNS, values, strict=True)))
    return Family(tuple(rows), level)
