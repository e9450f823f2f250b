"""Views of a finding as they are shown, one way for every place: cells as text, bounds beside their value."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from itertools import takewhile
from typing import Literal
from urllib.parse import urlencode

from rightreasons.figures import Condition, Figure, Rows, Written
from rightreasons.findings import Cell, Finding, View
from rightreasons.numbers import NOTHING, cell_number, count, p_value, with_bounds
from rightreasons.pairs import Nouns
from rightreasons.printable import printable
from rightreasons.reports.results import WRITERS, shown_estimate
from rightreasons.sentences.templates import fill

MOST_LINES = 250
LONGEST_TEXT = 2_000
ORDER = "~"
"""The key of the order in an address of rows; before the name of a column: it holds these words."""
WIDTH = 100.0
_NLI = Nouns()
_CALLED = {"difference_percent": "relative difference %", "costs_more": "costs more than the best"}
"""Names of columns that say too little by themselves, in words."""
_UNITS = {"percent": " %", "points": " (points)", "bits": " (bits)"}
MARKED_UNITS: Mapping[str, str] = {mark: f" {mark.strip(' ()')}" for mark in _UNITS.values()}
"""How a unit stands behind a number, by what marks it in a heading."""
_STEP = 0.05  # a scale ends at a multiple of five points

Line = Mapping[str, Cell]


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
class ShownCell:
    """A cell.

    Parameters
    ----------
    text
        As it is read.
    number
        What it is sorted by, of a number.
    whisker
        The difference drawn, where it is one with bounds.
    """

    text: str
    number: float | None = None
    whisker: Whisker | None = None


@dataclass(frozen=True)
class Column:
    """A column: its heading, and whether it holds numbers, which stand on the right."""

    heading: str
    is_number: bool


@dataclass(frozen=True)
class ShownLine:
    """A line: its cells, and the rows it is about."""

    cells: tuple[ShownCell, ...]
    rows: Rows | None


@dataclass(frozen=True)
class ShownView:
    """A view ready to be written.

    Parameters
    ----------
    title
        What it shows.
    columns
        Columns; those that bound another stand with it.
    lines
        The first lines.
    total
        How many lines there are in all.
    """

    title: str
    columns: tuple[Column, ...]
    lines: tuple[ShownLine, ...]
    total: int

    @property
    def has_rows(self) -> bool:
        """Whether a line is about rows."""
        return any(line.rows is not None for line in self.lines)

    def first(self, columns: int) -> "ShownView":
        """Return the view with so many of its first columns."""
        lines = tuple(replace(line, cells=line.cells[:columns]) for line in self.lines)
        return replace(self, columns=self.columns[:columns], lines=lines)

    def behind(self, columns: int) -> "ShownView":
        """Return the view without so many of its first columns."""
        lines = tuple(replace(line, cells=line.cells[columns:]) for line in self.lines)
        return replace(self, columns=self.columns[columns:], lines=lines)

    @property
    def names(self) -> int:
        """How many columns of text stand before the numbers: they name a line."""
        return sum(1 for _ in takewhile(lambda column: not column.is_number, self.columns))

    @property
    def is_laid_out(self) -> bool:
        """Whether it has the arrangement of a printed table: texts in every column."""
        return not any(column.is_number for column in self.columns)


def shown_view(view: View, lines: int = MOST_LINES, nouns: Nouns = _NLI) -> ShownView:
    """Return a view as text.

    Parameters
    ----------
    view
        Of a finding, or of a chart.
    lines
        The most lines that are kept.
    nouns
        What the data call premise and hypothesis: so do headings, and cells that name one of them.
    """
    written = {name: view.written(name) for name in view.plain_columns}
    columns = tuple(Column(_heading(name, how, nouns), how != "text") for name, how in written.items())
    cells = [_in_words(view, place, nouns) for place in range(min(lines, len(view.lines)))]
    drawing = {name: _drawing(view, name, cells) for name, how in written.items() if how == "points"}
    shown = tuple(
        ShownLine(
            tuple(_cell(view, line, name, how, drawing.get(name)) for name, how in written.items()),
            view.rows_of(place),
        )
        for place, line in enumerate(cells)
    )
    return ShownView(printable(view.title, LONGEST_TEXT), columns, shown, len(view.lines))


def shown_figures(finding: Finding, figures: Mapping[str, Figure] | None = None) -> ShownView:
    """Return figures below each other with n and what their interval was made by.

    Parameters
    ----------
    finding
        The finding.
    figures
        Which of them; None: all.
    """
    headings = (("figure", False), ("value (interval)", True), ("n", True), ("interval made by", False))
    lines = tuple(
        ShownLine(
            (
                ShownCell(printable(finding.dotted(name), LONGEST_TEXT)),
                ShownCell(printable(shown_estimate(figure), LONGEST_TEXT), figure.value),
                ShownCell(count(figure.n), figure.n),
                ShownCell(printable(method_of(figure), LONGEST_TEXT)),
            ),
            figure.rows if figure.n else None,
        )
        for name, figure in (finding.figures if figures is None else figures).items()
    )
    return ShownView("Figures", tuple(Column(*each) for each in headings), lines, len(lines))


def shown_tests(finding: Finding) -> ShownView:
    """Return the tests of a finding below each other."""
    headings = (("test", False), ("method", False), ("statistic", True), ("p", True), ("n", True))
    lines = tuple(
        ShownLine(
            (
                ShownCell(printable(finding.dotted(name), LONGEST_TEXT)),
                ShownCell(printable(test.method, LONGEST_TEXT)),
                ShownCell(NOTHING if test.statistic is None else cell_number(test.statistic), test.statistic),
                ShownCell(p_value(test.p_value) + (f" ({test.reason})" if test.reason else ""), test.p_value),
                ShownCell(count(test.n), test.n),
            ),
            None,
        )
        for name, test in finding.tests.items()
    )
    return ShownView("Tests", tuple(Column(*each) for each in headings), lines, len(lines))


def method_of(figure: Figure) -> str:
    """Return what the interval of a figure was made by and what it covers, or why there is none."""
    interval = figure.interval
    if interval is None:
        return figure.reason or "exact"
    made = {"method": interval.method, "percent": 100 * interval.level, "covers": interval.covers}
    return fill("interval_of_a_figure.made", **made)


def address(rows: Rows) -> str:
    """Return the address of rows on the page: ``#rows?column=value``, read by ``rows.js``."""
    pairs = [(_key(each), printable(value, LONGEST_TEXT)) for each in rows.where for value in each.values]
    return f"#rows?{urlencode([*pairs, *((ORDER, name) for name in rows.first)])}"


