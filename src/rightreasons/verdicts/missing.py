"""Rules of items without an answer: all, so many that accuracy or a difference is not known, or a few."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from rightreasons.figures import Figure
from rightreasons.findings import Finding
from rightreasons.issues import Issue
from rightreasons.references import Scope
from rightreasons.sentences.templates import fill
from rightreasons.verdicts.comparisons import but_bounds, compared, is_shown, overall
from rightreasons.verdicts.policy import Policy
from rightreasons.verdicts.record import Record, issue, measured, scores, taken, there, value

ADDS = {"verdict_rule": ["nothing_read", "missing", "missing_beside"]}
_BOUNDS = ("missing_wrong", "missing_right")
_HIGHEST = "accuracy.difference.highest"


def nothing_read(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find sets of which every item was answered, and nothing could be read as a label."""
    for finding in scores(record):
        figure = measured(finding, "unanswered")
        if figure is not None and value(figure) == 1:
            yield issue(
                "V104",
                policy,
                fill("V104.unread", unanswered=figure, data=finding.name),
                finding,
                ("unanswered",),
                invalidates=(Scope(on=finding.on),),
            )


def missing(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find sets of which items have no answer, and what accuracy can be then."""
    for finding in taken(record, "missing_answers"):
        share, majority = measured(finding, "missing"), measured(finding, "majority_label")
        least, most = (measured(finding, name) for name in _BOUNDS)
        if share is None or least is None or most is None:
            continue
        undecided = majority is not None and value(least) <= value(majority) < value(most)
        code = "V103" if value(share) >= policy.size("unanswered") or undecided else "V303"
        yield issue(
            code,
            policy,
            fill(
                "unanswered_items.accuracy",
                items=round(value(share) * share.n),
                missing=share,
                data=finding.on or "",
                low=least,
                high=most,
            ),
            finding,
            there(finding, "missing", *_BOUNDS),
            invalidates=tuple(_but(record, finding)),
        )


def _but(record: Record, finding: Finding) -> Iterator[Scope]:
    """Yield what was measured of a set, but for the bounds, which hold whatever is missing."""
    yield from (each.scope for each in record.findings if each.on == finding.on and each is not finding)


def missing_beside(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find comparisons of runs that lack answers, and what the difference can be then."""
    for finding in taken(record, "missing_differences"):
        for lowest in finding.figures.where("difference", what="accuracy.difference.lowest"):
            of_set = partial(_of_set, finding, lowest.set or "")
            first, second, highest = map(of_set, ("missing.first", "missing.second", _HIGHEST))
            too_many = max(value(first), value(second)) >= policy.size("unanswered")
            undecided = _is_shown(record, finding, lowest.set) and value(lowest) <= 0 <= value(highest)
            code = "V103" if too_many or undecided else "V303"
            found = issue(
                code,
                policy,
                fill(
                    "unanswered_items.difference",
                    data=lowest.set or "",
                    first=round(value(first) * first.n),
                    second=round(value(second) * second.n),
                    items=first,
                    baseline=finding.settings["baseline"],
                    candidate=finding.settings["candidate"],
                    low=lowest,
                    high=highest,
                ),
                finding,
                (lowest.name, highest.name, first.name, second.name),
                invalidates=but_bounds(record),
            )
            yield replace(found, title=fill("V103.titled")) if code == "V103" else found


def _of_set(finding: Finding, name: str, what: str) -> Figure:
    (figure,) = (each for each in finding.figures.where(set=name, what=what) if each.label is None)
    return figure


def _is_shown(record: Record, beside: Finding, name: str | None) -> bool:
    """Return whether a difference is shown on the items of a set that both runs answered."""
    return any(
        is_shown(figure)
        for finding in compared(record)
        if finding.subject == beside.subject
        for figure in overall(finding)
        if figure.set == name
    )
