"""A guard's scores: what passes at every threshold (ROC), and whether probabilities are shares."""

from typing import TYPE_CHECKING, Any

from rightreasons.charts import ACCENT, INK, Chart, count, drawn, inline, number, view_of
from rightreasons.findings import Finding
from rightreasons.labels import Label
from rightreasons.sentences.templates import fill

if TYPE_CHECKING:
    import altair as alt

ADDS = {"chart": {"guard.roc": "roc", "guard.reliability": "reliability"}}

_HEIGHT = 300
_OF_A_GUARD = ("chart_of_roc.ungrounded_passed", "chart_of_roc.grounded_passed")
_OF_ENTAILMENT = ("chart_of_roc.others_passed", "chart_of_roc.entailed_passed")
_CURVE = ("threshold", "ungrounded_passed", "grounded_passed", "used")


def roc(finding: Finding) -> Chart | None:
    """Draw the share of grounded items that pass against that of ungrounded ones, and the threshold used."""
    view = view_of(finding, "thresholds", _CURVE)
    if view is None:
        return None
    import altair as alt

    named = {True: fill("chart_of_roc.used"), False: fill("chart_of_roc.others")}
    rows = [{**row, "what": named[bool(row["used"])]} for row in view.records()]
    titles = _OF_A_GUARD if _is_guard(finding) else _OF_ENTAILMENT
    x, y = (_share_axis(fill(title), name) for title, name in zip(titles, _CURVE[1:3], strict=True))
    tooltip = [
        alt.Tooltip("what:N"),
        alt.Tooltip("threshold:Q", format=".3f"),
        alt.Tooltip("grounded_passed:Q", title=y["axis"].title, format=".1%"),
        alt.Tooltip("ungrounded_passed:Q", title=x["axis"].title, format=".1%"),
    ]
    kept = [row for row in rows if not row["used"]]
    line = alt.Chart(inline(kept)).mark_line(color=ACCENT, strokeWidth=2, interpolate="linear")
    points = alt.Chart(inline(kept)).mark_point(color=ACCENT, filled=True, size=16, opacity=0.6)
    used = alt.Chart(inline([row for row in rows if row["used"]]))
    mark = used.mark_point(shape="diamond", filled=True, size=200, color=INK, opacity=1)
    label = used.mark_text(align="left", baseline="top", dx=10, dy=4, color=INK).encode(text="what:N")
    order = alt.Order("ungrounded_passed:Q")
    horizontal, vertical = alt.X(**x), alt.Y(**y)
    layers = (
        _diagonal(horizontal, vertical),
        line.encode(x=horizontal, y=vertical, order=order),
        points.encode(x=horizontal, y=vertical, tooltip=tooltip),
        mark.encode(x=horizontal, y=vertical, tooltip=tooltip),
        label.encode(x=horizontal, y=vertical),
    )
    title = fill("chart_of_roc.title")
    spec = drawn(alt.layer(*layers), _HEIGHT)
    name = "roc" if _is_guard(finding) else "roc_of_entailment"
    return Chart(name, title, fill("chart_of_roc.description"), spec, view)


def _is_guard(finding: Finding) -> bool:
    """Return whether gold only says grounded or not; with more labels a score is one of entailment."""
    view = view_of(finding, "answers", ("gold",))
    golds = {row["gold"] for row in view.records()} if view is not None else set()
    return golds <= {Label.ENTAILMENT, Label.NON_ENTAILMENT}


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
    y = alt.Y(**_share_axis(fill("chart_of_reliability.entailed"), "entailed"))
    tooltip = [
        alt.Tooltip("probability:Q", format=".1%"),
        alt.Tooltip("entailed:Q", format=".1%"),
        alt.Tooltip("n:Q", format=","),
    ]
    size = alt.Size("n:Q", scale=alt.Scale(range=[30, 400]), legend=alt.Legend(title="items", tickCount=3))
    points = alt.Chart(inline(rows)).mark_point(filled=True, color=ACCENT, opacity=1)
    layers = (_diagonal(x, y), points.encode(x=x, y=y, size=size, tooltip=tooltip))
    title = fill("chart_of_reliability.title")
    spec = drawn(alt.layer(*layers), _HEIGHT)
    return Chart("reliability", title, fill("chart_of_reliability.description"), spec, view)


def _share_axis(title: str, field: str) -> dict[str, Any]:
    import altair as alt

    scale = alt.Scale(domain=[0, 1], nice=False)
    return {"shorthand": f"{field}:Q", "scale": scale, "axis": alt.Axis(title=title, format="%", tickCount=5)}


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
