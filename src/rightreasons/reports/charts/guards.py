"""Guards: what passes and what is blocked at every threshold, and whether probabilities are shares."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rightreasons.charts import (
    ACCENT,
    INK,
    WRONG,
    Chart,
    count,
    dashed,
    drawn,
    forest_plot,
    inline,
    number,
    placed,
    vertical,
    view_of,
)
from rightreasons.charts.label_layout import Place
from rightreasons.charts.legends import Mark, layered
from rightreasons.findings import Finding
from rightreasons.measures.model.guard import speaks_of_guards
from rightreasons.measures.model.guard_thresholds import BLOCKED
from rightreasons.printable import printable
from rightreasons.reports.charts.lines import line_of
from rightreasons.reports.charts.named_points import names
from rightreasons.sentences.templates import fill

if TYPE_CHECKING:
    import altair as alt

ADDS = {
    "chart": {
        "guard.roc": "roc",
        "guard.operating_points": "operating_points",
        "guard.reliability": "reliability",
        "guard_choice.guard_curves": "guard_curves",
        "guard_slices.slices": "slices",
    }
}

_HEIGHT = 300
_ROOM = 0.12
"""Beyond 100 % of what is blocked, for names of points there."""
_OF_A_GUARD = ("chart_of_roc.ungrounded_passed", "chart_of_roc.grounded_passed")
_OF_ENTAILMENT = ("chart_of_roc.others_passed", "chart_of_roc.entailed_passed")
_CURVE = ("threshold", "ungrounded_passed", "grounded_passed", "used")
_BLOCKED = ("chosen_for", "threshold", "ungrounded_blocked", "grounded_blocked")
_COLOURS = (ACCENT, "#c8553d", "#1a8a72", "#8d5fb8", "#8a8f98", "#b27b00")
_DASHES = ((1, 0), (6, 3), (2, 2), (8, 3, 2, 3), (1, 3), (10, 4))
_DIAMOND, _SQUARE, _CIRCLE = "diamond", "square", "circle"


def roc(finding: Finding) -> Chart | None:
    """Draw the share of grounded items that pass against that of ungrounded ones, and the threshold used."""
    view = view_of(finding, "thresholds", _CURVE)
    if view is None:
        return None
    import altair as alt

    rows = view.records()
    titles = _OF_A_GUARD if _is_guard(finding) else _OF_ENTAILMENT
    axes = [_share_axis(fill(title), name) for title, name in zip(titles, _CURVE[1:3], strict=True)]
    x, y = alt.X(**axes[0]), alt.Y(**axes[1])
    tooltip = _tooltip(("threshold", ".3f"), ("ungrounded_passed", ".1%"), ("grounded_passed", ".1%"))
    layers = (
        _diagonal(x, y),
        _line([row for row in rows if not row["used"]], "ungrounded_passed", tooltip).encode(x=x, y=y),
        _points([row for row in rows if row["used"]], _DIAMOND, INK, tooltip).encode(x=x, y=y),
    )
    marks = (
        Mark(fill("chart.line"), ACCENT),
        Mark(fill("chart_of_roc.used"), INK, _DIAMOND),
        dashed(fill("chart.chance")),
    )
    title = fill("chart_of_roc.title")
    spec = drawn(layered(layers, marks), _HEIGHT)
    name = "roc" if _is_guard(finding) else "roc_of_entailment"
    return Chart(name, title, fill("chart_of_roc.description"), spec, view)


def operating_points(finding: Finding) -> Chart | None:
    """Draw the share of ungrounded items blocked against that of grounded ones lost, for every threshold.

    The points of the table ``blocked`` are named: 80 to 99 % of ungrounded blocked, the cheapest. The legend
    names the one used.
    """
    curve, points = view_of(finding, "thresholds", _CURVE), view_of(finding, "blocked", _BLOCKED)
    if curve is None or points is None or not _is_guard(finding):
        return None
    x, y = _blocked_axes(_ROOM)
    rows = sorted(
        (_as_blocked(row) for row in curve.records() if not row["used"]),
        key=lambda row: (row["grounded_blocked"], row["ungrounded_blocked"]),
    )
    used, *others = points.records()
    chosen = [{**row, "name": name} for row, name in zip(others, _names_of_choices(), strict=False)]
    tooltip = _tooltip(("chosen_for", ""), ("grounded_blocked", ".1%"), ("ungrounded_blocked", ".1%"))
    lines = [[_place(row) for row in rows], [(0.0, 1.0), _place(dict.fromkeys(_BLOCKED[2:], 1.0))]]
    layers = (
        _diagonal(x, y),
        _line(rows, "grounded_blocked", _tooltip(("threshold", ".3f"))).encode(x=x, y=y),
        _points(chosen, _SQUARE, WRONG, tooltip).encode(x=x, y=y),
        _points([used], _DIAMOND, INK, tooltip).encode(x=x, y=y),
        *names(chosen, [_place(row) for row in chosen], _HEIGHT, "name", (x, y), [_place(used)], lines),
    )
    marks = (
        Mark(fill("chart.line"), ACCENT),
        Mark(fill("chart_of_roc.used"), INK, _DIAMOND),
        Mark(fill("chart_of_blocked.chosen"), WRONG, _SQUARE),
        dashed(fill("chart.chance")),
    )
    title, description = fill("chart_of_blocked.title"), fill("chart_of_blocked.description")
    spec = drawn(layered(layers, marks), _HEIGHT)
    return Chart("operating_points", title, description, spec, points)


def guard_curves(finding: Finding) -> Chart | None:
    """Draw the curves of several guards, each with the threshold used and its cheapest one."""
    view = view_of(finding, "curves", ("guard", *_CURVE))
    if view is None:
        return None
    x, y = _blocked_axes()
    guards = list(dict.fromkeys(str(row["guard"]) for row in view.records()))
    shown = guards[: len(_COLOURS)]
    layers: list[alt.Chart] = [_diagonal(x, y)]
    for place, guard in enumerate(shown):
        own = [{**_as_blocked(row), "guard": guard} for row in view.records() if row["guard"] == guard]
        tooltip = _tooltip(("guard", ""), ("threshold", ".3f"), ("grounded_blocked", ".1%"))
        lines = [row for row in own if not row["used"]]
        colour, dash = _COLOURS[place], _DASHES[place]
        layers += [
            _line(lines, "grounded_blocked", tooltip, colour, dash).encode(x=x, y=y),
            _points([row for row in own if row["used"]], _CIRCLE, colour, tooltip).encode(x=x, y=y),
        ]
    cheapest = [point for guard in shown for point in _at_cheapest(finding, guard)]
    tooltip = _tooltip(("guard", ""), ("grounded_blocked", ".1%"), ("ungrounded_blocked", ".1%"))
    layers.append(_points(cheapest, _DIAMOND, INK, tooltip).encode(x=x, y=y))
    lines_of = (
        Mark(printable(guard, 34), _COLOURS[place], dash=_DASHES[place]) for place, guard in enumerate(shown)
    )
    marks = [*lines_of, Mark(fill("chart_of_guards.used"), INK, _CIRCLE)]
    if cheapest:
        marks.append(Mark(fill("chart_of_guards.cheapest"), INK, _DIAMOND))
    marks.append(dashed(fill("chart.chance")))
    title = fill("chart_of_guards.title")
    described = "chart_of_guards.description" if len(shown) == len(guards) else "chart_of_guards.of_some"
    given = {} if len(shown) == len(guards) else {"shown": len(shown), "all": len(guards)}
    return Chart(
        "guard_curves", title, fill(described, **given), drawn(layered(layers, marks), _HEIGHT), view
    )


def _at_cheapest(finding: Finding, guard: str) -> Iterator[Mapping[str, Any]]:
    """Yield what a guard blocks at its cheapest threshold, where that is known."""
    named = (f"{guard}.{what}" for what in ("grounded_blocked", "ungrounded_passed_at_cheapest"))
    lost, passed = map(finding.figures.get, named)
    if lost is not None and lost.value is not None and passed is not None and passed.value is not None:
        yield {"guard": guard, "grounded_blocked": lost.value, "ungrounded_blocked": 1 - passed.value}


def reliability(finding: Finding) -> Chart | None:
    """Draw the share of grounded items in each bin of probability, beside the mean probability there."""
    view = view_of(finding, "bins", ("n", "probability", "entailed"))
    if view is None:
        return None
    import altair as alt

    rows = [row for row in view.records() if count(row["n"]) and number(row["probability"]) is not None]
    if not rows:
        return None
    x = alt.X(**_share_axis(fill("chart_of_reliability.probability"), "probability"))
    kind = "grounded" if _is_guard(finding) else "entailed"
    y = alt.Y(**_share_axis(fill(f"chart_of_reliability.{kind}"), "entailed"))
    tooltip = _tooltip(("probability", ".1%"), ("entailed", ".1%"), ("n", ","))
    size = alt.Size("n:Q", scale=alt.Scale(range=[30, 400]), legend=None)
    points = alt.Chart(inline(rows)).mark_point(filled=True, color=ACCENT, opacity=1)
    layers = (_diagonal(x, y), points.encode(x=x, y=y, size=size, tooltip=tooltip))
    marks = (Mark(fill("chart.bin"), ACCENT, "circle"), dashed(fill("chart.equal")))
    spec = drawn(layered(layers, marks), _HEIGHT)
    description = fill(f"chart_of_reliability.of_{kind}")
    return Chart("reliability", fill("chart_of_reliability.title"), description, spec, view)


def slices(finding: Finding) -> Chart | None:
    """Draw the area under the curve of a guard in every part of a set."""
    view = view_of(finding, "slices", ("slice_by", "slice", "n", "auroc"))
    if view is None:
        return None
    rows = [row for row in view.records() if number(row["auroc"]) is not None]
    if not rows:
        return None
    lines = placed(
        line_of(row, str(row["slice"]), str(row["slice_by"]), ("auroc", "auroc_low", "auroc_high"))
        for row in rows
    )
    marks = (dashed(fill("chart.chance")),)
    plot = forest_plot(lines, fill("chart_of_slices.axis"), behind=(vertical(0.5, lines),), marks=marks)
    title, description = fill("chart_of_slices.title"), fill("chart_of_slices.description")
    return Chart("slices", title, description, drawn(plot, lines.height), view)


def _is_guard(finding: Finding) -> bool:
    """Return whether gold only says grounded or not; with more labels a score is one of entailment."""
    view = view_of(finding, "answers", ("gold",))
    golds = {row["gold"] for row in view.records()} if view is not None else set()
    return speaks_of_guards(finding.on, golds)


def _as_blocked(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a point of a curve by what is blocked."""
    ungrounded, grounded = (1 - _number(row[f"{kind}_passed"]) for kind in ("ungrounded", "grounded"))
    return {**row, "ungrounded_blocked": ungrounded, "grounded_blocked": grounded}


