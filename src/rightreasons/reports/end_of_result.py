"""The end of a result on the terminal: issues counted, title, key figures, what was tested, what comes next.

A reader sees it without scrolling, so it is as long as the first of several ways to say it that fits.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from rich.cells import cell_len
from rich.console import Console
from rich.markup import escape
from rich.table import Table as RichTable
from rich.text import Text

from rightreasons.figures import Figure
from rightreasons.issues import KeyFigure
from rightreasons.printable import printable
from rightreasons.reports.console import COLOURS
from rightreasons.reports.first_screen import FirstScreen, first_screen
from rightreasons.reports.folding import folded
from rightreasons.reports.results import Results
from rightreasons.reports.typed import Typed
from rightreasons.sentences.templates import fill

_MOST_LINES = 12
"""So many lines has the end of a result, where the terminal is wide enough for that."""
_GAP = 3
_ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"


@dataclass(frozen=True)
class _Way:
    """A way to say the same.

    Parameters
    ----------
    details
        What stands behind the caption of a key figure: all; its own interval and n; its own interval, and n
        where the line has room for it. Comparisons stand further up.
    tested
        What was tested and what was not in a line each or together, with reasons or by name.
    cut
        So many lines has what comes next, and one line has every key figure, what was tested and what was
        not; 0: all as long as they are.
    """

    details: Literal["all", "own", "fitting"]
    tested: Literal["apart", "together", "by name"]
    cut: int = 0


_WAYS = (
    _Way("all", "apart"),
    _Way("all", "together"),
    _Way("all", "by name"),
    _Way("own", "apart"),
    _Way("own", "together"),
    _Way("own", "by name"),
    _Way("fitting", "by name"),
    _Way("fitting", "by name", cut=2),
    _Way("fitting", "by name", cut=1),
)
"""The first that fits is taken: reasons go before intervals, which no other line beside the title has."""


def print_verdict(results: Results, console: Console, typed: Typed | None = None) -> None:
    """Print issues counted, the title, the key figures, what was tested and what was not, what comes next."""
    screen = first_screen(results, typed)
    head = _head(screen)
    room = _MOST_LINES - sum(len(_wrapped(each, console)) for each in (*head, *_end(results)))
    for line in head:
        console.print(line)
    for way in _WAYS:
        table, below = _of_figures(screen.figures, results, way, console), _below(screen, way, console)
        lines = len(console.render_lines(table, pad=False)) if screen.figures else 0
        if lines + len(below) <= room:
            break
    if screen.figures:
        console.print(table)
    for line in below:
        console.print(line, soft_wrap=True)


def print_end(results: Results, console: Console) -> None:
    """Print where the run was written, if it was."""
    for line in _end(results):
        console.print(line)


def _head(screen: FirstScreen) -> list[Text]:
    colour = COLOURS[screen.worst] if screen.worst is not None else "bold"
    severities = [Text(screen.severities, colour)] if screen.severities else []
    return [*severities, Text(screen.title, "bold")]


def _end(results: Results) -> list[Text]:
    path = getattr(getattr(results, "run", None), "path", None)
    if not isinstance(path, Path):
        return []
    return [Text(f"Written to {printable(str(path), 300)}: open report.html", "dim")]


def _below(screen: FirstScreen, way: _Way, console: Console) -> list[Text]:
    """Return the lines beneath the key figures."""
    tested = screen.tested_on_page[0] if way.tested == "by name" else screen.tested_in_short
    if way.tested == "together" or (way.tested == "by name" and not way.cut):
        tested = (" ".join(tested),)
    lines = [
        line for each in tested if each for line in _wrapped(Text(each, "dim"), console, min(way.cut, 1))
    ]
    if screen.remedy:
        lines += _wrapped(Text(fill("first_screen.next", remedy=screen.remedy)), console, way.cut)
    command = f"  {folded(screen.next, console, 2)}" if screen.next else ""
    return [*lines, *map(Text, command.splitlines())]


def _wrapped(text: Text, console: Console, most: int = 0) -> list[Text]:
    """Return a text in lines as wide as the terminal; with an ellipsis where it has more than `most`."""
    lines = list(text.wrap(console, console.width))
    if not most or len(lines) <= most:
        return lines
    lines[most - 1].rstrip()
    lines[most - 1].truncate(console.width - 1)
    lines[most - 1].append(_ELLIPSIS)
    return lines[:most]


def _of_figures(figures: Sequence[KeyFigure], results: Results, way: _Way, console: Console) -> RichTable:
    """Return the key figures as a table."""
    table = RichTable(box=None, pad_edge=False, padding=(0, 1, 0, 2), show_header=False)
    table.add_column(justify="right", no_wrap=True, style="bold")
    table.add_column()
    room = console.width - max((cell_len(each.value) for each in figures), default=0) - _GAP
    for figure in figures:
        caption = Text(figure.caption)
        detail = _detail(figure, results, way, room - caption.cell_len)
        if way.cut:
            caption.truncate(max(room - cell_len(detail), 1), overflow="ellipsis")
        table.add_row(escape(figure.value), caption.append(detail, "dim"))
    return table


def _detail(shown: KeyFigure, results: Results, way: _Way, room: int) -> str:
    """Return what stands behind the caption of a key figure."""
    if way.details == "all":
        return shown.detail and f"; {shown.detail}"
    figure = _figure(shown, results)
    if figure is None:
        return ""
    bounds = next((each for each in _bounds(figure) if each in shown.detail), "")
    n = fill("key_figures.n", value=figure) if figure.n else ""
    own = _in_brackets(bounds, n if n in shown.detail else "")
    return own if way.details == "own" or cell_len(own) <= room else _in_brackets(bounds)


def _in_brackets(*parts: str) -> str:
    said = ", ".join(filter(None, parts))
    return f" ({said})" if said else ""


def _bounds(figure: Figure) -> Iterator[str]:
    """Yield the bounds of a figure in every way that a key figure may show them."""
    interval = figure.interval
    if interval is not None:
        yield fill("on_the_terminal.bounds_signed", value=figure)
        yield fill("on_the_terminal.bounds", value=figure)
        yield fill("on_the_terminal.bounds_in_decimals", low=interval.low, high=interval.high)


def _figure(shown: KeyFigure, results: Results) -> Figure | None:
    """Return the figure that a key figure shows; None where it is a count of the manifest."""
    ref = shown.figure
    for finding in results.findings if ref is not None else ():
        if ref is not None and finding.scope == ref.scope and ref.figure in finding.figures:
            return finding.figures[ref.figure]
    return None
