"""One printed figure beside ours: what a step answers, and the verdict."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from rightreasons.papers.compared.rounding import agrees, number, shown_beside
from rightreasons.papers.printed import Item, PrintedCell
from rightreasons.sentences.templates import fill
from rightreasons.statistics.results import Estimate

Basis = Literal["same", "derived", "other data", "other model", "other definition"]
Verdict = Literal[
    "matches",
    "differs",
    "adds up",
    "does not add up",
    "other data",
    "other model",
    "other definition",
    "ours only",
    "not possible",
]
Absence = Literal[
    "data not public or not used",
    "needs people who judge the items",
    "needs fine-tuning a pretrained model",
    "quoted from elsewhere",
    "needs training a model",
]
"""Why a cell is empty; the last only until its model has been trained."""
Evidence = Literal[
    "counted in published data",
    "counted with a cut-off chosen to fit",
    "authors' predictions scored",
    "others' predictions scored",
    "printed examples found or recognised",
    "constants of the design",
    "the project's own catalogue",
    "models trained",
]
"""What a figure of ours rests on."""
_SCALES = {("proportion", "percent"): Decimal(100), ("percent", "proportion"): Decimal("0.01")}
_POINTS = {"points": "percent"}


@dataclass(frozen=True)
class Answer:
    """What a step has to say of a printed cell.

    Parameters
    ----------
    ours
        An estimate; text where the cell is text.
    by
        The measure and the data, in words.
    basis
        ``same``: the paper's data and definition. ``derived``: computed from other figures that the paper
        prints, which checks its arithmetic and reproduces nothing. Or what differs.
    expected
        The text that agrees, where it is not what is printed: of an example, the template it stands for.
    evidence
        What it rests on.
    """

    ours: Estimate | str
    by: str
    basis: Basis = "same"
    expected: str = ""
    evidence: Evidence = "counted in published data"


@dataclass(frozen=True)
class Reproduction:
    """A printed figure beside ours.

    Parameters
    ----------
    cell
        The printed figure.
    ours
        In the unit of the cell; None with `reason`, never filled from what is printed.
    verdict
        ``matches`` or ``differs`` (to the printed digits, by the paper's way of rounding) where data and
        definition are the paper's; ``adds up`` or not where it follows from other printed figures; else why
        the two cannot be compared.
    by
        How ours was made.
    reason
        Why there is none.
    absence
        Which kind of reason that is.
    evidence
        What ours rests on; None where there is none.
    """

    cell: PrintedCell
    ours: Estimate | str | None
    verdict: Verdict
    by: str = ""
    reason: str = ""
    absence: Absence | None = None
    evidence: Evidence | None = None

    @property
    def difference(self) -> float | None:
        """Ours minus printed, in the unit of the cell."""
        printed = number(self.cell.printed)
        if not isinstance(self.ours, Estimate) or self.ours.value is None or printed is None:
            return None
        return float(_exact(self.ours.value) - printed)

    @property
    def difference_bounds(self) -> tuple[float, float] | None:
        """The interval of the difference: that of ours, less what is printed, which is taken as it stands."""
        printed = number(self.cell.printed)
        interval = self.ours.interval if isinstance(self.ours, Estimate) else None
        if interval is None or printed is None:
            return None
        return float(_exact(interval.low) - printed), float(_exact(interval.high) - printed)

    @property
    def shown_value(self) -> str:
        """Ours as it is written everywhere, without its interval; empty where there is none."""
        if self.ours is None or isinstance(self.ours, str):
            return self.ours or ""
        return "" if self.ours.value is None else shown_beside(self.ours.value, self.cell.printed)

    @property
    def shown(self) -> str:
        """Ours with its interval."""
        interval = self.ours.interval if isinstance(self.ours, Estimate) else None
        bounds = () if interval is None else (interval.low, interval.high)
        return self.shown_value + self._in_brackets(bounds)

    @property
    def shown_difference(self) -> str:
        """Ours minus printed with its interval; empty where one of them is no number."""
        if self.difference is None:
            return ""
        difference = shown_beside(self.difference, self.cell.printed, signed=True)
        return difference + self._in_brackets(self.difference_bounds or (), signed=True)

    def _in_brackets(self, bounds: Sequence[float], *, signed: bool = False) -> str:
        shown = " to ".join(shown_beside(bound, self.cell.printed, signed=signed) for bound in bounds)
        return f" ({shown})" if shown else ""

    @property
    def shared_reason(self) -> str:
        """Why there is none, kind first, with MODEL for the model: the same for all that lack the same."""
        expected = f"--from {self.cell.model}="
        reason = self.reason.replace(expected, "--from MODEL=") if self.cell.model else self.reason
        return ": ".join(filter(None, (self.absence, reason)))


def reproduced(
    cell: PrintedCell, item: Item, answers: Mapping[PrintedCell, Answer], reasons: Mapping[PrintedCell, str]
) -> Reproduction:
    """Put the answer to one cell beside it.

    Parameters
    ----------
    cell, item
        What is printed, and where.
    answers
        What the steps found.
    reasons
        Why a step that should have answered could not.
    """
    answer = answers.get(cell)
    if answer is None:
        reason = reasons.get(cell) or _missing_reason(cell, item)
        return Reproduction(cell, None, "not possible", reason=reason)
    if isinstance(answer.ours, str):
        expected = answer.expected or cell.printed
        same = answer.ours.casefold() == expected.casefold()
        verdict = _compared(answer.basis, same=same)
        return Reproduction(cell, answer.ours, verdict, answer.by, evidence=answer.evidence)
    ours = _in_unit(answer.ours, cell.unit)
    if ours.value is None:
        return Reproduction(cell, None, "not possible", answer.by, ours.reason or "")
    verdict = _verdict(cell, item, _exact(ours.value), answer.basis)
    return Reproduction(cell, ours, verdict, answer.by, evidence=answer.evidence)


def _verdict(cell: PrintedCell, item: Item, ours: Decimal, basis: Basis) -> Verdict:
    if not cell.printed:
        return "ours only"
    return _compared(basis, same=agrees(ours, cell.printed, item.rounding))


def _compared(basis: Basis, *, same: bool) -> Verdict:
    if basis == "derived":
        return "adds up" if same else "does not add up"
    if basis == "same":
        return "matches" if same else "differs"
    return basis


def _missing_reason(cell: PrintedCell, item: Item) -> str:
    if not cell.model:
        return item.missing_reason
    if not item.train:
        return fill("reproduced_by.needs_model", model=cell.model)
    return fill("reproduced_by.needs_model_made_by", model=cell.model, command=item.train)


def _in_unit(estimate: Estimate, unit: str) -> Estimate:
    """Return an estimate in the unit of the paper; proportions become per cent exactly."""
    scale = _SCALES.get((_POINTS.get(estimate.unit, estimate.unit), _POINTS.get(unit, unit)))
    if scale is None or estimate.value is None:
        return estimate
    interval = estimate.interval
    bounds = interval and replace(
        interval, low=float(_exact(interval.low) * scale), high=float(_exact(interval.high) * scale)
    )
    return replace(estimate, value=float(_exact(estimate.value) * scale), unit=unit, interval=bounds)


def _exact(value: float) -> Decimal:
    return Decimal(repr(float(value)))
