"""One printed figure beside ours: what a step answers, and the verdict."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from rightreasons.papers.agreement import agrees, number
from rightreasons.papers.printed import Item, PrintedCell
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
    """

    ours: Estimate | str
    by: str
    basis: Basis = "same"
    expected: str = ""


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
    """

    cell: PrintedCell
    ours: Estimate | str | None
    verdict: Verdict
    by: str = ""
    reason: str = ""

    @property
    def difference(self) -> float | None:
        """Ours minus printed, in the unit of the cell."""
        printed = number(self.cell.printed)
        if not isinstance(self.ours, Estimate) or self.ours.value is None or printed is None:
            return None
        return float(_exact(self.ours.value) - printed)

    @property
    def shared_reason(self) -> str:
        """Why there is none, with MODEL for the model: the same for all models that lack the same."""
        wanted = f"--from {self.cell.model}="
        return self.reason.replace(wanted, "--from MODEL=") if self.cell.model else self.reason

    @property
    def difference_bounds(self) -> tuple[float, float] | None:
        """The interval of the difference: that of ours, less what is printed, which is taken as it stands."""
        printed = number(self.cell.printed)
        interval = self.ours.interval if isinstance(self.ours, Estimate) else None
        if interval is None or printed is None:
            return None
        return float(_exact(interval.low) - printed), float(_exact(interval.high) - printed)


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
        reason = reasons.get(cell) or _lacking(cell, item)
        return Reproduction(cell, None, "not possible", reason=reason)
    if isinstance(answer.ours, str):
        wanted = answer.expected or cell.printed
        same = answer.ours.casefold() == wanted.casefold()
        return Reproduction(cell, answer.ours, _compared(answer.basis, same=same), answer.by)
    ours = _in_unit(answer.ours, cell.unit)
    if ours.value is None:
        return Reproduction(cell, None, "not possible", answer.by, ours.reason or "")
    return Reproduction(cell, ours, _verdict(cell, item, _exact(ours.value), answer.basis), answer.by)


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


def _lacking(cell: PrintedCell, item: Item) -> str:
    if not cell.model:
        return item.lacking
    return f"needs a trained model: --from {cell.model}=RUN" + (f" ({item.train})" if item.train else "")


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