def _place(row: Mapping[str, Any]) -> Place:
    """Return where a point stands in a plot with room beyond 100 %, from its left and from its top."""
    grounded, ungrounded = (
        _number(row[f"{kind}_blocked"]) / (1 + _ROOM) for kind in ("grounded", "ungrounded")
    )
    return grounded, 1 - ungrounded


def _number(cell: Any) -> float:
    return number(cell) or 0.0


def _names_of_choices() -> tuple[str, ...]:
    """Return what the points of the table ``blocked`` are called in a picture, as used aside."""
    shares = (fill("chart_of_blocked.share", share=share) for share in BLOCKED)
    return (*shares, fill("chart_of_blocked.cheapest"))


def _blocked_axes(room: float = 0.0) -> "tuple[alt.X, alt.Y]":
    """Return the axes of what is blocked, with room for names beyond 100 %."""
    import altair as alt

    x = _share_axis(fill("chart_of_blocked.grounded"), "grounded_blocked", room)
    y = _share_axis(fill("chart_of_blocked.ungrounded"), "ungrounded_blocked", room)
    return alt.X(**x), alt.Y(**y)


def _line(
    rows: Sequence[Mapping[str, Any]],
    order: str,
    tooltip: Sequence["alt.Tooltip"],
    colour: str = ACCENT,
    dash: Sequence[int] = (1, 0),
) -> "alt.Chart":
    """Return a curve without x and y, from its strictest threshold to its loosest."""
    import altair as alt

    line = alt.Chart(inline(rows)).mark_line(color=colour, strokeWidth=2, strokeDash=list(dash))
    curve: alt.Chart = line.encode(order=alt.Order(f"{order}:Q"), tooltip=list(tooltip))
    return curve


