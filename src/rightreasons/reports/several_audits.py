"""Audits of several datasets on one screen, with a row each."""

from collections.abc import Sequence

from rich.console import Console

from rightreasons.reports.console import (
    print_data,
    print_issues,
    print_shown,
    terminal,
)
from rightreasons.reports.end_of_result import print_end, print_verdict
from rightreasons.reports.results import Results, title_of
from rightreasons.reports.viewer.grids import DATASETS, Named, table_of


def print_audits(audits: Sequence[Results], console: Console | None = None) -> None:
    """Print several audits as one table with a row each (Poliak et al. 2018, Table 2)."""
    console = console or terminal()
    for audit in audits:
        print_data(audit, console)
        print_issues(audit, console)
        print_verdict(audit, console)
        console.print()
    named = [Named(audit, title_of(audit.manifest)) for audit in audits]
    table = table_of(DATASETS, named)
    if table.rows:
        print_shown(table.view(), console)
    for audit in audits:
        print_end(audit, console)
