"""Words beside labels: how strongly they are associated with a label, and how often they occur."""

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rightreasons.charts import BEHIND, INK, Chart, drawn, inline, label_colours, view_of
from rightreasons.findings import Finding
from rightreasons.printable import printable
from rightreasons.sentences.templates import fill

if TYPE_CHECKING:
    import altair as alt

ADDS = {"chart": {"give_away_words.words": "words"}}


_NAMED_A_LABEL = 6
_NAME_WIDTH, _NAME_HEIGHT = 0.3, 0.28  # in the units of the axes, on a page of usual width
_NARROW, _ON_NARROW = 500, 2.5  # pixels; how much more width a name takes there
_COLUMNS = (
    *("label", "word", "writings"),
    *("log_odds", "log_odds_low", "log_odds_high", "p_adjusted", "flagged"),
)


def words(finding: Finding) -> Chart | None:
    """Draw the strongest words of `give_away_words` over all words, with the boundary of what is flagged."""
    view = view_of(finding, "words", _COLUMNS)
    if view is None:
        return None
    import altair as alt

    rows = [{**row, "word": printable(str(row["word"]), 30)} for row in view.records()]
    labels = list(dict.fromkeys(str(row["label"]) for row in rows))
    x = alt.X(
        "writings:Q",
        scale=alt.Scale(type="log", nice=False),
        axis=alt.Axis(title=fill("chart_of_words.writings"), format="~s", tickCount=6, grid=False),
    )
    y = alt.Y("log_odds:Q", axis=alt.Axis(title="log-odds for the label"), scale=alt.Scale(zero=False))
    colour = alt.Color("label:N", scale=label_colours(labels))
    shapes = ["circle", "square", "triangle-up", "diamond"][: len(labels)]
    shape = alt.Shape("label:N", scale=alt.Scale(domain=labels, range=shapes))
    points = alt.Chart(inline(rows)).mark_point(filled=True, size=55)
    faint = alt.condition("datum.flagged", alt.value(0.95), alt.value(0.4))
    encoded = points.encode(x=x, y=y, color=colour, shape=shape, opacity=faint, tooltip=_tooltip())
    layers = [*_behind(finding, x, y, colour), encoded, _names(rows, x, y)]
    return Chart(
        "words",
        fill("chart_of_words.title"),
        fill("chart_of_words.description", rate=finding.settings.get("rate")),
        drawn(alt.layer(*layers), 380),
        view,
    )


def _behind(finding: Finding, x: "alt.X", y: "alt.Y", colour: "alt.Color") -> list["alt.Chart"]:
    """Return all words as squares, and the boundary; older runs have neither."""
    import altair as alt

    layers = []
    cloud = view_of(finding, "cloud", ("writings", "log_odds", "words"))
    if cloud is not None:
        squares = alt.Chart(inline(cloud.records())).mark_square(color=BEHIND, opacity=0.3)
        size = alt.Size("words:Q", scale=alt.Scale(type="log", range=[8, 220]), legend=None)
        layers.append(squares.encode(x=x, y=y, size=size, tooltip=[alt.Tooltip("words:Q", format=",")]))
    boundary = view_of(finding, "boundary", ("label", "writings", "log_odds"))
    if boundary is not None:
        lines = alt.Chart(inline(boundary.records())).mark_line(strokeDash=[5, 4], strokeWidth=1.5)
        layers.append(lines.encode(x=x, y=y, color=colour))
    return layers


def _names(rows: list[dict[str, Any]], x: "alt.X", y: "alt.Y") -> "alt.Chart":
    """Name the strongest words of every label, but for those that would stand in each other's way."""
    import altair as alt

    named = _apart(rows, _NAME_WIDTH)
    narrow = _apart(named, _ON_NARROW * _NAME_WIDTH)
    texts = alt.Chart(inline([{**row, "narrow": row in narrow} for row in named]))
    shown = texts.transform_filter(f"datum.narrow || width > {_NARROW}")
    encoded: alt.Chart = shown.mark_text(align="left", dx=6, dy=-5, color=INK).encode(x=x, y=y, text="word:N")
    return encoded


def _apart(rows: list[dict[str, Any]], width: float) -> list[dict[str, Any]]:
    """Return the first rows of every label whose names of such a width are not in each other's way."""
    named: list[dict[str, Any]] = []
    for row in rows:
        same = sum(other["label"] == row["label"] for other in named)
        if same < _NAMED_A_LABEL and not any(_in_the_way(row, other, width) for other in named):
            named.append(row)
    return named


def _in_the_way(row: Mapping[str, Any], other: Mapping[str, Any], width: float) -> bool:
    apart = abs(math.log10(row["writings"] / other["writings"]))
    return apart < width and abs(row["log_odds"] - other["log_odds"]) < _NAME_HEIGHT


def _tooltip() -> list["alt.Tooltip"]:
    import altair as alt

    return [
        alt.Tooltip("word:N"),
        alt.Tooltip("label:N"),
        alt.Tooltip("writings:Q", title=fill("chart_of_words.writings_short"), format=","),
        alt.Tooltip("log_odds:Q", title="log-odds", format=".2f"),
        alt.Tooltip("log_odds_low:Q", title="from", format=".2f"),
        alt.Tooltip("log_odds_high:Q", title="to", format=".2f"),
        alt.Tooltip("p_adjusted:Q", title="p (adjusted)", format=".1e"),
    ]
