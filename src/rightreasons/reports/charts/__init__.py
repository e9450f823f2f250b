"""Charts of findings: one file a kind, each a function from a finding to a chart, or None if it has none.

To add one, write its file and name it here.
"""

from importlib.util import find_spec

from rightreasons.errors import MissingExtraError
from rightreasons.findings import Finding
from rightreasons.registry import Registry
from rightreasons.reports.charts.chart import Chart

_HERE = "rightreasons.reports.charts"
CHARTS = Registry(
    "chart",
    {
        "baseline": f"{_HERE}.baseline:baseline",
        "words": f"{_HERE}.words:words",
        "coverage": f"{_HERE}.coverage:coverage",
        "patterns": f"{_HERE}.patterns:patterns",
        "easy_hard_shares": f"{_HERE}.easy_hard:easy_hard_shares",
        "easy_hard_accuracy": f"{_HERE}.easy_hard:easy_hard_accuracy",
        "subcases": f"{_HERE}.groups:subcases",
        "groups": f"{_HERE}.groups:groups",
        "controls": f"{_HERE}.controls:controls",
        "mosaics": f"{_HERE}.mosaics:mosaics",
        "seeds": f"{_HERE}.seeds:seeds",
        "dev_accuracy": f"{_HERE}.curves:dev_accuracy",
        "loss": f"{_HERE}.curves:loss",
        "compared_seeds": f"{_HERE}.compared_seeds:compared_seeds",
        "points": f"{_HERE}.points:points",
    },
)
EXTRA = "pip install 'rightreasons[report]'"


def can_draw() -> bool:
    """Whether what draws charts is installed: the extra ``report``."""
    return all(find_spec(package) is not None for package in ("altair", "vl_convert"))


def check_can_draw() -> None:
    """Make sure that charts can be drawn.

    Raises
    ------
    MissingExtraError
        If the extra ``report`` is not installed.
    """
    if not can_draw():
        raise MissingExtraError("altair or vl-convert-python is not installed", "both", f"run: {EXTRA}")


def charts_of(finding: Finding) -> tuple[Chart, ...]:
    """Return every chart that a finding has; none where `can_draw` is false."""
    if not can_draw():
        return ()
    drawn = (CHARTS.load(name)(finding) for name in CHARTS)
    return tuple(chart for chart in drawn if chart is not None)
