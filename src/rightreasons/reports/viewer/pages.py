"""The pages of the viewer, made from what was found; data are only ever text in them."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Protocol

from rightreasons.errors import RightReasonsError
from rightreasons.issues import SEVERITIES
from rightreasons.printable import printable
from rightreasons.reports.first_screen import first_screen
from rightreasons.reports.judged import judged_issues
from rightreasons.reports.pages.html import html_environment
from rightreasons.reports.results import Results
from rightreasons.reports.viewer.catalogue import Listing
from rightreasons.reports.viewer.entries import Entry
from rightreasons.reports.viewer.grids import Grid
from rightreasons.reports.views import address, shown_view

if TYPE_CHECKING:
    import jinja2


LONGEST_TEXT = 2_000
ASSETS = {"viewer.css": "text/css", "sort.js": "text/javascript", "viewer.js": "text/javascript"}


class Compared(Results, Protocol):
    """What `compare` found."""

    @property
    def evidence(self) -> Sequence[Mapping[str, str | None]]:
        """Items that only one of two runs got right."""


def list_page(name: str, listing: Listing) -> str:
    """Return the list of all runs; `name` is that of the folder."""
    return _page("list.html", name=name, entries=_worst_first(listing), is_whole=listing.is_whole)


def list_rows(listing: Listing) -> str:
    """Return the rows of the list alone, by which an open page brings itself up to date."""
    return _page("rows.html", entries=_worst_first(listing))


def comparison_page(compared: Compared, entries: Sequence[Entry]) -> str:
    """Return probes side by side: differences with intervals, paired tests, items that only one got right."""
    return _page(
        "compare.html",
        compared=compared,
        screen=first_screen(compared),
        issues=judged_issues(compared),
        entries=entries,
    )


def grid_page(kind: str, grid: Grid, entries: Sequence[Entry] = ()) -> str:
    """Return a table of many runs; `kind` is ``figures``, ``datasets``, ``models`` or ``accuracy``."""
    return _page(f"{kind}.html", grid=grid, entries=entries)


def error_page(error: RightReasonsError, entries: Sequence[Entry] = ()) -> str:
    """Return what went wrong, in words, with the way out."""
    return _page("error.html", error=error, entries=entries)


def asset(name: str) -> bytes:
    """Return a file of `ASSETS`."""
    return files("rightreasons.reports").joinpath("templates", "viewer", name).read_bytes()


def _worst_first(listing: Listing) -> Iterable[Entry]:
    """Return what is not finished, then runs by the worst of their issues; of equals the newest first."""
    return sorted(listing.entries.values(), key=lambda each: (_rank(each), -each.changed, each.name))


def _rank(entry: Entry) -> int:
    if entry.state != "finished":
        return -1
    return SEVERITIES.index(entry.severity) if entry.severity in SEVERITIES else len(SEVERITIES)


def _page(template: str, **context: Any) -> str:
    return _environment().get_template(f"viewer/{template}").render(context)


@cache
def _environment() -> "jinja2.Environment":
    environment = html_environment()
    environment.filters["text"] = lambda text: printable(str(text), LONGEST_TEXT)
    environment.filters["shown"] = shown_view
    environment.filters["address"] = address
    environment.filters["when"] = _when
    return environment


def _when(seconds: float) -> str:
    """Return local time to the second, as HTML reads it."""
    return datetime.fromtimestamp(seconds).astimezone().strftime("%Y-%m-%d %H:%M:%S")
