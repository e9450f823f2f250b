"""A result in a notebook: the verdict, then the main view of each finding."""

from rightreasons.reports.first_screen import first_screen
from rightreasons.reports.judged import applying, invalidated_by, judged_issues, reason_of
from rightreasons.reports.pages.html import page_template
from rightreasons.reports.results import Results
from rightreasons.reports.views import shown_figures, shown_view

_LINES = 12


def notebook_html(results: Results) -> str:
    """Return a result as HTML without scripts or styles, which a notebook would not trust or share."""
    sections = []
    for finding in applying(results.findings):
        issue = invalidated_by(results, finding)
        nouns = results.manifest.nouns
        views = [shown_view(view, _LINES, nouns) for view in finding.views.values() if view.lines]
        view = next(iter(views), shown_figures(finding))
        sections.append((finding, "" if issue is None else reason_of(issue), view))
    return page_template("notebook.html").render(
        screen=first_screen(results),
        issues=judged_issues(results),
        sections=sections,
    )
