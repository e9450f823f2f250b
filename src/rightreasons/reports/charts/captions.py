"""What a chart says as text, its figures with n and intervals: in captions, and where it cannot be seen."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from rightreasons.charts import Chart
from rightreasons.findings import Cell, Finding, View
from rightreasons.numbers import NOTHING
from rightreasons.pairs import Nouns
from rightreasons.printable import printable
from rightreasons.reports.results import shown_estimate
from rightreasons.reports.views import MARKED_UNITS, Column, name_in_words, shown_view
from rightreasons.sentences.sentence import in_words
from rightreasons.sentences.templates import fill, joined

MOST_LINES, MOST_FIGURES, MOST_HEARD = 40, 10, 12
_LONGEST = 2_000


def caption(finding: Finding, chart: Chart, nouns: Nouns) -> str:
    """Return the caption of a chart.

    Parameters
    ----------
    finding
        Whose chart it is.
    chart
        Titles and description, and the figures that it draws.
    nouns
        What the data call premise and hypothesis.
    """
    return fill(
        "caption.text",
        title=printable(chart.title, _LONGEST),
        description=printable(chart.description, _LONGEST),
        subject=printable(finding.subject, _LONGEST),
        figures=figures_in_words(finding, chart, nouns, MOST_LINES),
    )


def in_place_of(finding: Finding, chart: Chart, nouns: Nouns) -> str:
    """Return what stands for a chart where it is not seen: of what it is, and its main figures."""
    return fill(
        "caption.heard",
        title=printable(chart.title, _LONGEST),
        subject=printable(finding.subject, _LONGEST),
        figures=figures_in_words(finding, chart, nouns, MOST_HEARD),
    )


def figures_in_words(finding: Finding, chart: Chart, nouns: Nouns, most: int) -> str:
    """Return the figures that a chart draws, each with its interval and n.

    Parameters
    ----------
    finding, chart, nouns
        As of `caption`.
    most
        Lines. Of a chart with more of them the line of the subject itself, the highest and the lowest are
        said. Where no line is the subject's, as in a cloud of words or in a curve, the figures of the finding
        are said as well; where it has none with an interval, its sentence.
    """
    view = chart.view
    if any(view.bounds) and len(view.lines) <= most:
        return joined(_lines(view, nouns), "; ")
    own = [place for place, row in enumerate(view.records()) if finding.subject in _names(view, row)]
    parts = [*_ends(view, own[:1], nouns), *(() if own and view.bounds else _figures(finding, nouns))]
    sentence = printable(in_words(finding.headline, nouns), _LONGEST).removesuffix(".")
    return joined(parts, "; ") if parts else sentence


def _names(view: View, row: Mapping[str, Cell]) -> list[Cell]:
    """Return what names a line."""
    return [row[name] for name in view.by]


def _lines(view: View, nouns: Nouns, only: Container[str] | None = None) -> list[str]:
    """Return every line: what it is of, and each number, or only those of some columns, with its heading."""
    shown = shown_view(view, len(view.lines), nouns)
    columns = [
        (place, shown.columns[place])
        for place, name in enumerate(view.plain_columns)
        if (name in view.by or not view.by)
        or (shown.columns[place].is_number and (only is None or name in only))
    ]
    return [_line([(column, line.cells[place].text) for place, column in columns]) for line in shown.lines]


def _line(cells: Iterable[tuple[Column, str]]) -> str:
    held = [(column, text) for column, text in cells if text not in {"", NOTHING}]
    of = [text for column, text in held if not column.is_number]
    numbers = [_number(column.heading, text) for column, text in held if column.is_number]
    return ": ".join(joined(part, ", ") for part in (of, numbers) if part)


def _number(heading: str, text: str) -> str:
    """Return a heading and a number with its unit behind the value, and not behind the heading."""
    for marked, unit in MARKED_UNITS.items():
        if heading.endswith(marked):
            value, gap, interval = text.partition(" ")
            return f"{heading.removesuffix(marked)} {value}{unit}{gap}{interval}"
    return f"{heading} {text}"


def _ends(view: View, own: Sequence[int], nouns: Nouns) -> Iterator[str]:
    """Yield some lines of a view, its highest and its lowest, with what has an interval and n only."""
    column = next(iter(view.bounds), None)
    cells = [] if column is None else [row[column] for row in view.records()]
    valued = [(cell, place) for place, cell in enumerate(cells) if isinstance(cell, int | float)]
    if not valued:
        return
    places = (*own, max(valued)[1], min(valued)[1])
    few = replace(view, lines=tuple(view.lines[place] for place in places), line_rows=())
    *lines, highest, lowest = _lines(few, nouns, {"n", *view.bounds})
    yield from lines
    yield fill("caption.highest", lines=len(view.lines), line=highest)
    yield fill("caption.lowest", line=lowest)


def _figures(finding: Finding, nouns: Nouns) -> Iterator[str]:
    """Yield the first figures of a finding that have an interval."""
    shown = [(name, each) for name, each in finding.figures.items() if each.interval is not None]
    for name, figure in shown[:MOST_FIGURES]:
        yield fill(
            "caption.figure",
            name=printable(name_in_words(name, nouns), _LONGEST),
            value=shown_estimate(figure),
            figure=figure,
        )
