"""Many datasets, many models, or the figures of several runs in one table."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from rightreasons.figures import Figure
from rightreasons.findings import Finding
from rightreasons.guarded_yaml import packaged_yaml
from rightreasons.numbers import NOTHING
from rightreasons.reports.judged import invalidated_by
from rightreasons.reports.results import Results, shown_estimate
from rightreasons.reports.viewer.catalogue import run_of
from rightreasons.reports.viewer.entries import Entry
from rightreasons.reports.views import Column, ShownCell, ShownLine, ShownView

DATASETS, MODELS, ACCURACY = "datasets", "models", "accuracy"
FIGURE = "figure"
_Place = tuple[str, str, int, str]


@dataclass(frozen=True)
class GridCell:
    """One cell.

    Parameters
    ----------
    text
        The value with its interval.
    sort
        What it is sorted by; None comes last.
    n
        Items it rests on; None where that is no figure.
    about
        What it was measured on, where the column does not say it.
    key
        The run whose page says more.
    """

    text: str
    sort: float | str | None = None
    n: int | None = None
    about: str = ""
    key: str = ""


EMPTY = GridCell(NOTHING)


@dataclass(frozen=True)
class Grid:
    """A table whose first column names its rows.

    Parameters
    ----------
    columns
        Headings.
    rows
        One tuple a row, as long as `columns`.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[GridCell, ...], ...]

    def is_number(self, column: int) -> bool:
        """Whether a column holds figures."""
        return any(row[column].n is not None for row in self.rows)

    def view(self) -> ShownView:
        """Return the grid as a view, for the terminal."""
        columns = tuple(Column(name, self.is_number(place)) for place, name in enumerate(self.columns))
        lines = tuple(ShownLine(tuple(ShownCell(cell.text) for cell in row), None) for row in self.rows)
        return ShownView("", columns, lines, len(lines))


@dataclass(frozen=True)
class Named:
    """A result, what it is called in a table, and the key of its page; without one the name is no link."""

    results: Results
    name: str
    key: str = ""


def table_of(kind: str, runs: Iterable[Named]) -> Grid:
    """Return the table of `DATASETS`, `MODELS` or `ACCURACY`, a row a finding of one of its measures.

    Parameters
    ----------
    kind
        Which; see ``tables.yaml``.
    runs
        Results; those without such a finding have no row.

    References
    ----------
    Poliak et al. (2018), Table 2; McCoy et al. (2019), Table 3.
    """
    table = _tables()[kind]
    rows = [
        (*_first(run, finding, table["first"]), *_figures(run.results, finding, table["figures"]))
        for run in runs
        for finding in run.results.findings
        if _is_of(finding, table)
    ]
    return Grid((*table["first"], *table["figures"]), tuple(rows))


def _is_of(finding: Finding, table: Mapping[str, Any]) -> bool:
    """Return whether a table has a row of a finding: by measure, and by the design of the scored set."""
    design = table.get("design")
    return finding.measure in table["measures"] and design in (None, finding.settings.get("design"))


def many(kind: str, entries: Iterable[Entry]) -> Grid:
    """Return a table of the finished runs of its job."""
    table = _tables()[kind]
    finished = (entry for entry in entries if entry.state == "finished" and entry.job == table["job"])
    measured = (entry for entry in finished if entry.measures & set(table["measures"]))
    return table_of(kind, (Named(run_of(entry), entry.name, entry.key) for entry in measured))


def side_by_side(entries: Sequence[Entry]) -> Grid:
    """Return the figures of several runs: a row a figure, a column a run.

    Where a measure was taken more than once, its first finding stands beside the first of the others, and so
    on; each cell says what it is about.
    """
    columns = [_placed(run_of(entry)) for entry in entries]
    places = dict.fromkeys(place for column in columns for place in column)
    rows = [(_text(_called(place)), *(column.get(place, EMPTY) for column in columns)) for place in places]
    return Grid((FIGURE, *(entry.name for entry in entries)), tuple(rows))


def _called(place: _Place) -> str:
    _, name, position, figure = place
    return f"{name}.{figure}" + (f" ({position + 1})" if position else "")


def _placed(results: Results) -> dict[_Place, GridCell]:
    taken: dict[tuple[str, str], int] = {}
    found = {}
    for finding in results.findings:
        kind = (finding.measure, finding.name)
        position = taken.get(kind, 0)
        taken[kind] = position + 1
        for name, figure in finding.figures.items():
            found[*kind, position, name] = _cell(results, finding, figure, finding.subject)
    return found


def _first(run: Named, finding: Finding, first: Mapping[str, str]) -> Iterator[GridCell]:
    shown = {"run": run.name, "subject": finding.subject, "set": finding.on or ""}
    for what in first.values():
        yield _text(shown[what], run.key if what == "run" else "")


def _figures(results: Results, finding: Finding, figures: Mapping[str, str]) -> Iterator[GridCell]:
    for name in figures.values():
        yield _cell(results, finding, finding.figures.get(name))


def _cell(results: Results, finding: Finding, figure: Figure | None, about: str = "") -> GridCell:
    """Return a figure as a cell; one that a blocker invalidates is none."""
    if figure is None:
        return EMPTY
    issue = invalidated_by(results, finding)
    if issue is not None:
        return GridCell(f"no result: {issue.code}", about=about)
    return GridCell(shown_estimate(figure), figure.value, figure.n, about)


def _text(text: str, key: str = "") -> GridCell:
    return GridCell(text, text.casefold(), key=key)


@cache
def _tables() -> dict[str, Any]:
    found: dict[str, Any] = packaged_yaml("rightreasons.reports.viewer", "tables.yaml")
    return found
