"""Label errors by gold label, minimal pairs by kind, and items with several right labels."""

from collections.abc import Iterator, Mapping, Sequence

from rightreasons.charts import Chart, Line, drawn, forest_plot, placed
from rightreasons.figures import Figure
from rightreasons.findings import Finding, View
from rightreasons.sentences.templates import fill

ADDS = {
    "chart": {
        "label_errors.suspected": "suspected",
        "minimal_pairs.consistency": "consistency",
        "label_sets.sets": "label_sets",
    }
}
_COLUMNS = ("group", "what", "n", "share", "low", "high")
_KINDS = dict.fromkeys(
    ("stated", "same_hypothesis", "contrast", "same_premise"), ("consistency", "independent", "accuracy")
)
_PARTS = {
    "one_label": ("any_of", "by_chance", "exact_set", "most_frequent_set"),
    "several_labels": ("any_of", "by_chance", "exact_set", "most_frequent_set"),
    "readings": ("accuracy", "all_correct", "right_as_it_stands_only"),
}


def suspected(finding: Finding) -> Chart | None:
    """Draw the share of items of which a model is confident of another label, by gold label."""
    figures = [each for each in finding.figures.where("share", what="suspected") if each.value is not None]
    shown = [("", _of_label(each), each) for each in sorted(figures, key=lambda each: each.label is not None)]
    title = fill("chart_of_suspected.title", data=finding.on)
    axis = fill("chart_of_suspected.axis")
    return _chart("suspected", title, fill("chart_of_suspected.description"), axis, shown)


def _of_label(figure: Figure) -> str:
    if figure.label is None:
        return fill("chart_by_label.all")
    return fill("chart_by_label.gold", label=figure.label)


def consistency(finding: Finding) -> Chart | None:
    """Draw how often every item of a minimal group is correct, beside what independent answers would give."""
    title = fill("chart_of_consistency.title", data=finding.on)
    axis = fill("chart_of_consistency.axis")
    description = fill("chart_of_consistency.description")
    return _chart("consistency", title, description, axis, list(_named(finding, _KINDS)))


def label_sets(finding: Finding) -> Chart | None:
    """Draw how often right labels and whole sets of them are named, beside chance and one set for all."""
    title = fill("chart_of_sets.title", data=finding.on)
    axis = fill("chart_of_sets.axis")
    return _chart("sets", title, fill("chart_of_sets.description"), axis, list(_named(finding, _PARTS)))


def _named(finding: Finding, groups: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, str, Figure]]:
    for group, names in groups.items():
        for name in names:
            figure = finding.figures.get(f"{group}.{name}")
            if figure is not None and figure.value is not None:
                yield fill(f"chart_of_item_groups.{group}"), fill(f"chart_of_item_groups.{name}"), figure


def _chart(
    name: str, title: str, description: str, axis: str, shown: Sequence[tuple[str, str, Figure]]
) -> Chart | None:
    if not shown:
        return None
    lines = placed(
        Line(what, each.value, *each.estimate.bounds, each.n, heading) for heading, what, each in shown
    )
    rows = tuple((heading, what, each.n, each.value, *each.estimate.bounds) for heading, what, each in shown)
    bounds, roles = {"share": ("low", "high")}, {"what": "text"}
    view = View(title, _COLUMNS, rows, by=("group", "what"), bounds=bounds, roles=roles)
    return Chart(name, title, description, drawn(forest_plot(lines, axis), lines.height), view)
