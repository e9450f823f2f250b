"""Trainings: accuracy of every seed, differences of two trainings, repetitions as points, curves by epoch."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rightreasons.charts import (
    ACCENT,
    INK,
    LINE,
    Chart,
    Line,
    Placed,
    count,
    drawn,
    forest_plot,
    inline,
    line_axis,
    number,
    placed,
    points_axis,
    value_axis,
    vertical,
    view_of,
)
from rightreasons.figures import Figure
from rightreasons.findings import Cell, Finding, View, bounded
from rightreasons.printable import printable

if TYPE_CHECKING:
    import altair as alt

ADDS = {
    "chart": {
        "accuracy.seeds": "seeds",
        "training.dev_accuracy": "dev_accuracy",
        "training.loss": "loss",
        "training.gap": "gap",
        "training.alpha": "alpha",
        "compare.compared": "compared",
        "compare_seeds.compared_seeds": "compared_seeds",
        "any.points": "points",
    }
}

# Accuracy of every seed of a training on one set as a point, with their mean and the majority label.


_COLUMNS = ("of", "n", "accuracy", "low", "high")
_TITLE = "Accuracy, every seed as a point"


def seeds(finding: Finding) -> Chart | None:
    """Draw the accuracies of a training on one set: every seed, and their mean with its interval."""
    accuracies = [each for each in finding.figures.where("accuracy") if each.value is not None]
    seeded = [figure for figure in accuracies if "seed" in figure.group]
    means = [figure for figure in accuracies if not figure.group]
    majorities = finding.figures.where("majority_accuracy")
    if not seeded or not means or not majorities:
        return None
    several = len(seeded) > 1
    lines = placed(
        [Line("each seed", None, None, None, 0), _line("their mean", means[0])]
        if several
        else [_line(_seed(seeded[0]), seeded[0])]
    )
    majority = majorities[0].value or 0.0
    behind = [vertical(majority)]
    if several:
        behind.append(_points(seeded).encode(y=lines.axis()))
    covered = "The mean has an interval that covers seeds. " if several else "The interval covers items. "
    shown = {**{_seed(figure): figure for figure in seeded}, "mean": means[0], "majority": majorities[0]}
    rows = tuple((name, figure.n, figure.value, *figure.bounds) for name, figure in shown.items())
    return Chart(
        "seeds",
        _TITLE,
        f"Share of right labels on this set. {covered}Dashed: {100 * majority:.1f} %, which always saying "
        "the most frequent label of the training data gets.",
        drawn(forest_plot(lines, "accuracy", behind=behind), lines.height),
        View(_TITLE, _COLUMNS, rows, by=("of",), bounds={"accuracy": ("low", "high")}),
    )


def _seed(figure: Figure) -> str:
    return f"seed {figure.group['seed']}"


def _points(seeded: Sequence[Figure]) -> "alt.Chart":
    import altair as alt

    rows = [{"y": 0, "seed": figure.group["seed"], "value": figure.value} for figure in seeded]
    tooltip = [alt.Tooltip("seed:N"), alt.Tooltip("value:Q", title="accuracy", format=".1%")]
    points = alt.Chart(inline(rows)).mark_point(color=ACCENT, size=60, filled=True, opacity=0.55)
    encoded: alt.Chart = points.encode(x=value_axis("accuracy"), tooltip=tooltip)
    return encoded


def _line(label: str, figure: Figure) -> Line:
    return Line(label, figure.value, *figure.bounds, figure.n)


# Repetitions as points rather than bars: seeds of one training, or prompts of one question.


REPEATED = ("seed", "prompt")


def points(finding: Finding) -> Chart | None:
    """Draw the proportions of a view by seed or by prompt: a line a repetition, a column a figure."""
    for view in finding.views.values():
        for what in REPEATED:
            if view.by == (what,) and len(view.lines) > 1:
                return _chart(what, view)
    return None


def _chart(what: str, view: View) -> Chart | None:
    rows = view.records()
    names = [name for name in view.plain_columns if view.written(name) == "percent"]
    if not names:
        return None
    import altair as alt

    shown = [
        {"y": place, "figure": name, "value": number(row[name]), "of": printable(f"{what} {row[what]}")}
        for place, name in enumerate(names)
        for row in rows
        if row[name] is not None
    ]
    y = line_axis(len(names), dict(enumerate(names)))
    base = alt.Chart(inline(shown))
    single = base.mark_point(size=60, color=ACCENT, filled=True, opacity=0.55).encode(
        x=value_axis("value"),
        y=y,
        tooltip=[alt.Tooltip("of:N"), alt.Tooltip("figure:N"), alt.Tooltip("value:Q", format=".1%")],
    )
    means = base.mark_tick(color=INK, thickness=2, height=LINE).encode(x="mean(value):Q", y=y)
    return Chart(
        f"by_{what}",
        f"Every {what} as a point",
        f"One point for each {what}, and their mean as a stroke: how far a figure hangs on the {what} alone.",
        drawn(alt.layer(single, means), 2 * LINE * len(names) + 20),
        view,
    )


# Two models on the same items: what accuracy differs by, cell by cell; of trainings also seed by seed.


_AXIS = "candidate minus baseline (points)"
_BY_SEED = " by seed"
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
        "What differs between the two",
        f"Accuracy of {_of(finding, 'candidate')} minus {_of(finding, 'baseline')} on the same items, with "
        "intervals. Right of zero the candidate is better.",
        drawn(forest_plot(lines, _AXIS, points_axis, [vertical(0)]), lines.height),
        _shown(cells),
    )


def compared_seeds(finding: Finding) -> Chart | None:
    """Draw the differences of `compare_seeds`, set by set, and those of every seed."""
    by_seed = {
        name: seeds for name in finding.views if (seeds := finding.views.get(f"{name}{_BY_SEED}")) is not None
    }
    cells = [_compared_line(name, row) for name in by_seed for row in finding.views[name].records()]
    if not cells:
        return None
    lines = placed(cells)
    behind = [vertical(0), _compared_points(by_seed, lines)]
    return Chart(
        "compared_seeds",
        "What the second training changes",
        f"Accuracy of {_of(finding, 'candidate')} minus {_of(finding, 'baseline')} on the same items: each "
        "seed a faint point, their mean filled, with an interval that covers seeds and items. Right of zero "
        "the candidate is better.",
        drawn(forest_plot(lines, _AXIS, points_axis, behind), lines.height),
        _shown(cells),
    )


def _of(finding: Finding, role: str) -> str:
    return printable(str(finding.settings.get(role, f"the {role}")))


def _compared_line(name: str, row: Mapping[str, Cell]) -> Line:
    value, low, high = (number(row[each]) for each in _COMPARED_COLUMNS[3:])
    return Line(str(row["cell"]), value, low, high, count(row["n"]), name)


def _compared_points(by_seed: Mapping[str, View], lines: Placed) -> "alt.Chart":
    import altair as alt

    places = {(row["heading"], row["label"]): row["y"] for row in lines.rows}
    rows = [
        {"y": places[cell], "seed": row["seed"], "value": row["difference"]}
        for name, view in by_seed.items()
        for row in view.records()
        if (cell := (printable(name), printable(str(row["cell"])))) in places
    ]
    tooltip = [alt.Tooltip("seed:N"), alt.Tooltip("value:Q", title="difference", format="+.1%")]
    points = alt.Chart(inline(rows)).mark_point(color=ACCENT, size=45, filled=True, opacity=0.5)
    encoded: alt.Chart = points.encode(y=lines.axis(), x=points_axis(_AXIS), tooltip=tooltip)
    return encoded


def _shown(cells: Sequence[Line]) -> View:
    lines = tuple((line.heading, line.label, line.n, line.value, line.low, line.high) for line in cells)
    return View(
        "Differences with their intervals",
        _COMPARED_COLUMNS,
        lines,
        by=("set", "cell"),
        bounds=bounded("difference"),
    )


# Training curves: accuracy on dev and loss by epoch, a line for each seed, the epoch that is kept marked.


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
    return _curve_chart(
        finding,
        "dev_accuracy",
        "Accuracy on dev by epoch",
        "Accuracy on dev after each epoch, a line for each seed. The filled point is the epoch that is kept: "
        "the best one on dev, so that its accuracy is somewhat too high.",
    )


def loss(finding: Finding) -> Chart | None:
    """Draw the mean loss of the training pairs in every epoch of `training`."""
    return _curve_chart(
        finding,
        "loss",
        "Loss by epoch",
        "Mean loss over the training pairs in each epoch, a line for each seed; filled: the epoch "
        "that is kept. What still falls here while dev stands still is learned by heart.",
    )


def gap(finding: Finding) -> Chart | None:
    """Draw the gap on dev after every epoch of `training`, where alphas follow it."""
    return _curve_chart(
        finding,
        "gap",
        "Gap of easy and hard dev pairs by epoch",
        "Accuracy on the easy pairs of dev minus that on the hard ones after each epoch, a line for each "
        "seed. Where it is at least phi the alphas grow, else they fall, but never below where they began "
        "(Liu et al. 2020, equation 7).",
    )


def alpha(finding: Finding) -> Chart | None:
    """Draw the weight of pairs without a pattern by epoch of `training`, where it follows the gap."""
    return _curve_chart(
        finding,
        "alpha2",
        "Weight of pairs without a pattern by epoch",
        "alpha2 of the classifier after each epoch, as it holds in the next one, a line for each seed; that "
        "of the discriminators moves with it (Liu et al. 2020, equation 7).",
    )


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
    return Chart(field, title, description, drawn(alt.layer(*layers), _HEIGHT), _curve_rows(view, field))


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
