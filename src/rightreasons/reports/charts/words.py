"""Words beside labels: how strongly they are associated with a label, and how often they occur."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Any

from rightreasons.charts import BEHIND, INK, LABELS, Chart, drawn, inline, label_colours, view_of
from rightreasons.charts.legends import DASHED, OF_LABELS, Mark, layered
from rightreasons.findings import Finding
from rightreasons.printable import printable
from rightreasons.reports.charts.named_points import names
from rightreasons.sentences.templates import fill

if TYPE_CHECKING:
    import altair as alt

ADDS = {"chart": {"give_away_words.words": "words"}}


_NAMED_A_LABEL = 8
_HEIGHT = 380
_SHAPES = ("circle", "diamond", "triangle-up", "triangle-down")
"""Of labels; squares are all words."""
_FAINT = 0.3
_EVERY = ""
_ON_EACH_OTHER = 3  # pixels between lines that nobody can tell apart
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
    points = [mark.encode(x=x, y=y, color=colour, shape=shape, tooltip=_tooltip()) for mark in _points(rows)]
    named, boundaries = _strongest(rows), _boundaries(finding, ends)
    texts = names(
        named,
        [ends.place(row) for row in named],
        _HEIGHT,
        "word",
        (x, y),
        others=[ends.place(row) for row in rows],
        lines=[[ends.place(row) for row in line] for line in boundaries.values()],
    )
    cloud = _cloud(finding)
    behind = [*_squares(cloud, x, y), *_lines(boundaries, x, y)]
    marks = _marks(labels, rows, list(boundaries), with_cloud=bool(cloud))
    return Chart(
        "words",
        fill("chart_of_words.title"),
        fill(
            "chart_of_words.description" if boundaries else "chart_of_words.without_line",
            rate=finding.settings.get("rate"),
        ),
        drawn(layered([*behind, *points, *texts], tuple(marks)), _HEIGHT),
        view,
    )


def _points(rows: Sequence[Mapping[str, Any]]) -> Iterator["alt.Chart"]:
    """Yield the marks of words without channels: those that are not flagged are hollow, so also in grey."""
    import altair as alt

    flagged = [row for row in rows if row["flagged"]]
    others = [row for row in rows if not row["flagged"]]
    if others:  # without rows Vega would say that it has no extent
        yield alt.Chart(inline(others)).mark_point(size=55, strokeWidth=1.5, opacity=1)
    if flagged:
        yield alt.Chart(inline(flagged)).mark_point(filled=True, size=55, opacity=0.95)


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


def _marks(
    labels: Sequence[str], rows: Sequence[Mapping[str, Any]], lines: Sequence[str], *, with_cloud: bool
) -> Iterator[Mark]:
    for label, shape in zip(labels, _SHAPES, strict=False):
        yield Mark(label, LABELS.get(label, BEHIND), shape)
    if not all(row["flagged"] for row in rows):
        yield Mark(fill("chart_of_words.not_flagged"), INK, _SHAPES[0], filled=False)
    for label, colour, dash in _looks(lines):
        name = fill("chart_of_words.flagged", label=label) if label else fill("chart_of_words.every_flagged")
        yield Mark(name, colour, dash=dash)
    if with_cloud:
        yield Mark(fill("chart_of_words.cloud"), BEHIND, "square", opacity=_FAINT)


def _looks(lines: Sequence[str]) -> Iterator[tuple[str, str, tuple[float, ...]]]:
    """Yield label, colour and dashes of every boundary."""
    if list(lines) == [_EVERY]:
        yield _EVERY, INK, DASHED
        return
    for label, dash in zip(lines, OF_LABELS, strict=False):
        yield label, LABELS.get(label, BEHIND), dash


def _boundaries(finding: Finding, ends: _Ends) -> dict[str, list[Mapping[str, Any]]]:
    """Return the boundary of each label; one of `_EVERY` label where they would lie on each other."""
    view = view_of(finding, "boundary", ("label", "writings", "log_odds"))
    found: dict[str, list[Mapping[str, Any]]] = {}
    for row in view.records() if view is not None else ():
        found.setdefault(str(row["label"]), []).append(row)
    odds: dict[int, list[float]] = {}
    for point in chain.from_iterable(found.values()):
        odds.setdefault(point["writings"], []).append(point["log_odds"])
    apart = max((max(each) - min(each) for each in odds.values()), default=0.0)
    if found and apart * _HEIGHT / (ends.y[1] - ends.y[0]) < _ON_EACH_OTHER:
        return {_EVERY: max(found.values(), key=len)}
    return found


def _lines(
    boundaries: Mapping[str, Sequence[Mapping[str, Any]]], x: "alt.X", y: "alt.Y"
) -> Iterator["alt.Chart"]:
    import altair as alt

    for label, colour, dash in _looks(list(boundaries)):
        line = alt.Chart(inline(boundaries[label]))
        yield line.mark_line(strokeWidth=1.5, color=colour, strokeDash=list(dash)).encode(x=x, y=y)


def _cloud(finding: Finding) -> list[Mapping[str, Any]]:
    """Return how many words lie where; older runs do not say."""
    view = view_of(finding, "cloud", ("writings", "log_odds", "words"))
    return [] if view is None else list(view.records())


def _squares(cloud: Sequence[Mapping[str, Any]], x: "alt.X", y: "alt.Y") -> Iterator["alt.Chart"]:
    import altair as alt

    if cloud:
        squares = alt.Chart(inline(cloud)).mark_square(color=BEHIND, opacity=_FAINT)
        size = alt.Size("words:Q", scale=alt.Scale(type="log", range=[8, 220]), legend=None)
        yield squares.encode(x=x, y=y, size=size, tooltip=[alt.Tooltip("words:Q", format=",")])


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
