"""A run as Markdown."""

from rightreasons.reports.first_screen import first_screen
from rightreasons.reports.judged import judged_issues
from rightreasons.reports.markdown import rendered
from rightreasons.reports.parts import sections
from rightreasons.reports.results import Results, title_of

ADDS = {"report_format": {"md": "as_markdown"}}


def as_markdown(results: Results) -> str:
    """Return verdict, figures and views as Markdown; every value is only ever text."""
    return rendered(
        "report.md",
        title=title_of(results.manifest),
        issues=judged_issues(results),
        sections=list(sections(results)),
        screen=first_screen(results),
    )
