"""The parts of a run as they are written: each finding with its views, and each part with a file name."""

import re
from collections.abc import Iterator

from rightreasons.findings import Finding
from rightreasons.reports.judged import applying, invalidated_by, reason_of
from rightreasons.reports.results import Results
from rightreasons.reports.views import ShownView, shown_view

_NO_NAME = re.compile(r"[^A-Za-z0-9_.-]+")


def file_name(place: int, finding: Finding, name: str, ending: str) -> str:
    """Return a file name for a part of a finding, whatever its data are called: none leaves its folder."""
    name_part = _NO_NAME.sub("_", finding.dotted(name))[:100]
    return f"{place:02}-{name_part}.{ending}"


def sections(results: Results) -> Iterator[tuple[Finding, str, tuple[ShownView, ...]]]:
    """Yield each finding that applies, why it is no result where that is so, and its views."""
    for finding in applying(results.findings):
        issue = invalidated_by(results, finding)
        reason = "" if issue is None else reason_of(issue)
        nouns = results.manifest.nouns
        yield finding, reason, tuple(shown_view(view, nouns=nouns) for view in finding.views.values())