def _points(
    rows: Sequence[Mapping[str, Any]], shape: str, colour: str, tooltip: Sequence["alt.Tooltip"]
) -> "alt.Chart":
    import altair as alt

    points = alt.Chart(inline(rows)).mark_point(shape=shape, filled=True, size=110, color=colour, opacity=1)
    marked: alt.Chart = points.encode(tooltip=list(tooltip))
    return marked


def _tooltip(*fields: tuple[str, str]) -> list["alt.Tooltip"]:
    import altair as alt

    shown = ((name, how, name.replace("_", " ")) for name, how in fields)
    return [
        alt.Tooltip(f"{name}:Q", title=title, format=how) if how else alt.Tooltip(f"{name}:N", title=title)
        for name, how, title in shown
    ]


def _share_axis(title: str, field: str, room: float = 0.0) -> dict[str, Any]:
    import altair as alt

    scale = alt.Scale(domain=[0, 1 + room], nice=False)
    axis = alt.Axis(title=title, format="%", values=[0, 0.2, 0.4, 0.6, 0.8, 1])
    return {"shorthand": f"{field}:Q", "scale": scale, "axis": axis}


def _diagonal(x: "alt.X", y: "alt.Y") -> "alt.Chart":
    """Return the dashed line on which both shares are the same."""
    import altair as alt

    ends = [dict.fromkeys(_fields(x, y), end) for end in (0, 1)]
    line: alt.Chart = alt.Chart(inline(ends)).mark_line(
        strokeDash=[4, 3], color=INK, opacity=0.6, strokeWidth=1
    )
    return line.encode(x=x, y=y)


def _fields(*channels: Any) -> list[str]:
    return [str(channel.shorthand).removesuffix(":Q") for channel in channels]
