"""Easy and hard instances: how many there are, and how accurate a model is on them, with intervals."""

from rightreasons.charts import Chart, Line, drawn, forest_plot, placed
from rightreasons.findings import Finding, View
from rightreasons.sentences.templates import fill

ADDS = {
    "chart": {"easy_hard.shares": "easy_hard_shares", "easy_hard_accuracy.easy_hard": "easy_hard_accuracy"}
}

_SHARES = ("easy", "hard", "conflicting", "none")
_ACCURACIES = ("full", "easy", "hard")
_NAMES = {"full": "all"}
_EASY_HARD_COLUMNS = ("instances", "share", "low", "high", "n")


def easy_hard_shares(finding: Finding) -> Chart | None:
    """Draw the shares of easy, hard and other instances of `easy_hard`."""
    return _chart(
        finding,
        _SHARES,
        fill("chart_of_easy_hard.shares"),
        fill("chart_of_easy_hard.shares_description"),
        "share of instances",
    )


def easy_hard_accuracy(finding: Finding) -> Chart | None:
    """Draw the accuracy on all, easy and hard instances of `easy_hard_accuracy`."""
    return _chart(
        finding,
        _ACCURACIES,
        fill("chart_of_easy_hard.accuracy"),
        fill("chart_of_easy_hard.accuracy_description"),
        "accuracy",
    )


def _chart(finding: Finding, names: tuple[str, ...], title: str, description: str, axis: str) -> Chart | None:
    figures = {name: finding.figures[name] for name in names if name in finding.figures}
    named = {
        name: fill("chart_of_easy_hard.line", mark=_NAMES.get(name, name), figure=each)
        for name, each in figures.items()
    }
    lines = [Line(named[name], each.value, *each.bounds, each.n) for name, each in figures.items()]
    if all(line.value is None for line in lines):
        return None
    places = placed(lines)
    rows = tuple(
        (name, line.value, line.low, line.high, line.n) for name, line in zip(figures, lines, strict=True)
    )
    bounds, roles = {"share": ("low", "high")}, {"instances": "group"}
    view = View(title, _EASY_HARD_COLUMNS, rows, by=("instances",), bounds=bounds, roles=roles)
    return Chart("easy_hard", title, description, drawn(forest_plot(places, axis), places.height), view)
