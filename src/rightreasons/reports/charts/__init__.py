"""Charts of findings: each a function from a finding to a chart, or None if it has none.

A chart stands in the file of its measure, or here where several measures have it; its file names it in
``ADDS`` by measure: ``{"chart": {"lengths.histogram": "histogram"}}``.
"""

from collections.abc import Mapping
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from functools import cache
from importlib.util import find_spec
from typing import Any

from rightreasons.charts import Chart
from rightreasons.errors import BusyError, MissingExtraError
from rightreasons.findings import Finding
from rightreasons.issues import Verdict
from rightreasons.pairs import SENTENCES, Nouns
from rightreasons.registry import Registry
from rightreasons.reports.charts.captions import in_place_of
from rightreasons.runs.claims import claimed
from rightreasons.runs.folder import write_text
from rightreasons.sentences.sentence import in_words, noun
from rightreasons.streams.caches import cache_folder
from rightreasons.streams.files import file_bytes

CHARTS = Registry("chart", ("rightreasons.measures", __name__), first=("give_away_words.words",))
"""Functions ``(finding) -> Chart | None`` by ``MEASURE.CHART``; ``any.CHART`` is asked of every finding. The
words themselves come before how many rows they cover."""
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
        Of its run. Figures that a blocker invalidates are not drawn.
    nouns
        What the data call premise and hypothesis; None: so.

    Returns
    -------
    tuple of Chart
        None where `can_draw` is false.
    """
    if not can_draw() or (verdict is not None and verdict.invalidator(finding.scope) is not None):
        return ()
    by_measure: dict[str, list[str]] = {}
    for name in CHARTS:
        by_measure.setdefault(name.partition(".")[0], []).append(name)
    names = (*by_measure.get(finding.measure, ()), *by_measure.get(_ANY, ()))
    with _unchecked():
        drawn = [CHARTS.load(name)(finding) for name in names]
    said = nouns or Nouns()
    charts = (_in_words(chart, said) for chart in drawn if chart is not None)
    return tuple(replace(chart, in_place=in_place_of(finding, chart, said)) for chart in charts)


def _unchecked() -> AbstractContextManager[None]:
    """Let altair build charts without checking each part against its schema, which takes longer."""
    from altair.utils.schemapi import debug_mode

    return debug_mode(arg=False)


def _in_words(chart: Chart, nouns: Nouns) -> Chart:
    """Return the chart with titles, axes, description and the name of its table in the words of the data."""
    title, description = (in_words(text, nouns) for text in (chart.title, chart.description))
    spec = _titles_in_words(chart.spec, nouns)
    if "side" in chart.view.roles.values():
        spec = _headings_in_words(spec, {side: noun(side, nouns) for side in SENTENCES})
    view = replace(chart.view, title=in_words(chart.view.title, nouns))
    return replace(chart, title=title, description=description, spec=spec, view=view)


def _headings_in_words(spec: Any, words: Mapping[str, str]) -> Any:
    """Return a spec whose headings that are premise or hypothesis are what the data call these."""
    if isinstance(spec, list):
        return [_headings_in_words(each, words) for each in spec]
    if not isinstance(spec, Mapping):
        return spec
    return {
        key: words.get(each, each)
        if key == "heading" and isinstance(each, str)
        else _headings_in_words(each, words)
        for key, each in spec.items()
    }


def _titles_in_words(spec: Any, nouns: Nouns) -> Any:
    if isinstance(spec, list):
        return [_titles_in_words(each, nouns) for each in spec]
    if not isinstance(spec, Mapping):
        return spec
    return {
        key: in_words(each, nouns)
        if key == "title" and isinstance(each, str)
        else _titles_in_words(each, nouns)
        for key, each in spec.items()
        if key != "values"
    } | ({"values": spec["values"]} if "values" in spec else {})


WIDTH = 720


@cache
def vega_program() -> str:
    """Return Vega, Vega-Lite and Vega-Embed as one script.

    Putting it together takes seconds, so it is kept in the user's cache folder by the version of vl-convert.
    """
    from importlib.metadata import version

    import vl_convert

    stored = cache_folder() / f"vega-{version('vl-convert-python')}.js"
    try:
        return file_bytes(stored).decode()
    except (OSError, UnicodeDecodeError):
        pass
    program: str = vl_convert.javascript_bundle()  # type: ignore[call-arg] # its stub lacks the default
    with suppress(OSError, BusyError), claimed(stored):  # no place to keep it: the next page takes longer
        write_text(stored, program)
    return program


def standing_alone(chart: Chart) -> dict[str, Any]:
    """Return the spec of a chart that has no page around it."""
    config: Mapping[str, Any] = chart.spec["config"]
    return {
        **chart.spec,
        "width": WIDTH,
        "title": {"text": chart.title, "anchor": "start"},
        "config": {**config, "background": "white"},
    }
