"""One requirement held against one figure: what was observed, and why it holds or fails."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from rightreasons.runs.requirements import Requirement
from rightreasons.statistics.results import Estimate

Verdict = Literal[
    "held", "missed", "worse", "missing", "undefined", "no interval", "unanswered", "unpaired", "unfinished"
]


@dataclass(frozen=True)
class Check:
    """What a requirement says of one figure of one run.

    Parameters
    ----------
    requirement
        What was required.
    run
        Of which run, as it was named; several names where none of them has the figure.
    verdict
        ``held``; ``missed`` (on the wrong side of the number) or ``worse`` (than the baseline); otherwise
        why it could not be judged, which fails as well.
    reason
        The same in words.
    name, subject
        The figure, as a target that fits it alone, and what it is about; empty where there is none.
    observed
        The figure.
    compared
        The bound or value that was held against the number.
    """

    requirement: Requirement
    run: str
    verdict: Verdict
    reason: str
    name: str = ""
    subject: str = ""
    observed: Estimate | None = None
    compared: float | None = None

    @property
    def holds(self) -> bool:
        """Whether the requirement is met."""
        return self.verdict == "held"

    @property
    def is_judged(self) -> bool:
        """Whether there was a figure to judge by."""
        return self.verdict in ("held", "missed", "worse")


def passes(checks: Iterable[Check]) -> bool:
    """Return whether there is anything that was checked, and all of it holds."""
    verdicts = [check.holds for check in checks]
    return bool(verdicts) and all(verdicts)


def against_number(requirement: Requirement, figure: Estimate) -> tuple[Verdict, str, float | None]:
    """Hold a figure against a floor or ceiling.

    A floor is for the lower bound of the interval, a ceiling for the upper one, unless the requirement is of
    the point.

    Returns
    -------
    tuple
        Verdict, reason, and what was compared.
    """
    if figure.n <= 0:
        return "undefined", f"it rests on no items{_because(figure)}", None
    if figure.value is None:
        return "undefined", f"it has no value{_because(figure)}", None
    if requirement.point:
        return _judged(requirement, figure.value, "value")
    if figure.interval is None:
        said = f"it has no interval{_because(figure)}; point(...) asks for the value alone"
        return "no interval", said, None
    if requirement.is_floor:
        return _judged(requirement, figure.interval.low, "lower bound")
    return _judged(requirement, figure.interval.high, "upper bound")


def _judged(requirement: Requirement, found: float, called: str) -> tuple[Verdict, str, float]:
    sign, number = requirement.operator, requirement.number
    # Rounding must not make a bound look like the number that it misses.
    shown = f"{found:.4g}" if float(f"{found:.4g}") != number else repr(found)
    if requirement.holds_for(found):
        return "held", f"the {called} {shown} is {sign} {number!r}", found
    return "missed", f"the {called} {shown} is not {sign} {number!r}", found


def _because(figure: Estimate) -> str:
    return f" ({figure.reason})" if figure.reason else ""
