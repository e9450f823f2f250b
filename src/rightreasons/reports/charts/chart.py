"""What every chart is (a Vega-Lite spec, a description, the same figures as a table), and what draws it."""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from rightreasons.artifacts.means import reworded
from rightreasons.figures import Figure
from rightreasons.findings import Cell, Finding, View
from rightreasons.pairs import Nouns
from rightreasons.runs.folder import write_text

# What every chart is: a vega-lite spec, a description, and the same figures as a table.


if TYPE_CHECKING:
    import altair as alt

    Layers = alt.LayerChart | alt.FacetChart

INK = "currentColor"
"""The colour of the text around a chart, so that one drawing serves a light and a dark page."""
ACCENT, BEHIND = "#2f7fc1", "#8a8f98"
RIGHT, WRONG = "#1a8a72", "#c8553d"
LABELS = {
    "entailment": "#2f7fc1",
    "neutral": "#b27b00",
    "contradiction": "#d1495b",
    "non-entailment": "#d1495b",
}
"""Colour of a label; each has 3:1 or more against white and against the dark page."""
TOOLTIP_LENGTH = 200

_TEXT = {"labelColor": INK, "titleColor": INK}
CONFIG: Mapping[str, Any] = {
    "background": "transparent",
    "font": "system-ui, sans-serif",
    "view": {"stroke": None},
    "axis": {
        **_TEXT,
        "gridColor": INK,
        "gridOpacity": 0.15,
        "domainColor": INK,
        "domainOpacity": 0.4,
        "tickColor": INK,
        "tickOpacity": 0.4,
        "labelFontSize": 12,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
    },
    "legend": {**_TEXT, "labelFontSize": 12, "orient": "top", "title": None, "symbolStrokeWidth": 2},
    "text": {"color": INK, "fontSize": 12},
    "rule": {"color": INK},
}


@dataclass(frozen=True)
class Chart:
    """One chart of a finding.

    Parameters
    ----------
    name
        Tells it from the other charts of the finding; letters, digits and underscores.
    title
        What it shows.
    description
        How to read it, in a sentence or two; stands for the picture where that cannot be seen.
    spec
        Vega-Lite; as wide as its container.
    view
        The figures that are drawn.
    """

    name: str
    title: str
    description: str
    spec: Mapping[str, Any]
    view: View

    def in_words(self, nouns: Nouns) -> "Chart":
        """Return the chart with titles, axes and description in the words of the data."""
        title, description = (reworded(text, nouns) for text in (self.title, self.description))
        return replace(self, title=title, description=description, spec=_titles_in_words(self.spec, nouns))


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


def records(view: View) -> list[dict[str, Cell]]:
    """Return the lines of a view as one mapping each."""
    return [view.cells(line) for line in range(len(view.lines))]


def view_of(finding: Finding, name: str, columns: Iterable[str]) -> View | None:
    """Return a view of a finding if it is there, has lines and has these columns."""
    view = finding.views.get(name)
    return view if view is not None and view.lines and set(columns) <= set(view.columns) else None


def bounds_of(figure: Figure) -> tuple[float | None, float | None]:
    """Return the bounds of the interval of a figure."""
    return (figure.interval.low, figure.interval.high) if figure.interval else (None, None)


def number(cell: Cell) -> float | None:
    """Return a cell as a number, or None if it holds none."""
    return None if cell is None or isinstance(cell, str | bool) else float(cell)


def count(cell: Cell) -> int:
    """Return a cell as a count; 0 if it holds none."""
    return cell if isinstance(cell, int) else 0


def inline(rows: Sequence[Mapping[str, Any]]) -> "alt.InlineData":
    """Return rows as the data of a chart."""
    import altair as alt

    return alt.InlineData(values=[dict(row) for row in rows])


def drawn(chart: "alt.Chart | Layers", height: int) -> dict[str, Any]:
    """Return the spec of a chart that is as wide as its container, in the house's look."""
    spec: dict[str, Any] = chart.properties(width="container", height=height).to_dict()
    return {**spec, "autosize": {"type": "fit-x", "contains": "padding"}, "config": dict(CONFIG)}


def label_colours(labels: Sequence[str]) -> "alt.Scale":
    """Return the scale that gives every label its colour."""
    import altair as alt

    return alt.Scale(domain=list(labels), range=[LABELS.get(label, BEHIND) for label in labels])


# What draws charts: the program that goes into a page, and pictures for files.


Picture = Literal["svg", "png"]
WIDTH = 720
_SCALE = 2


@cache
def vega_program() -> str:
    """Return Vega, Vega-Lite and Vega-Embed as one script.

    Putting it together takes seconds, so it is kept in the user's cache folder by the version of vl-convert.
    """
    from importlib.metadata import version

    import vl_convert

    kept = _cache_folder() / f"vega-{version('vl-convert-python')}.js"
    try:
        return kept.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        pass
    program: str = vl_convert.javascript_bundle()  # type: ignore[call-arg] # its stub lacks the default
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        write_text(kept, program)
    except OSError:
        pass  # no place to keep it: the next page takes longer
    return program


def picture(chart: Chart, form: Picture) -> bytes:
    """Return a chart as a picture on white, with a width of its own."""
    import vl_convert

    spec = standing_alone(chart)
    if form == "png":
        drawn: bytes = vl_convert.vegalite_to_png(spec, scale=_SCALE)
        return drawn
    return str(vl_convert.vegalite_to_svg(spec)).replace("currentColor", "#1b1d21").encode()


def standing_alone(chart: Chart) -> dict[str, Any]:
    """Return the spec of a chart that has no page around it."""
    config: Mapping[str, Any] = chart.spec["config"]
    return {
        **chart.spec,
        "width": WIDTH,
        "title": {"text": chart.title, "anchor": "start"},
        "config": {**config, "background": "white"},
    }


def _cache_folder() -> Path:
    root = os.environ.get("XDG_CACHE_HOME")
    return (Path(root) if root else Path.home() / ".cache") / "rightreasons"
