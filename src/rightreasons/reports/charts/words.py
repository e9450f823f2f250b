"""Words beside labels: how strongly they are associated with a label, and how often they occur."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from rightreasons.charts import BEHIND, LABELS, Chart, drawn, inline, label_colours, view_of
from rightreasons.charts.legends import Mark, layered
from rightreasons.findings import Finding
from rightreasons.printable import printable
from rightreasons.reports.charts.named_points import names
from rightreasons.sentences.templates import fill

if TYPE_CHECKING:
    import altair as alt

ADDS = {"chart": {"give_away_words.words": "words"}}


_NAMED_A_LABEL = 8
_HEIGHT = 380
_SHAPES = ("circle", "square", "triangle-up", "diamond")
_DASHES = ((6, 3), (2, 2), (8, 3, 2, 3), (1, 3))
_COLUMNS = (
    *("label", "word", "writings"),
    *("log_odds", "log_odds_low", "log_odds_high", "p_adjusted", "flagged"),
)


_FEW = 3
_MULTIPLE = """datum.value < -0.01 ? '÷' + format(exp(-datum.value), ',.0f')
    : '×' + format(exp(datum.value), ',.0f')"""


def words(finding: Finding) -> Chart | None:
    """Draw the strongest words of `give_away_words` over all words, with the boundary of what is flagged."""
    view = view_of(finding, "words", _COLUMNS)
    if view is None:
        return None
    import altair as alt

    rows = [{**row, "word": printable(str(row["word"]), 30)} for row in view.records()]
    labels = list(dict.fromkeys(str(row["label"]) for row in rows))
    ends = _ends(finding, rows)
    x = alt.X(
        "writings:Q",
        scale=alt.Scale(type="log", nice=False, domain=list(ends.x)),
        axis=alt.Axis(title=fill("chart_of_words.writings"), format="~s", tickCount=6, grid=False),
    )
    y = alt.Y(
        "log_odds:Q",
        axis=alt.Axis(title=fill("chart_of_words.odds"), values=_multiples(ends.y), labelExpr=_MULTIPLE),
        scale=alt.Scale(zero=False, nice=False, domain=list(ends.y)),
    )
    colour = alt.Color("label:N", scale=label_colours(labels), legend=None)
    shape = alt.Shape(
        "label:N", scale=alt.Scale(domain=labels, range=list(_SHAPES[: len(labels)])), legend=None
    )
    points = alt.Chart(inline(rows)).mark_point(filled=True, size=55)
    faint = alt.condition("datum.flagged", alt.value(0.95), alt.value(0.4))
    encoded = points.encode(x=x, y=y, color=colour, shape=shape, opacity=faint, tooltip=_tooltip())
    named = _strongest(rows)
    texts = names(
        named,
        [ends.place(row) for row in named],
        _HEIGHT,
        "word",
        others=[ends.place(row) for row in rows],
    )
    layers = [*_behind(finding, x, y, labels), encoded, *(layer.encode(x=x, y=y) for layer in texts)]
    return Chart(
        "words",
        fill("chart_of_words.title"),
        fill("chart_of_words.description", rate=finding.settings.get("rate")),
        drawn(layered(layers, tuple(_marks(finding, labels))), _HEIGHT),
        view,
    )


@dataclass(frozen=True)
class _Ends:
    """Where the axes begin and end: the logarithmic one, and the other."""

    x: tuple[float, float]
    y: tuple[float, float]

    def place(self, row: Mapping[str, Any]) -> tuple[float, float]:
        """Return where a word stands, as shares of the plot from its left and from its top."""
        low, high = (math.log(end) for end in self.x)
        across = (math.log(row["writings"]) - low) / (high - low)
        return across, (self.y[1] - row["log_odds"]) / (self.y[1] - self.y[0])


def _ends(finding: Finding, rows: Sequence[Mapping[str, Any]]) -> _Ends:
    """Return axes that all words, squares and boundaries fit into."""
    views = (view_of(finding, name, ("writings", "log_odds")) for name in ("cloud", "boundary"))
    every = [*rows, *(row for view in views if view is not None for row in view.records())]
    x, y = ([float(row[name]) for row in every] for name in ("writings", "log_odds"))
    room = 0.05 * (max(y) - min(y)) or 1.0
    return _Ends((min(x) * 0.9, max(*x, min(x) * 2) * 1.1), (min(y) - room, max(y) + room))


def _multiples(ends: tuple[float, float]) -> list[float]:
    """Return the logarithms of multiples to name on an axis: powers of ten, with 2 and 5 where few fit."""
    low, high = ends
    for steps in ((1,), (1, 2, 5)):
        sizes = [math.log(step * 10**power) for power in range(6) for step in steps]
        within = sorted({sign * size for size in sizes for sign in (-1, 1) if low <= sign * size <= high})
        if len(within) >= _FEW:
            break
    return within


def _marks(finding: Finding, labels: Sequence[str]) -> Iterator[Mark]:
    for label, shape in zip(labels, _SHAPES, strict=False):
        yield Mark(label, LABELS.get(label, BEHIND), shape)
    if view_of(finding, "boundary", ("label", "writings", "log_odds")) is not None:
        for label, dash in zip(labels, _DASHES, strict=False):
            yield Mark(fill("chart_of_words.flagged", label=label), LABELS.get(label, BEHIND), dash=dash)
    if view_of(finding, "cloud", ("writings", "log_odds", "words")) is not None:
        yield Mark(fill("chart_of_words.cloud"), BEHIND, "square")


def _behind(finding: Finding, x: "alt.X", y: "alt.Y", labels: Sequence[str]) -> list["alt.Chart"]:
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
        lines = alt.Chart(inline(boundary.records())).mark_line(strokeWidth=1.5)
        colour = alt.Color("label:N", scale=label_colours(labels), legend=None)
        dashes = alt.Scale(domain=list(labels), range=[list(dash) for dash in _DASHES[: len(labels)]])
        dash = alt.StrokeDash("label:N", scale=dashes, legend=None)
        layers.append(lines.encode(x=x, y=y, color=colour, strokeDash=dash))
    return layers


def _strongest(rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the first words of every label in turn, which are named where there is room."""
    by_label: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        by_label.setdefault(str(row["label"]), []).append(row)
    ranks = zip_longest(*(own[:_NAMED_A_LABEL] for own in by_label.values()))
    return [row for rank in ranks for row in rank if row is not None]


def _tooltip() -> list["alt.Tooltip"]:
    import altair as alt

    return [
        alt.Tooltip("word:N"),
        alt.Tooltip("label:N"),
        alt.Tooltip("writings:Q", title=fill("chart_of_words.writings_short"), format=","),
        alt.Tooltip("log_odds:Q", title="log odds ratio", format=".2f"),
        alt.Tooltip("log_odds_low:Q", title="from", format=".2f"),
        alt.Tooltip("log_odds_high:Q", title="to", format=".2f"),
        alt.Tooltip("p_adjusted:Q", title="p (adjusted)", format=".1e"),
    ]
