"""Charts of findings: one file a kind, each a function from a finding to a chart, or None if it has none.

To add one, write its file, name it in `CHARTS`, and beside its measure in `BY_MEASURE` or, where any finding
may have it because of what its views are of, in `BY_VIEW`.
"""

from collections.abc import Mapping
from importlib.util import find_spec

from rightreasons.errors import MissingExtraError
from rightreasons.findings import Finding
from rightreasons.issues import Verdict
from rightreasons.pairs import Nouns
from rightreasons.registry import Registry
from rightreasons.reports.charts.chart import Chart

_HERE = "rightreasons.reports.charts"
CHARTS = Registry(
    "chart",
    {
        "baseline": f"{_HERE}.groups:baseline",
        "words": f"{_HERE}.words:words",
        "coverage": f"{_HERE}.words:coverage",
        "patterns": f"{_HERE}.words:patterns",
        "easy_hard_shares": f"{_HERE}.groups:easy_hard_shares",
        "easy_hard_accuracy": f"{_HERE}.groups:easy_hard_accuracy",
        "subcases": f"{_HERE}.groups:subcases",
        "groups": f"{_HERE}.groups:groups",
        "controls": f"{_HERE}.groups:controls",
        "mosaics": f"{_HERE}.mosaics:mosaics",
        "seeds": f"{_HERE}.seeds:seeds",
        "dev_accuracy": f"{_HERE}.seeds:dev_accuracy",
        "loss": f"{_HERE}.seeds:loss",
        "compared": f"{_HERE}.seeds:compared",
        "compared_seeds": f"{_HERE}.seeds:compared_seeds",
        "points": f"{_HERE}.seeds:points",
    },
)
BY_MEASURE: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("hypothesis_only", "premise_only", "length_only"), ("baseline",)),
    **dict.fromkeys(("behaviour", "insensitivity", "unseen_pairs", "polarity"), ("mosaics",)),
    "give_away_words": ("words", "coverage"),
    "artificial_patterns": ("patterns",),
    "easy_hard": ("easy_hard_shares",),
    "easy_hard_accuracy": ("easy_hard_accuracy",),
    "controls": ("controls",),
    "accuracy": ("seeds",),
    "training": ("dev_accuracy", "loss"),
    "compare": ("compared",),
    "compare_seeds": ("compared_seeds",),
}
"""The charts of a measure."""
BY_VIEW = ("subcases", "groups", "points")
"""Charts of every finding with a view of subcases, of groups and gold labels, or of repetitions."""
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


def charts_of(
    finding: Finding, verdict: Verdict | None = None, nouns: Nouns | None = None
) -> tuple[Chart, ...]:
    """Return every chart that a finding has.

    Parameters
    ----------
    finding
        The finding.
    verdict
        Of its run. Figures that a blocker spoils are not drawn.
    nouns
        What the data call premise and hypothesis; None: so.

    Returns
    -------
    tuple of Chart
        None where `can_draw` is false.
    """
    if not can_draw() or (verdict is not None and verdict.is_spoilt(finding.measure)):
        return ()
    drawn = (CHARTS.load(name)(finding) for name in (*BY_MEASURE.get(finding.measure, ()), *BY_VIEW))
    return tuple(chart.in_words(nouns or Nouns()) for chart in drawn if chart is not None)
