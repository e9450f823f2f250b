"""Rules of items without an answer: all of them, so many that accuracy is not known, or a few."""

from collections.abc import Iterator

from rightreasons.issues import Issue
from rightreasons.references import Scope
from rightreasons.sentences.templates import fill
from rightreasons.verdicts.policy import Policy
from rightreasons.verdicts.record import Record, issue, measured, scores, taken, there, value

ADDS = {"verdict_rule": ["nothing_read", "missing"]}
_BOUNDS = ("missing_wrong", "missing_right")


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
                spoils=(Scope(on=finding.on),),
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
                f"{code}.unanswered",
                items=round(value(share) * share.n),
                missing=share,
                data=finding.on or "",
                low=least,
                high=most,
            ),
            finding,
            there(finding, "missing", *_BOUNDS),
            spoils=(Scope(on=finding.on),),
        )
