"""Easy and hard instances: how many there are, and how accurate a model is on them, with intervals."""

from rightreasons.findings import Finding, View
from rightreasons.reports.charts.chart import Chart, bounds_of, drawn
from rightreasons.reports.charts.forest_plot import Line, placed, strip

_SHARES = ("easy", "hard", "conflicting", "none")
_ACCURACIES = ("full", "easy", "hard")
_COLUMNS = ("instances", "share", "low", "high", "n")


def easy_hard_shares(finding: Finding) -> Chart | None:
    """Draw the shares of easy, hard and other instances of `easy_hard`."""
    return _chart(
        finding,
        _SHARES,
        "Easy and hard instances",
        "Share of instances whose hypothesis holds patterns that all go with its gold label (easy), none of "
        "which does (hard), some of which do (conflicting), or no pattern (none), with intervals.",
        "share of instances",
    )


def easy_hard_accuracy(finding: Finding) -> Chart | None:
    """Draw the accuracy on all, easy and hard instances of `easy_hard_accuracy`."""
    return _chart(
        finding,
        _ACCURACIES,
        "Accuracy on easy and hard instances",
        "Accuracy on all instances, on those whose patterns go with the gold label (easy), and on those "
        "whose patterns mislead (hard), with intervals.",
        "accuracy",
    )


def _chart(finding: Finding, names: tuple[str, ...], title: str, description: str, axis: str) -> Chart | None:
    known = {name: finding.figures[name] for name in names if name in finding.figures}
    lines = [
        Line(f"{name} ({figure.n:,})", figure.value, *bounds_of(figure), figure.n)
        for name, figure in known.items()
    ]
    if all(line.value is None for line in lines):
        return None
    places = placed(lines)
    rows = tuple(
        (name, line.value, line.low, line.high, line.n) for name, line in zip(known, lines, strict=True)
    )
    view = View(title, _COLUMNS, rows, by=("instances",), bounds={"share": ("low", "high")})
    return Chart("easy_hard", title, description, drawn(strip(places, axis), places.height), view)
