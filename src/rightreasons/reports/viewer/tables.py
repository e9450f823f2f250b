"""Many datasets, many models, or several audits in one table."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from rightreasons.findings import Finding
from rightreasons.reports.viewer.catalogue import run_of
from rightreasons.reports.viewer.entries import Entry
from rightreasons.reports.viewer.grid import NOTHING, Grid, GridCell, figure_cell, points_cell, text_cell
from rightreasons.runs.folder import Run

FIGURE = "figure"
_Place = tuple[str, int, str]


def datasets(entries: Iterable[Entry]) -> Grid:
    """Return hypothesis-only accuracy beside the majority label, a row an audited set and test set.

    Parameters
    ----------
    entries
        Runs; those that are no finished audits with a hypothesis-only baseline have no row.

    References
    ----------
    Poliak et al. (2018), Table 2.
    """
    spoken = _tables()["datasets"]
    rows = [
        (text_cell(entry.name, entry.key), text_cell(finding.subject), *_figures(finding, spoken))
        for entry, finding in _findings(entries, "audit", [spoken["measure"]])
    ]
    return Grid((*spoken["first"], *spoken["figures"]), tuple(rows))


def models(entries: Iterable[Entry]) -> Grid:
    """Return accuracy on HANS by heuristic and gold label, a row a model.

    Parameters
    ----------
    entries
        Runs; those that are no finished probes on HANS have no row.

    References
    ----------
    McCoy et al. (2019), Table 3.
    """
    spoken = _tables()["models"]
    rows = [
        (
            text_cell(finding.subject),
            text_cell(entry.name, entry.key),
            text_cell(finding.measure),
            *_figures(finding, spoken),
        )
        for entry, finding in _findings(entries, "probe", spoken["measures"])
    ]
    return Grid((*spoken["first"], *spoken["figures"]), tuple(rows))


def side_by_side(entries: Sequence[Entry]) -> Grid:
    """Return the figures of several runs: a row a figure, a column a run.

    Where a measure was taken more than once, its first finding stands beside the first of the others, and so
    on; each cell says what it is about.
    """
    columns = [_placed(run_of(entry)) for entry in entries]
    places = dict.fromkeys(place for column in columns for place in column)
    rows = [
        (text_cell(_called(place)), *(column.get(place, NOTHING) for column in columns)) for place in places
    ]
    return Grid((FIGURE, *(entry.name for entry in entries)), tuple(rows))


def _called(place: _Place) -> str:
    measure, position, figure = place
    return f"{measure}.{figure}" + (f" ({position + 1})" if position else "")


def _placed(run: Run) -> dict[_Place, GridCell]:
    taken: dict[str, int] = {}
    found = {}
    for finding in run.findings:
        position = taken.get(finding.measure, 0)
        taken[finding.measure] = position + 1
        for name, figure in finding.figures.items():
            found[finding.measure, position, name] = figure_cell(figure, about=finding.subject)
    return found


def _findings(entries: Iterable[Entry], job: str, measures: Sequence[str]) -> Iterator[tuple[Entry, Finding]]:
    for entry in entries:
        if entry.state == "finished" and entry.job == job and entry.measures & set(measures):
            for finding in run_of(entry).findings:
                if finding.measure in measures:
                    yield entry, finding


def _figures(finding: Finding, spoken: Mapping[str, Any]) -> Iterator[GridCell]:
    for name in spoken["figures"].values():
        figure = finding.figures.get(name)
        yield points_cell(figure) if name in spoken["points"] else figure_cell(figure)


@cache
def _tables() -> dict[str, Any]:
    text = files("rightreasons.reports.viewer").joinpath("tables.yaml").read_text(encoding="utf-8")
    found: dict[str, Any] = yaml.safe_load(text)
    return found
