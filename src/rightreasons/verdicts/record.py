"""What a rule sees of a run, and the issues that it makes of it."""

from collections.abc import Iterator
from typing import Protocol

from rightreasons.figures import Figure
from rightreasons.findings import Finding
from rightreasons.issues import Issue
from rightreasons.references import NotTested, Scope
from rightreasons.runs.manifest import Manifest
from rightreasons.sentences.templates import fill
from rightreasons.verdicts.policy import Policy


class Record(Protocol):
    """A run, or the result of a job before it is one."""

    @property
    def manifest(self) -> Manifest:
        """What was done, on what and how."""
        ...

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What was found."""
        ...

    @property
    def not_measured(self) -> tuple[NotTested, ...]:
        """What could not be measured, and why."""
        ...

    @property
    def incomplete(self) -> tuple[str, ...]:
        """What could not be finished, in words."""
        ...


def taken(record: Record, measure: str) -> Iterator[Finding]:
    """Yield the findings of a measure."""
    return (finding for finding in record.findings if finding.measure == measure)


def scores(record: Record) -> Iterator[Finding]:
    """Yield what a model got on each set of items that it was asked."""
    return (finding for finding in record.findings if finding.role == "score")


def measured(finding: Finding, name: str) -> Figure | None:
    """Return a figure that has a value over some items, or None."""
    figure = finding.figures.get(name)
    return figure if figure is not None and figure.value is not None and figure.n > 0 else None


def there(finding: Finding, *names: str) -> tuple[str, ...]:
    """Return those names of figures that a finding has."""
    return tuple(name for name in names if name in finding.figures)


def value(figure: Figure | None) -> float:
    """Return the value of a figure, 0 where there is none."""
    return 0.0 if figure is None or figure.value is None else figure.value


def low(figure: Figure | None) -> float:
    """Return the lower bound; without an interval minus infinity, so that nothing is beyond chance."""
    return float("-inf") if figure is None or figure.interval is None else figure.interval.low


def high(figure: Figure | None) -> float:
    """Return the upper bound; without an interval infinity."""
    return float("inf") if figure is None or figure.interval is None else figure.interval.high


def number(cell: object) -> float:
    """Return a cell of a view as a number, 0 where it is none."""
    return float(cell) if isinstance(cell, int | float) else 0.0


def smaller_gain(finding: Finding) -> Figure | None:
    """Return the gain over the label most frequent in training or in the set itself, whichever is less."""
    gains = [gain for name in ("gain", "gain_own") if (gain := measured(finding, name)) is not None]
    return min(gains, key=value, default=None)


def judged_gain(finding: Finding, policy: Policy) -> Figure | None:
    """Return the gain that is judged: where pairs of the test leak from training, that on the other rows."""
    leaked, others = (finding.figures.get(f"gain.pair_{part}") for part in ("in_train", "not_in_train"))
    if leaked is None or others is None or leaked.n < policy.size("near_pairs") * (leaked.n + others.n):
        return smaller_gain(finding)
    return measured(finding, others.name)


def issue(
    code: str,
    policy: Policy,
    sentence: str,
    finding: Finding | None = None,
    figures: tuple[str, ...] = (),
    invalidates: tuple[Scope, ...] = (),
) -> Issue:
    """Return an issue of ours, as severe as the policy says.

    Parameters
    ----------
    code, policy, sentence
        What is wrong; `fill` has the sentences that stand beside a code.
    finding, figures
        Names of the figures that show it, within their finding, which has them; its rows are those of the
        first that has any.
    invalidates
        What cannot be read as it stands; kept where the issue is a blocker.
    """
    severity, remedy = policy.severity(code), fill(f"{code}.remedy")
    invalidated = invalidates if severity == "blocker" else ()
    if finding is None:
        return Issue(code, severity, sentence, (), invalidated, None, remedy)
    shown = (finding.figures.get(name) for name in figures)
    rows = next((figure.rows for figure in shown if figure is not None and figure.rows is not None), None)
    refs = tuple(map(finding.ref, figures))
    return Issue(code, severity, sentence, refs, invalidated, rows, remedy, finding.subject)
