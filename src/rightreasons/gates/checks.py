"""What a requirement says of a figure: what was observed, and why it holds or fails."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from rightreasons.gates.requirements import Requirement
from rightreasons.sentences.templates import fill
from rightreasons.statistics.results import Estimate

Outcome = Literal[
    "held", "missed", "worse", "missing", "undefined", "no interval",
    "unanswered", "unpaired", "unfinished", "invalidated", "blocked", "waived",
]  # fmt: skip
_JUDGED = ("held", "missed", "worse", "blocked", "waived")


@dataclass(frozen=True)
class NoBlocker:
    """What every gate requires: that a run has no blocker.

    Parameters
    ----------
    code
        The blocker that was found.
    """

    code: str

    def __str__(self) -> str:
        return f"no blocker {self.code}"


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
        ``held``; ``missed`` (on the wrong side of the number), ``worse`` (than the baseline) or ``blocked``
        (by a blocker); ``waived``, a blocker that was allowed by name; otherwise why it could not be judged,
        which fails as well: ``invalidated`` is a figure that a blocker says cannot be read.
    reason
        The same in words.
    name, subject
        The figure, as a target that fits it alone, and what it is about; empty where there is none.
    observed
        The figure.
    compared
        The bound or value that was held against the number.
    quantity
        What the figure is, as `Figure.quantity`; empty where there is none.
    """

    requirement: Requirement | NoBlocker
    run: str
    verdict: Outcome
    reason: str
    name: str = ""
    subject: str = ""
    observed: Estimate | None = None
    compared: float | None = None
    quantity: str = ""

    @property
    def holds(self) -> bool:
        """Whether the requirement is met, or need not be."""
        return self.verdict in ("held", "waived")

    @property
    def is_judged(self) -> bool:
        """Whether there was something to judge by."""
        return self.verdict in _JUDGED


def passes(checks: Iterable[Check]) -> bool:
    """Return whether there is anything that was required of figures, and everything holds."""
    listed = list(checks)
    some = any(isinstance(check.requirement, Requirement) for check in listed)
    return some and all(check.holds for check in listed)


def against_number(requirement: Requirement, figure: Estimate) -> tuple[Outcome, str, float | None]:
    """Hold a figure against a floor or ceiling.

    A floor is for the lower bound of the interval, a ceiling for the upper one, unless the requirement is of
    the point.

    Returns
    -------
    tuple
        Verdict, reason, and what was compared.
    """
    if figure.n <= 0:
        return "undefined", fill("gate_check.no_items", because=_because(figure)), None
    if figure.value is None:
        return "undefined", fill("gate_check.no_value", because=_because(figure)), None
    if requirement.point:
        return _judged(requirement, figure.value, "value")
    if figure.interval is None:
        explanation = fill("gate_check.no_interval", because=_because(figure))
        return "no interval", explanation, None
    if requirement.is_floor:
        return _judged(requirement, figure.interval.low, "lower bound")
    return _judged(requirement, figure.interval.high, "upper bound")


def _judged(requirement: Requirement, found: float, called: str) -> tuple[Outcome, str, float]:
    sign, number = requirement.operator, requirement.number
    shown = fill("gate_check.rounded", found=found)
    if shown == fill("gate_check.rounded", found=number):
        # Rounding must not make a bound look like the number that it misses.
        shown = fill("gate_check.exactly", found=found)
    said = {"what": called, "found": shown, "sign": sign, "number": number}
    if requirement.holds_for(found):
        return "held", fill("gate_check.held", **said), found
    return "missed", fill("gate_check.missed", **said), found


def _because(figure: Estimate) -> str:
    return fill("gate_check.because", reason=figure.reason) if figure.reason else ""
