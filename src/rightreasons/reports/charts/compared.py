"""Two models on the same items: their differences cell by cell; of trainings also seed by seed."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rightreasons.charts import (
    ACCENT,
    Chart,
    Line,
    Placed,
    count,
    dashed,
    drawn,
    forest_plot,
    inline,
    number,
    placed,
    points_axis,
    vertical,
)
from rightreasons.charts.legends import Mark
from rightreasons.findings import Cell, Finding, View, bounded
from rightreasons.printable import printable
from rightreasons.sentences.kinds import set_in_words
from rightreasons.sentences.templates import fill

if TYPE_CHECKING:
    import altair as alt

ADDS = {"chart": {"compare.compared": "compared", "compare_seeds.compared_seeds": "compared_seeds"}}


_AXIS = "difference (points)"
_BY_CELL, _BY_SEED = ("cell",), ("cell", "seed")
_COMPARED_COLUMNS = ("set", "cell", "n", "difference", "difference_low", "difference_high")
_MOST = 60


def compared(finding: Finding) -> Chart | None:
    """Draw the differences of `compare`, set by set."""
    cells = [_compared_line(name, row) for name, view in finding.views.items() for row in view.records()][
        :_MOST
    ]
    if not cells:
        return None
    lines = placed(cells)
    return Chart(
        "compared",
        fill("chart_of_a_comparison.title"),
        fill("chart_of_a_comparison.description", **_both(finding)),
        drawn(forest_plot(lines, _AXIS, points_axis, [vertical(0, lines)], _marks()), lines.height),
        _shown(cells),
    )


def compared_seeds(finding: Finding) -> Chart | None:
    """Draw the differences of `compare_seeds`, set by set, and those of every seed."""
    sets = [name for name, view in finding.views.items() if view.by == _BY_CELL]
    by_seed = dict(zip(sets, (view for view in finding.views.values() if view.by == _BY_SEED), strict=False))
    cells = [_compared_line(name, row) for name in by_seed for row in finding.views[name].records()]
    if not cells:
        return None
    lines = placed(cells)
    behind = [vertical(0, lines), _compared_points(by_seed, lines)]
    return Chart(
        "compared_seeds",
        fill("chart_of_a_comparison.seeds"),
        fill("chart_of_a_comparison.seeds_description", **_both(finding)),
        drawn(forest_plot(lines, _AXIS, points_axis, behind, _marks(seeds=True)), lines.height),
        _shown(cells),
    )


def _marks(*, seeds: bool = False) -> tuple[Mark, ...]:
    zero = dashed(fill("chart.no_difference"))
    return (zero, Mark(fill("chart.each_seed"), ACCENT, "circle", filled=False)) if seeds else (zero,)


def _both(finding: Finding) -> dict[str, str]:
    """Return what candidate and baseline are called."""
    roles = ("candidate", "baseline")
    return {role: printable(str(finding.settings.get(role, f"the {role}"))) for role in roles}


def _compared_line(name: str, row: Mapping[str, Cell]) -> Line:
    value, low, high = (number(row[each]) for each in _COMPARED_COLUMNS[3:])
    return Line(_in_words(row["cell"]), value, low, high, count(row["n"]), set_in_words(name))


def _in_words(cell: Cell) -> str:
    """Return what a group of items is called in a chart: all, those of a gold label, or its name."""
    name = str(cell)
    if name in ("accuracy", "full"):
        return fill("chart_by_label.all")
    label = name.removeprefix("all.")
    return fill("chart_by_label.gold", label=label) if label != name else name


def _compared_points(by_seed: Mapping[str, View], lines: Placed) -> "alt.Chart":
    import altair as alt

    places = {(row["heading"], row["label"]): row["y"] for row in lines.rows}
    rows = [
        {"y": places[cell], "seed": row["seed"], "value": row["difference"]}
        for name, view in by_seed.items()
        for row in view.records()
        if (cell := (set_in_words(name), printable(_in_words(row["cell"])))) in places
    ]
    tooltip = [alt.Tooltip("seed:N"), alt.Tooltip("value:Q", title="difference", format="+.1%")]
    points = alt.Chart(inline(rows)).mark_point(color=ACCENT, size=45, filled=False, opacity=0.8)
    encoded: alt.Chart = points.encode(y=lines.axis(), x=points_axis(_AXIS), tooltip=tooltip)
    return encoded


def _shown(cells: Sequence[Line]) -> View:
    lines = tuple((line.heading, line.label, line.n, line.value, line.low, line.high) for line in cells)
    return View(
        fill("chart_of_a_comparison.figures"),
        _COMPARED_COLUMNS,
        lines,
        by=("set", "cell"),
        bounds=bounded("difference"),
    )
