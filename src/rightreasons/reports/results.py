"""What every report is made from: the parts that a run and a fresh result have in common."""

from collections.abc import Mapping
from typing import Any, Protocol

from rightreasons.findings import Cell, Finding
from rightreasons.statistics.results import Estimate, Interval


class Results(Protocol):
    """Manifest, findings and reasons of a finished job."""

    @property
    def manifest(self) -> Mapping[str, Any]:
        """What was done, and on what."""

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What was found."""

    @property
    def not_measured(self) -> Mapping[str, str]:
        """Reason by measure that could not be taken."""


def verdict(results: Results) -> str:
    """Return the sentence that comes first: that of the hypothesis-only baseline, or of the first finding."""
    headlines = [finding.headline for finding in results.findings if finding.measure == "hypothesis_only"]
    headlines += [finding.headline for finding in results.findings]
    return headlines[0] if headlines else "Nothing was measured."


def account_sentence(data: Mapping[str, Any]) -> str:
    """Return what became of the rows of one set, e.g. ``10,000 rows read, 9,842 kept; 158 no gold label``."""
    account = data["account"]
    dropped = "; ".join(f"{count['rows']:,} {count['reason']}" for count in account["dropped"])
    cleaned = "; ".join(f"{count['rows']:,} cleaned of {count['reason']}" for count in account["cleaned"])
    parts = [f"{account['read']:,} rows read, {account['kept']:,} kept", dropped, cleaned]
    return "; ".join(part for part in parts if part)


def label_sentence(data: Mapping[str, Any]) -> str:
    """Return the label counts of one set on one line."""
    return ", ".join(f"{label} {count:,}" for label, count in data["labels"].items())


def shown_value(estimate: Estimate) -> str:
    """Return the value in the unit people read, proportions in per cent, or why there is none."""
    if estimate.value is None:
        return f"– ({estimate.reason})"
    return _in_unit(estimate.value, estimate.unit)


def shown_estimate(estimate: Estimate) -> str:
    """Return value and interval in the unit people read: proportions in per cent."""
    interval = estimate.interval
    if estimate.value is None or interval is None:
        return shown_value(estimate)
    low, high = (_in_unit(bound, estimate.unit).removesuffix(" %") for bound in (interval.low, interval.high))
    return f"{shown_value(estimate)} ({low} to {high})"


def shown_points(estimate: Estimate) -> str:
    """Return a difference of two proportions with its interval, in percentage points."""
    if estimate.value is None:
        return shown_value(estimate)
    shown = _signed(100 * estimate.value)
    interval = estimate.interval
    return shown if interval is None else f"{shown} ({_bounds(interval)})"


def shown_cell(cell: Cell) -> str:
    """Return a cell of a table as text; numbers keep three significant decimals at most."""
    if cell is None:
        return "–"
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, int):
        return f"{cell:,}"
    if isinstance(cell, float):
        return f"{cell:.2e}" if 0 < abs(cell) < 0.001 else f"{cell:,.3f}"
    return cell


def _bounds(interval: Interval) -> str:
    return f"{_signed(100 * interval.low)} to {_signed(100 * interval.high)}"


def _signed(value: float) -> str:
    """Return one decimal with its sign; what rounds to nothing has none."""
    shown = f"{value:+.1f}"
    return "0.0" if shown in ("-0.0", "+0.0") else shown


def _in_unit(value: float, unit: str) -> str:
    if unit == "proportion":
        return f"{100 * value:.1f} %"
    if unit == "percent":
        return f"{_signed(value)} %"
    if unit in ("count", "items", "rows"):
        return f"{value:,.0f}"
    return f"{value:,.3g}"
