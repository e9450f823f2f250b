"""Captions of charts as text: what is drawn, how to read it, and its figures with n and intervals."""

from collections.abc import Iterator

from rightreasons.charts import Chart
from rightreasons.findings import Finding
from rightreasons.pairs import Nouns
from rightreasons.printable import printable
from rightreasons.reports.results import shown_estimate
from rightreasons.reports.views import ShownView, shown_view
from rightreasons.sentences.templates import fill, joined

MOST_LINES, MOST_FIGURES = 40, 10
_LONGEST = 2_000


def caption(finding: Finding, chart: Chart, nouns: Nouns) -> str:
    """Return the caption of a chart.

    Parameters
    ----------
    finding
        Whose chart it is.
    chart
        Titles and description, and the figures that it draws; of a chart with more than `MOST_LINES` of them
        (a curve, a cloud) those of the finding stand instead.
    nouns
        What the data call premise and hypothesis.
    """
    view = shown_view(chart.view, MOST_LINES, nouns)
    bounded = any(chart.view.bounds) and view.total <= MOST_LINES
    figures = _lines(view) if bounded else _figures(finding)
    return fill(
        "caption.text",
        title=printable(chart.title, _LONGEST),
        description=printable(chart.description, _LONGEST),
        subject=printable(finding.subject, _LONGEST),
        figures=joined(figures, "; "),
    )


def _lines(view: ShownView) -> Iterator[str]:
    """Yield the lines of the figures that are drawn, each number with its column's heading."""
    for line in view.lines:
        cells = list(zip(view.columns, line.cells, strict=True))
        names = [cell.text for column, cell in cells if not column.is_number and cell.text]
        numbers = [f"{column.heading} {cell.text}" for column, cell in cells if column.is_number]
        yield f"{', '.join(names)}: {', '.join(numbers)}"


def _figures(finding: Finding) -> Iterator[str]:
    """Yield the first figures of a finding that have an interval."""
    shown = [(name, each) for name, each in finding.figures.items() if each.interval is not None]
    for name, figure in shown[:MOST_FIGURES]:
        yield fill(
            "caption.figure", name=printable(name, _LONGEST), value=shown_estimate(figure), figure=figure
        )
