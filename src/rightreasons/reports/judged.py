"""The verdict of a run beside its figures: what each issue rests on, and which findings are no results."""

from collections.abc import Sequence
from dataclasses import dataclass

from rightreasons.figures import Figure, Rows
from rightreasons.findings import Finding
from rightreasons.issues import Issue
from rightreasons.printable import printable
from rightreasons.referred import referred
from rightreasons.reports.results import Results, shown_estimate
from rightreasons.reports.typed import Typed, of_written, typed_again
from rightreasons.sentences.sentence import with_arguments
from rightreasons.sentences.templates import fill

LONGEST_SENTENCE = 1_000


@dataclass(frozen=True)
class JudgedIssue:
    """An issue as it is shown; every text is printable.

    Parameters
    ----------
    code, severity, sentence, remedy, command
        Of the issue.
    name
        What its code is called.
    figures
        Name and value with interval and n of every figure it rests on.
    rows
        The rows that show it.
    is_allowed
        Whether it was waived by name.
    issue
        The issue itself.
    """

    code: str
    name: str
    severity: str
    sentence: str
    remedy: str
    command: str
    figures: tuple[tuple[str, str], ...]
    rows: Rows | None
    is_allowed: bool
    issue: Issue


def judged_issues(results: Results, typed: Typed | None = None) -> tuple[JudgedIssue, ...]:
    """Return the issues of a result, the worst first, each with its figures; `typed` as of a first screen."""
    typed = typed_again(results.manifest) | of_written(results) | dict(typed or {})
    return tuple(_judged(issue, results, typed) for issue in results.verdict.issues)


def invalidated_by(results: Results, finding: Finding) -> Issue | None:
    """Return the blocker because of which no figure of a finding is a result, or None."""
    return results.verdict.invalidator(finding.scope)


def reason_of(issue: Issue) -> str:
    """Return why a finding is not presented as a result."""
    return f"{printable(issue.code)}: {_sentence(issue)}"


def applying(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return the findings that are about something: those with a view, or a figure with a value or items.

    A measure that has nothing to measure in this set, as easy and hard instances where no patterns are
    known, has figures of no items only.
    """
    return tuple(finding for finding in findings if _applies(finding))


def _applies(finding: Finding) -> bool:
    figures = finding.figures.values()
    return not figures or any(figure.value is not None or figure.n for figure in figures)


def _judged(issue: Issue, results: Results, typed: Typed) -> JudgedIssue:
    valid = (ref for ref in issue.figures if results.verdict.invalidator(ref.scope) in (None, issue))
    found = [(ref.name, referred(results.findings, ref, issue)) for ref in valid]
    return JudgedIssue(
        code=printable(issue.code),
        severity=issue.severity,
        name=printable(issue.name),
        sentence=_sentence(issue),
        remedy=printable(issue.remedy, LONGEST_SENTENCE),
        command=printable(with_arguments(issue.command, typed), LONGEST_SENTENCE),
        figures=tuple((printable(name, 200), _shown(figure)) for name, figure in found),
        rows=issue.rows,
        is_allowed=issue.code in results.verdict.allowed,
        issue=issue,
    )


def _sentence(issue: Issue) -> str:
    return printable(issue.sentence, LONGEST_SENTENCE)


def _shown(figure: Figure) -> str:
    shown = fill("figure_of_an_issue.shown", value=shown_estimate(figure), figure=figure)
    return printable(shown, LONGEST_SENTENCE)
