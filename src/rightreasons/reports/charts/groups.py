"""Accuracy by group and gold label: the subcases of HANS beside what is known of them, or other groups."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import polars as pl

from rightreasons.charts import (
    BEHIND,
    INK,
    Chart,
    Placed,
    drawn,
    forest_plot,
    inline,
    placed,
    value_axis,
    view_of,
)
from rightreasons.charts.legends import TICK, Mark
from rightreasons.findings import Finding, View
from rightreasons.printable import printable
from rightreasons.reports.charts.lines import line_of
from rightreasons.sentences.templates import fill

if TYPE_CHECKING:
    import altair as alt

ADDS = {"chart": {"any.subcases": "subcases", "any.groups": "groups"}}


_COLUMNS = ("label", "n", "accuracy", "low", "high")
_MOST = 60
_AXIS = "accuracy"
_SUBCASES = "by_subcase"
_MODELS = ("DA", "ESIM", "SPINN", "BERT")
_SHAPES = ("circle", "square", "triangle-up", "diamond")
_SPREAD = {"bert_min": "min", "bert_mean": "mean", "bert_max": "max"}
"""Columns of the spread of 100 BERTs, and what each of them is."""


def subcases(finding: Finding) -> Chart | None:
    """Draw accuracy by subcase of HANS, over the papers' printed models and the spread of 100 BERTs."""
    view = _of_hans(finding)
    if view is None:
        return None
    rows = view.records()
    lines = placed(
        line_of(row, str(row["subcase"]), _heading(str(row["subcase"]), str(row["label"]))) for row in rows
    )
    behind = [*_spread(lines, rows), *_printed(lines)]
    return Chart(
        "subcases",
        fill("chart_of_subcases.title"),
        fill("chart_of_subcases.description"),
        drawn(forest_plot(lines, _AXIS, behind=behind, marks=_marks()), lines.height),
        _beside(view),
    )


def groups(finding: Finding) -> Chart | None:
    """Draw accuracy by the first grouping of a challenge that is not HANS."""
    if _of_hans(finding) is not None:
        return None
    grouped = [view for view in finding.views.values() if _is_grouped(view)]
    if not grouped:
        return None
    view, group = grouped[0], grouped[0].by[0]
    named = printable(group).replace("_", " ")
    lines = placed(
        line_of(row, str(row[group]), f"Gold label: {row['label']}")
        for row in _by_label(view.records()[:_MOST])
    )
    counted = {"group": named, "shown": _MOST, "all": len(view.lines)}
    return Chart(
        "groups",
        fill("chart_of_groups.title", group=named),
        fill("chart_of_groups.description_of_some", **counted)
        if len(view.lines) > _MOST
        else fill("chart_of_groups.description", group=named),
        drawn(forest_plot(lines, _AXIS), lines.height),
        replace(view, lines=view.lines[:_MOST], line_rows=view.line_rows[:_MOST]),
    )


def _is_grouped(view: View) -> bool:
    """Whether a view has accuracies by a group and the gold label."""
    return view.by[1:] == ("label",) and set(_COLUMNS) <= set(view.columns) and bool(view.lines)


