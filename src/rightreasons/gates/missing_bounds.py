"""What a figure could be, were missing answers wrong or right: a gate holds its limits against that too."""

from collections.abc import Iterator
from dataclasses import dataclass

from rightreasons.figures import Figure
from rightreasons.findings import Cell, Finding
from rightreasons.gates.checks import against_number
from rightreasons.gates.gated import Gated
from rightreasons.gates.requirements import Requirement
from rightreasons.sentences.templates import fill

WAIVER = "V103"


@dataclass(frozen=True)
class MissingBounds:
    """Bounds of a figure.

    Parameters
    ----------
    low, high
        The figure at its lowest and at its highest.
    """

    low: Figure
    high: Figure

    def broken(self, requirement: Requirement) -> str | None:
        """Return why a requirement may not hold, for what is missing; None where it holds in any case."""
        bound = self.low if requirement.is_floor else self.high
        verdict, reason, _ = against_number(requirement, bound.estimate)
        return None if verdict == "held" else fill("gate_check.bounds", bounds=self._range, reason=reason)

    @property
    def in_words(self) -> str:
        """The bounds, to stand behind the reason that answers are missing."""
        return fill("gate_check.between", bounds=self._range)

    @property
    def _range(self) -> str:
        name = "gate_check.range_points" if self.low.quantity == "difference" else "gate_check.range"
        return fill(name, low=self.low, high=self.high)


def missing_bounds(run: Gated, finding: Finding, figure: Figure) -> MissingBounds | None:
    """Return what a figure could be; None where every item has an answer, or bounds were not measured.

    Parameters
    ----------
    run
        Of which figures are gated; where it waives `WAIVER` missing answers count as no reason to fail.
    finding, figure
        Accuracies of all items and of a gold label, the AUROC of a guard, and differences of these have
        bounds.
    """
    if WAIVER in run.verdict.allowed:
        return None
    for each in run.findings:
        for what in _called(finding, figure, each):
            low, high = (_bound(each, name, finding, figure) for name in what)
            if low is not None and high is not None:
                return MissingBounds(low, high)
    return None


def _called(finding: Finding, figure: Figure, beside: Finding) -> Iterator[tuple[str, str]]:
    """Yield what the bounds of a figure are called in a finding of missing answers."""
    kind = (finding.measure, figure.name)
    if beside.measure == "missing_answers" and beside.on == finding.on:
        if finding.role == "score" and figure.quantity == "accuracy" and not figure.group:
            yield "missing_wrong", "missing_right"
        if kind == ("guard", "auroc"):
            yield "area.missing_last", "area.missing_first"
    if beside.measure == "missing_differences" and _runs(beside) == _runs(finding):
        if kind == ("compare_guards", "auroc.difference"):
            yield "area.lowest", "area.highest"
        if finding.measure == "compare" and figure.quantity == "difference" and not figure.group:
            yield f"{figure.what}.lowest", f"{figure.what}.highest"


def _runs(compared: Finding) -> tuple[Cell, Cell]:
    """Return which two runs a comparison is of."""
    return compared.settings.get("baseline"), compared.settings.get("candidate")


def _bound(beside: Finding, what: str, finding: Finding, figure: Figure) -> Figure | None:
    """Return the figure of that label, and of that set where figures of several stand in one finding."""
    named = (each for each in beside.figures.where(what=what) if each.label == figure.label)
    return next((each for each in named if each.set in (None, figure.set, finding.on)), None)
