"""A reproduction as Markdown: the summary, then every item's cells."""

from collections.abc import Sequence

from rightreasons.reports.markdown import rendered
from rightreasons.reports.page import title_of
from rightreasons.reports.page_tables import page_table
from rightreasons.reports.results import Results


def reproduction_markdown(results: Results, missing: Sequence[str] = ()) -> str:
    """Return all findings of a reproduction with their tables; every value is only ever text.

    Parameters
    ----------
    results
        The reproduction.
    missing
        Published files that would have answered more.
    """
    sections = [
        (finding, [page_table(table) for table in finding.views.values()]) for finding in results.findings
    ]
    title = title_of(results.manifest)
    return rendered("reproduction.md", title=title, sections=sections, missing=missing)
