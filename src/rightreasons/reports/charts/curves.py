"""Training curves: accuracy on dev and loss by epoch, a line for each seed, the kept epoch marked."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rightreasons.charts import ACCENT, Chart, drawn, inline, number, view_of
from rightreasons.charts.legends import Mark, layered
from rightreasons.findings import Finding, View
from rightreasons.sentences.templates import fill

if TYPE_CHECKING:
    import altair as alt

ADDS = {
    "chart": {
        "training.dev_accuracy": "dev_accuracy",
        "training.loss": "loss",
        "training.gap": "gap",
        "training.alpha": "alpha",
    }
}


_CURVES_COLUMNS = ("seed", "epoch", "loss", "dev_accuracy", "kept")
_HEIGHT = 220
_MOST_TICKS = 10
_AXES = {
    "dev_accuracy": ("accuracy on dev", "~%"),
    "loss": ("mean loss in training", "~f"),
    "gap": ("accuracy on easy minus on hard", "~%"),
    "alpha2": ("weight of pairs without a pattern", "~f"),
}


def dev_accuracy(finding: Finding) -> Chart | None:
    """Draw the accuracy on dev after every epoch of `training`."""
    title = fill("chart_of_dev_accuracy.title")
    return _curve_chart(finding, "dev_accuracy", title, fill("chart_of_dev_accuracy.description"))


def loss(finding: Finding) -> Chart | None:
    """Draw the mean loss of the training pairs in every epoch of `training`."""
    title = fill("chart_of_loss.title")
    return _curve_chart(finding, "loss", title, fill("chart_of_loss.description"))


def gap(finding: Finding) -> Chart | None:
    """Draw the gap on dev after every epoch of `training`, where alphas follow it."""
    title = fill("chart_of_gap.title")
    return _curve_chart(finding, "gap", title, fill("chart_of_gap.description"))


def alpha(finding: Finding) -> Chart | None:
    """Draw the weight of pairs without a pattern by epoch of `training`, where it follows the gap."""
    title = fill("chart_of_alpha.title")
    return _curve_chart(finding, "alpha2", title, fill("chart_of_alpha.description"))


def _curve_chart(finding: Finding, field: str, title: str, description: str) -> Chart | None:
    view = view_of(finding, "epochs", _CURVES_COLUMNS)
    if view is None or field not in view.columns:
        return None
    import altair as alt

    rows = [row for row in view.records() if number(row[field]) is not None]
    if not rows:
        return None
    axis = alt.Axis(title=_AXES[field][0], format=_AXES[field][1], tickCount=5)
    x, y = _epochs(rows), alt.Y(f"{field}:Q", axis=axis, scale=alt.Scale(zero=False))
    filled = alt.condition("datum.kept", alt.value(ACCENT), alt.value("transparent"))
    lines = alt.Chart(inline(rows)).mark_line(color=ACCENT, strokeWidth=1.5, opacity=0.6)
    points = alt.Chart(inline(rows)).mark_point(color=ACCENT, size=55, opacity=1)
    layers = (
        lines.encode(x=x, y=y, detail="seed:N"),
        points.encode(x=x, y=y, fill=filled, tooltip=_tooltip()),
    )
    spec = drawn(layered(layers, _marks()), _HEIGHT)
    return Chart(field, title, description, spec, _curve_rows(view, field))


def _marks() -> tuple[Mark, ...]:
    return (
        Mark(fill("chart_of_curves.line"), ACCENT),
        Mark(fill("chart_of_curves.kept"), ACCENT, "circle"),
        Mark(fill("chart_of_curves.other"), ACCENT, "circle", filled=False),
    )


def _tooltip() -> list["alt.Tooltip"]:
    import altair as alt

    return [
        alt.Tooltip("seed:N"),
        alt.Tooltip("epoch:Q"),
        alt.Tooltip("dev_accuracy:Q", title="accuracy on dev", format=".1%"),
        alt.Tooltip("loss:Q", format=".3f"),
        alt.Tooltip("kept:N"),
    ]


def _epochs(rows: Sequence[Mapping[str, Any]]) -> "alt.X":
    """Return the axis of epochs, whole ones only."""
    import altair as alt

    last = max(int(row["epoch"]) for row in rows)
    axis = alt.Axis(title="epoch", format="d", tickMinStep=1, tickCount=min(last, _MOST_TICKS), grid=False)
    return alt.X("epoch:Q", axis=axis, scale=alt.Scale(domain=[0.5, last + 0.5], nice=False))


def _curve_rows(view: View, field: str) -> View:
    columns = tuple(dict.fromkeys((*_CURVES_COLUMNS, field)))
    lines = tuple(tuple(row[name] for name in columns) for row in view.records())
    roles = {name: view.roles[name] for name in columns}
    return View(view.title, columns, lines, by=("seed", "epoch"), roles=roles)
