"""Rules of leaks: what of a test was seen in training, and whether labels can be told from other rows."""

from collections.abc import Iterator

from rightreasons.figures import Figure
from rightreasons.findings import Finding
from rightreasons.issues import Issue
from rightreasons.printable import printable
from rightreasons.verdicts.policy import Policy
from rightreasons.verdicts.record import Record, issue, known, low, percent, points, taken, value

ADDS = {"verdict_rule": ["leaked_pairs", "leaked_texts", "labels_dealt_out"]}

MEASURE = "duplicates"
TRAINED = ("hypothesis_only", "hypothesis_only_encoder", "premise_only", "length_only", "pattern_classifier")
"""Measures that are trained on one set and scored on another."""


def leaked_pairs(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find test sets whose pairs are in training."""
    for finding, figure in _leaked(record, "leaked_pairs"):
        if value(figure) >= policy.size("leaked_pairs"):
            yield issue(
                "V106",
                policy,
                f"{_share(figure)} of the pairs of {printable(figure.set or '', 120)} are in the training "
                "data as well: what is right there may be remembered, and no accuracy on it can be read.",
                finding,
                (figure.name,),
                spoils=TRAINED,
            )


def leaked_texts(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find test sets of whose sentences many are in training, though their pairs are not."""
    blocked = {
        figure.set
        for _, figure in _leaked(record, "leaked_pairs")
        if value(figure) >= policy.size("leaked_pairs")
    }
    for code, kind, what in (
        ("V209", "leaked_hypotheses", "hypotheses"),
        ("V210", "leaked_premises", "premises"),
    ):
        for finding, figure in _leaked(record, kind):
            if figure.set in blocked or value(figure) < policy.size("leaked_texts"):
                continue
            yield issue(
                code,
                policy,
                f"{_share(figure)} of the rows of {printable(figure.set or '', 120)} have {what} that are "
                "in the training data as well: a model that remembers them can look better than it is.",
                finding,
                (figure.name,),
            )


def _leaked(record: Record, kind: str) -> Iterator[tuple[Finding, Figure]]:
    for finding in taken(record, MEASURE):
        for figure in finding.figures.values():
            if (
                figure.set is not None
                and figure.name == f"{kind}.{figure.set}"
                and known(finding, figure.name)
            ):
                yield finding, figure


def _share(figure: Figure) -> str:
    return f"{percent(value(figure))} ({round(value(figure) * figure.n):,} of {figure.n:,})"


def labels_dealt_out(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find labels that can be told from those of other rows with the same sentence."""
    for finding in taken(record, "labels_dealt_out"):
        for figure in finding.figures.where("gain", labels_of="first split"):
            if low(figure) > 0 and value(figure) >= policy.size("gain"):
                yield issue(
                    "V207",
                    policy,
                    "The label of a row can be told from the labels of other rows with the same "
                    f"sentence: who knows only those beats guessing by {points(figure)} "
                    f"({printable(figure.name, 120)}).",
                    finding,
                    (figure.name,),
                )
