"""Charts of findings: each a function from a finding to a chart, or None if it has none.

A chart stands in the file of its measure, or here where several measures have it; its file names it in
``ADDS`` by measure: ``{"chart": {"lengths.histogram": "histogram"}}``.
"""

from collections.abc import Mapping
from dataclasses import replace
from importlib.util import find_spec
from typing import Any

from rightreasons.artifacts.means import reworded
from rightreasons.charts import Chart
from rightreasons.errors import MissingExtraError
from rightreasons.findings import Finding
from rightreasons.issues import Verdict
from rightreasons.pairs import Nouns
from rightreasons.registry import Registry

CHARTS = Registry(
    "chart",
    ("rightreasons.artifacts", "rightreasons.difficulty", "rightreasons.challenges", __name__),
)
"""Functions ``(finding) -> Chart | None`` by ``MEASURE.CHART``; ``any.CHART`` is asked of every finding."""
_ANY = "any"
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
    by_measure: dict[str, list[str]] = {}
    for name in CHARTS:
        by_measure.setdefault(name.partition(".")[0], []).append(name)
    names = (*by_measure.get(finding.measure, ()), *by_measure.get(_ANY, ()))
    drawn = (CHARTS.load(name)(finding) for name in names)
    return tuple(_in_words(chart, nouns or Nouns()) for chart in drawn if chart is not None)


def _in_words(chart: Chart, nouns: Nouns) -> Chart:
    """Return the chart with titles, axes and description in the words of the data."""
    title, description = (reworded(text, nouns) for text in (chart.title, chart.description))
    return replace(chart, title=title, description=description, spec=_titles_in_words(chart.spec, nouns))


def _titles_in_words(spec: Any, nouns: Nouns) -> Any:
    if isinstance(spec, list):
        return [_titles_in_words(each, nouns) for each in spec]
    if not isinstance(spec, Mapping):
        return spec
    return {
        key: reworded(each, nouns)
        if key == "title" and isinstance(each, str)
        else _titles_in_words(each, nouns)
        for key, each in spec.items()
        if key != "values"
    } | ({"values": spec["values"]} if "values" in spec else {})