def _by_label(rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return rows of one label after each other, as a strip has its headings."""
    labels = list(dict.fromkeys(row["label"] for row in rows))
    return sorted(rows, key=lambda row: labels.index(row["label"]))


def _heading(subcase: str, label: str) -> str:
    heuristic = heuristics().get(subcase, subcase)
    words = heuristic[:1].upper() + heuristic[1:].replace("_", " ")
    return fill("chart_of_subcases.heading", heuristic=words, label=label)


def _of_hans(finding: Finding) -> View | None:
    """Return accuracy by subcase beside the spread of 100 BERTs, which HANS alone has."""
    return view_of(finding, _SUBCASES, ("subcase", *_COLUMNS, *_SPREAD))


def _spread(lines: Placed, rows: Sequence[Mapping[str, Any]]) -> list["alt.Chart"]:
    import altair as alt

    by_name = {str(row["subcase"]): row for row in rows}
    with_baseline = [
        {"y": line["y"], **{name: by_name[line["label"]][name] for name in _SPREAD}}
        for line in lines.rows
        if line["label"] in by_name
    ]
    y = lines.axis()
    tooltip = [
        alt.Tooltip(f"{name}:Q", title=fill("chart_of_subcases.spread", what=what), format=".1%")
        for name, what in _SPREAD.items()
    ]
    bars = alt.Chart(inline(with_baseline)).mark_bar(height=9, color=BEHIND, opacity=0.35)
    means = alt.Chart(inline(with_baseline)).mark_tick(color=BEHIND, thickness=2, height=9)
    return [
        bars.encode(y=y, x=value_axis(_AXIS, "bert_min"), x2="bert_max:Q", tooltip=tooltip),
        means.encode(y=y, x=value_axis(_AXIS, "bert_mean"), tooltip=tooltip),
    ]


def _in_words(model: str) -> str:
    """Return what a model of the paper is called: DA is its abbreviation, which few know."""
    return fill("chart_of_subcases.attention") if model == _MODELS[0] else model


def _marks() -> tuple[Mark, ...]:
    return (
        Mark(fill("chart_of_subcases.range"), BEHIND, "square"),
        Mark(fill("chart_of_subcases.mean"), BEHIND, TICK),
        *(
            Mark(_in_words(model), INK, shape, filled=False)
            for model, shape in zip(_MODELS, _SHAPES, strict=True)
        ),
    )


def _printed(lines: Placed) -> list["alt.Chart"]:
    import altair as alt

    printed = printed_models()
    rows = [
        {"y": line["y"], "model": model, "accuracy": printed[line["label"]][model], "subcase": line["label"]}
        for line in lines.rows
        if line["label"] in printed
        for model in _MODELS
    ]
    if not rows:
        return []
    points = alt.Chart(inline(rows)).mark_point(size=34, color=INK, opacity=0.55, strokeWidth=1)
    shape = alt.Shape(
        "model:N",
        sort=list(_MODELS),
        scale=alt.Scale(domain=list(_MODELS), range=list(_SHAPES)),
        legend=None,
    )
    tooltip = [
        alt.Tooltip("model:N", title="printed model"),
        alt.Tooltip("accuracy:Q", format=".0%"),
        alt.Tooltip("subcase:N"),
    ]
    y, x = lines.axis(), value_axis(_AXIS, "accuracy")
    return [points.encode(y=y, x=x, shape=shape, tooltip=tooltip)]


@cache
def heuristics() -> Mapping[str, str]:
    """Return the heuristic of every subcase of HANS."""
    return dict(_published("index_to_subcase.csv").select("subcase", "heuristic").iter_rows())


@cache
def printed_models() -> Mapping[str, Mapping[str, float]]:
    """Return accuracy by subcase and model as McCoy et al. (2019) printed it in Tables 9 and 10."""
    rows = _published("printed_models.csv").to_dicts()
    return {row["subcase"]: {model: row[model] for model in _MODELS} for row in rows}


def _published(name: str) -> pl.DataFrame:
    text = files("rightreasons.challenges.hans").joinpath(name).read_bytes()
    return pl.read_csv(text, comment_prefix="#")


def _beside(view: View) -> View:
    """Return the figures that are drawn, with those of the printed models."""
    printed = printed_models()
    names = [name for name in ("subcase", *_COLUMNS, *_SPREAD) if name in view.columns]
    theirs = {f"{model} (printed)": model for model in _MODELS}
    lines = tuple(
        (
            *(row[name] for name in names),
            *(printed.get(str(row["subcase"]), {}).get(each) for each in _MODELS),
        )
        for row in view.records()
    )
    return View(
        fill("chart_of_subcases.figures"),
        (*names, *theirs),
        lines,
        by=("subcase", "label"),
        bounds={"accuracy": ("low", "high")},
        roles=dict.fromkeys([*theirs, *(name for name in _SPREAD if name in names)], "accuracy"),
    )