def described(rows: Rows) -> str:
    """Return rows in words, as ``set is dev and hypothesis holds 'nobody'``."""
    parts = (f"{each.column} {each.kind} {' or '.join(map(repr, each.values))}" for each in rows.where)
    return printable(" and ".join(parts) or "all rows", LONGEST_TEXT)


def _key(condition: Condition) -> str:
    return f"{ORDER}{condition.column}" if condition.kind == "holds" else condition.column


def _in_words(view: View, place: int, nouns: Nouns) -> Line:
    """Return the cells of a line, those that speak of a side of pairs in the words of the data."""
    return {
        name: _noun(cell, nouns) if view.roles[name] == "side" and isinstance(cell, str) else cell
        for name, cell in view.cells(place).items()
    }


Drawing = Callable[[float, float, float], Whisker]


def _heading(name: str, how: Written | Literal["text"], nouns: Nouns) -> str:
    """Return the words of a column's name, nouns of pairs as the data have them."""
    return name_in_words(name, nouns) + _UNITS.get(how, "")


def name_in_words(name: str, nouns: Nouns) -> str:
    """Return the words of the name of a column of ours, nouns of pairs as the data have them."""
    name = _CALLED.get(name, name)
    return " ".join(_noun(word, nouns) for word in printable(name, LONGEST_TEXT).split("_"))


def _noun(word: str, nouns: Nouns) -> str:
    """Return what the data call a premise, premises, a hypothesis or hypotheses; other words as they are."""
    return str(getattr(nouns, word)) if word in {each.name for each in fields(nouns)} else word


def _cell(
    view: View, line: Line, name: str, how: Written | Literal["text"], drawing: Drawing | None
) -> ShownCell:
    value = line[name]
    if value is None:
        return ShownCell(NOTHING)
    if isinstance(value, bool):
        return ShownCell("yes" if value else "no", int(value))
    if isinstance(value, str):
        return ShownCell(printable(value, LONGEST_TEXT))
    whole = isinstance(value, int) and how == "number"
    write = WRITERS["count" if whole or how == "text" else how]
    bounds = _bounds(view, line, name)
    if bounds is None:
        return ShownCell(write(value), value)
    low, high = bounds
    whisker = drawing(low, value, high) if drawing is not None else None
    return ShownCell(with_bounds(write(value), write(low), write(high)), value, whisker)


def _bounds(view: View, line: Line, name: str) -> tuple[float, float] | None:
    low, high = (line[end] for end in view.bounds.get(name, (name, name)))
    if name not in view.bounds or not isinstance(low, int | float) or not isinstance(high, int | float):
        return None
    return low, high


def _drawing(view: View, name: str, lines: Iterable[Line]) -> Drawing | None:
    """Return how differences of a column are drawn, all on one scale; None where they have no bounds."""
    ends = [abs(end) for line in lines for end in _bounds(view, line, name) or ()]
    if not ends:
        return None
    scale = max(_STEP, _STEP * -(-max(ends) // _STEP))

    def drawn(*values: float) -> Whisker:
        return Whisker(*(round(WIDTH * (0.5 + 0.5 * value / scale), 2) for value in values))

    return drawn
