"""A run as its page."""

from pathlib import Path

from rightreasons.reports.pages.page import report_page
from rightreasons.reports.typed import of_folder
from rightreasons.runs.folder import ITEMS, Run

ADDS = {"report_format": {"html": "as_html"}}


def as_html(run: Run) -> str:
    """Return the page of a run: one file that needs nothing else, with charts and rows."""
    items = run.items() if (run.path / ITEMS).is_file() else None
    return report_page(run, items, of_folder(Path(run.path.name)))
