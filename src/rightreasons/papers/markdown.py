"""A reproduction as Markdown."""

from collections.abc import Sequence

from rightreasons.reports.markdown import rendered
from rightreasons.reports.parts import sections
from rightreasons.reports.results import Results, title_of


def reproduction_markdown(results: Results, missing: Sequence[str] = ()) -> str:
    """Return all findings of a reproduction with their views; every value is only ever text.

    Parameters
    ----------
    results
        The reproduction.
    missing
        Published files that would have answered more.
    """
    title = title_of(results.manifest)
    return rendered(
        "reproduction.md", __package__, title=title, sections=list(sections(results)), missing=missing
    )
