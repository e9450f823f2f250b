"""Rules that `discover` found: the share of their label where they hold, beside the other rows or gold."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rightreasons.charts import WRONG, Chart, Line, drawn, forest_plot, inline, placed, value_axis
from rightreasons.charts.legends import Mark
from rightreasons.findings import Cell, Finding, View
from rightreasons.sentences.templates import fill

if TYPE_CHECKING:
    import altair as alt

ADDS = {"chart": {"rules.shares": "shares"}}

_MOST = 12
_OF_DATA = ("share", "share_low", "share_high", "elsewhere")
_OF_MODEL = ("model", "", "", "gold")
_COLUMNS = ("rule", "holds_where", "label", "rows", "share", "beside")


def shares(finding: Finding) -> Chart | None:
    """Draw how often the first rules have their label: in data beside other rows, of a model beside gold."""
    view = finding.views.get("rules")
    if view is None or not view.lines:
        return None
    of_model = "model" in view.columns
    names = _OF_MODEL if of_model else _OF_DATA
    lines = [dict(line) for line in view.records()][:_MOST]
    places = placed(_line(line, *names[:3]) for line in lines)
    beside = fill("chart_of_rules.gold" if of_model else "chart_of_rules.elsewhere")
    title, described = _words(finding, shown=len(lines), all_rules=len(view.lines), of_model=of_model)
    rows = tuple(
        (line["rule"], line["holds_where"], line["label"], line["rows"], line[names[0]], line[names[3]])
        for line in lines
    )
    behind = _points([_share(line, names[3]) for line in lines]).encode(y=places.axis())
    return Chart(
        "shares",
        title,
        described,
        drawn(
            forest_plot(
                places,
                fill("chart_of_rules.axis"),
                behind=(behind,),
                marks=(Mark(beside, WRONG, "diamond", filled=False),),
            ),
            places.height,
        ),
        View(title, _COLUMNS, rows, by=("rule",), roles={"beside": "share", "holds_where": "text"}),
    )


def _words(finding: Finding, *, shown: int, all_rules: int, of_model: bool) -> tuple[str, str]:
    """Return the title and the description."""
    counts = {"shown": shown, "all": all_rules}
    if of_model:
        title = fill("chart_of_rules.title_of_model", data=finding.subject)
        return title, fill("chart_of_rules.description_of_model", **counts)
    return fill("chart_of_rules.title", data=finding.subject), fill("chart_of_rules.description", **counts)


def _line(line: Mapping[str, Cell], value: str, low: str, high: str) -> Line:
    number, rows = str(line["rule"]).rpartition("-")[2], line["rows"]
    called = fill("chart_of_rules.rule", number=number, label=str(line["label"]))
    n = int(rows) if isinstance(rows, int | float) else 0
    return Line(called, _share(line, value), _share(line, low), _share(line, high), n)


def _share(line: Mapping[str, Cell], name: str) -> float | None:
    value = line.get(name)
    return float(value) if isinstance(value, int | float) else None


def _points(values: list[float | None]) -> "alt.Chart":
    import altair as alt

    rows = [{"y": place, "value": value} for place, value in enumerate(values)]
    points = alt.Chart(inline(rows)).mark_point(color=WRONG, shape="diamond", size=60, filled=False)
    encoded: alt.Chart = points.encode(x=value_axis(fill("chart_of_rules.axis")))
    return encoded
