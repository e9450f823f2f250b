"""The page of a result as a file of its own, and in a browser."""

import webbrowser
from pathlib import Path
from tempfile import mkdtemp

import polars as pl

from rightreasons.errors import OptionError
from rightreasons.printable import printable
from rightreasons.reports.formats.json_record import as_json
from rightreasons.reports.formats.markdown import as_markdown
from rightreasons.reports.pages.page import report_page
from rightreasons.reports.results import Results
from rightreasons.runs.folder import REPORT
from rightreasons.runs.made_files import write_once

_TEXTS = {".md": as_markdown, ".json": as_json}


def save_report(results: Results, items: pl.DataFrame, path: Path) -> Path:
    """Write a result to a file, as its ending says: .html, .md or .json.

    Raises
    ------
    OptionError
        If it ends in something else, or nothing can be written there.
    RunExistsError
        If something else is there.
    """
    ending = path.suffix.lower()
    if ending != ".html" and ending not in _TEXTS:
        shown = f"the report '{printable(str(path), 200)}'"
        raise OptionError(shown, "a file that ends in .html, .md or .json", "choose another name")
    write_once(path, _TEXTS[ending](results) if ending in _TEXTS else report_page(results, items), "--path")
    return path


def open_report(results: Results, items: pl.DataFrame, sealed: Path | None) -> Path:
    """Open the page of a result in the browser.

    Parameters
    ----------
    results, items
        The result, and its rows.
    sealed
        Its page, if it is a run; None: a temporary file is written.

    Returns
    -------
    Path
        The page.
    """
    page = sealed or save_report(results, items, Path(mkdtemp(prefix="rightreasons-")) / REPORT)
    webbrowser.open(page.absolute().as_uri())
    return page
