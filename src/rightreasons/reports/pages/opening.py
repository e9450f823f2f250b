"""The picture of a page's first screen: of all charts of a run the one that says most of what it is about."""

from collections.abc import Iterable
from dataclasses import dataclass

from rightreasons.charts import Chart
from rightreasons.reports.views import ShownView

PREFERRED = (
    "subcases",
    "roc",
    "compared",
    "compared_seeds",
    "known_sets",
    "seeds",
    "baseline",
    "easy_hard",
    "by_label",
    "groups",
)
"""Names of charts, those that are shown first before others."""


@dataclass(frozen=True)
class Opening:
    """A chart with its figures, and the place of the section that it belongs to."""

    place: int
    chart: Chart
    table: ShownView


def opening_of(charts: Iterable[tuple[int, Chart, ShownView]]) -> Opening | None:
    """Return the chart to open with; None where none is among `PREFERRED`.

    Parameters
    ----------
    charts
        The place of its section, the chart, its figures.
    """
    named = [each for each in charts if each[1].name in PREFERRED]
    first = min(named, key=lambda each: (PREFERRED.index(each[1].name), each[0]), default=None)
    return None if first is None else Opening(*first)
