"""A chart of a result by its name, as an Altair object."""

from typing import TYPE_CHECKING

from rightreasons.charts import Chart
from rightreasons.errors import UnknownNameError
from rightreasons.printable import printable
from rightreasons.reports.charts import charts_of, check_can_draw, standing_alone
from rightreasons.reports.judged import applying
from rightreasons.reports.results import Results

if TYPE_CHECKING:
    import altair as alt


def altair_chart(results: Results, name: str) -> "alt.TopLevelMixin":
    """Return a chart of a result.

    Parameters
    ----------
    results
        The result; figures that a blocker invalidates are not drawn.
    name
        What the figures of a finding are called after, for its first chart, or this and the chart:
        ``"give_away_words.coverage"``.

    Raises
    ------
    MissingExtraError
        If what draws charts is not installed.
    UnknownNameError
        If there is no such chart.
    """
    check_can_draw()
    import altair as alt

    charts = _charts(results)
    chart = charts.get(name) or next((charts[each] for each in charts if each.startswith(f"{name}.")), None)
    if chart is None and not charts:
        raise UnknownNameError(
            f"no chart '{printable(name)}'",
            "a result with charts; this one has none",
            "use `.figures()` instead",
        )
    if chart is None:
        raise UnknownNameError.among("chart", printable(name), list(charts), "choose one of these")
    drawn: alt.TopLevelMixin = alt.Chart.from_dict(standing_alone(chart))
    return drawn


def _charts(results: Results) -> dict[str, Chart]:
    """Return every chart by the name of its finding and its own."""
    found: dict[str, Chart] = {}
    for finding in applying(results.findings):
        for chart in charts_of(finding, results.verdict, results.manifest.nouns):
            found.setdefault(f"{finding.name}.{chart.name}", chart)
    return found
