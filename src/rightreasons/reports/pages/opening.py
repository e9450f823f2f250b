"""The picture of a page's first screen: of all charts of a run the one that says most of what it is about."""

from collections.abc import Iterable
from dataclasses import dataclass

from rightreasons.charts import Chart
from rightreasons.reports.views import ShownView

CHOICE = "guard_curves"
"""The chart of several guards."""
PREFERRED = (
    CHOICE,
    "subcases",
    "roc",
    "compared",
    "compared_seeds",
    "known_sets",
    "seeds",
    "baseline",
    "easy_hard",
    "printed",
    "by_label",
    "groups",
)
"""Names of charts, those that are shown first before others."""
_BESIDE = {"roc": "reliability"}
"""What stands beside a chart where there is room, of the same finding."""


@dataclass(frozen=True)
class Opening:
    """A chart with its figures, and the place of the section that it belongs to."""

    place: int
    chart: Chart
    table: ShownView
    beside: "Opening | None" = None

    @property
    def charts(self) -> tuple[Chart, ...]:
        """Its charts, which are not shown again further down."""
        return (self.chart,) if self.beside is None else (self.chart, self.beside.chart)

    @property
    def section_first(self) -> bool:
        """Whether its section comes before those with an issue: the title is about it."""
        return self.chart.name == CHOICE


def _turn(charted: tuple[int, Chart, ShownView]) -> int:
    """Return the turn of a chart among those of its name: of a training the last set's first, its test."""
    place, chart, _ = charted
    return -place if chart.name == "seeds" else place


def opening_of(charts: Iterable[tuple[int, Chart, ShownView]]) -> Opening | None:
    """Return the chart to open with; None where none is among `PREFERRED`.

    Parameters
    ----------
    charts
        The place of its section, the chart, its figures.
    """
    every = list(charts)
    named = [each for each in every if each[1].name in PREFERRED]
    first = min(named, key=lambda each: (PREFERRED.index(each[1].name), _turn(each)), default=None)
    if first is None:
        return None
    other = _BESIDE.get(first[1].name)
    second = next((each for each in every if each[0] == first[0] and each[1].name == other), None)
    return Opening(*first, None if second is None else Opening(*second))
