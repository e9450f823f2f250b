"""What the issues of a run refer to: the figures that they rest on, in the findings of the same run."""

from collections.abc import Iterable, Sequence

from rightreasons.errors import FigureReferenceError
from rightreasons.figures import Figure
from rightreasons.findings import Finding
from rightreasons.issues import Issue
from rightreasons.printable import printable, quoted
from rightreasons.references import FigureRef

_NAMED = 20


def check_references(findings: Sequence[Finding], issues: Iterable[Issue]) -> None:
    """Do nothing, unless an issue rests on a figure that is not there; errors as of `referred`."""
    for issue in issues:
        for ref in issue.figures:
            referred(findings, ref, issue)


def referred(findings: Sequence[Finding], ref: FigureRef, issue: Issue) -> Figure:
    """Return the figure that an issue means; of several findings with one scope that of its subject.

    Raises
    ------
    FigureReferenceError
        If no finding has it.
    """
    of_scope = [each for each in findings if each.scope == getattr(ref, "scope", None)]
    having = [each for each in of_scope if ref.figure in each.figures]
    if not having:
        raise _dangling(findings, of_scope, ref, issue)
    return min(having, key=lambda each: each.subject != issue.subject).figures[ref.figure]


def _dangling(
    findings: Sequence[Finding], of_scope: Sequence[Finding], ref: object, issue: Issue
) -> FigureReferenceError:
    """Return what to say of a reference that names no figure: who makes it, and what there is instead."""
    shown = printable(repr(ref), 120)
    if isinstance(ref, FigureRef):
        shown = f"'{printable(ref.figure)}' of '{printable(ref.scope.name)}'"
    there = [name for each in of_scope for name in each.figures] or [each.scope.name for each in findings]
    kind = "its figures" if of_scope else "what was measured"
    return FigureReferenceError(
        f"{printable(issue.code)} rests on {shown}, and the run has no such figure",
        f"one of {kind}: {quoted(there[:_NAMED])}" if there else "findings",
        "mend the verdict rule (`finding.ref(NAME)`), or run it again",
    )
