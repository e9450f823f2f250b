"""What every report is made from: what runs and fresh results have in common, and estimates as text."""

from collections.abc import Callable, Mapping
from typing import Protocol

from rightreasons import numbers
from rightreasons.figures import Figure, Written, quantities
from rightreasons.findings import Finding
from rightreasons.issues import Verdict
from rightreasons.predictions import FILE_LABELS
from rightreasons.references import NotTested
from rightreasons.runs.manifest import DataRead, Manifest
from rightreasons.sentences.kinds import set_in_words
from rightreasons.sentences.templates import fill
from rightreasons.statistics.results import Estimate
from rightreasons.verdicts.commands import as_typed


class Results(Protocol):
    """Manifest, verdict, findings and reasons of a finished job."""

    @property
    def manifest(self) -> Manifest:
        """What was done, and on what."""

    @property
    def verdict(self) -> Verdict:
        """What it amounts to."""

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What was found."""

    @property
    def not_measured(self) -> tuple[NotTested, ...]:
        """What could not be measured, and why."""


def title_of(manifest: Manifest) -> str:
    """Return what a run is about: the model and what it was asked or trained on, or the data."""
    names = [data.name for data in manifest.data]
    if manifest.job == "reproduce":
        return "all papers" if manifest.paper == "all" else str(manifest.paper)
    if manifest.model is not None and manifest.job == "train":
        name = manifest.model.name
        return name if " on " in name else f"{name} on {names[0]}"  # that of an encoder says both
    if manifest.model is not None:
        if names == [FILE_LABELS]:
            return model_in_words(manifest.model.name)
        return f"{model_in_words(manifest.model.name)} on {' and '.join(map(set_in_words, names))}"
    runs = [run.name for run in manifest.runs]
    return " and ".join(runs) if runs else " → ".join(names) or manifest.job


def model_in_words(name: str) -> str:
    """Return what people call a model: a rule of ours, or a function of a Python file, as what it is."""
    kind, _, rest = as_typed(name).partition(":")
    module, _, function = rest.rpartition(":")
    if kind == "rule" and rest:
        return fill("model_in_words.rule", rule=rest)
    if kind == "py" and module:
        return fill("model_in_words.function", name=f"{module}.{function}")
    return as_typed(name)


def account_sentence(data: DataRead) -> str:
    """Return what became of the rows of one set, e.g. ``10,000 rows read, 9,842 kept; 158 no gold label``."""
    account = data.account
    read = fill("account_of_rows.read", read=account.read, kept=account.kept)
    dropped = [
        fill("account_of_rows.dropped", rows=each.rows, reason=each.reason) for each in account.dropped
    ]
    cleaned = [
        fill("account_of_rows.cleaned", rows=each.rows, reason=each.reason) for each in account.cleaned
    ]
    return "; ".join([read, *dropped, *cleaned])


def label_sentence(data: DataRead) -> str:
    """Return the label counts of one set on one line."""
    counts = data.labels.items()
    return ", ".join(fill("account_of_rows.label", label=label, rows=rows) for label, rows in counts)


WRITERS: Mapping[Written, Callable[[float], str]] = {
    "percent": numbers.cell_percent,
    "points": numbers.cell_points,
    "number": numbers.cell_number,
    "count": numbers.count,
    "p": numbers.p_value,
    "bits": numbers.cell_bits,
}
"""How a number is written, by what is known of its quantity."""


def shown_value(estimate: Estimate | Figure) -> str:
    """Return the value in the unit people read, proportions in per cent, or why there is none."""
    if estimate.value is None:
        return f"{numbers.NOTHING} ({estimate.reason})"
    write, unit = _writing(estimate)
    return f"{write(estimate.value)}{unit}"


def shown_estimate(estimate: Estimate | Figure) -> str:
    """Return value and interval in the unit people read: proportions in per cent, differences in points."""
    interval = estimate.interval
    if estimate.value is None or interval is None:
        return shown_value(estimate)
    write, _ = _writing(estimate)
    return numbers.with_bounds(shown_value(estimate), write(interval.low), write(interval.high))


def _writing(estimate: Estimate | Figure) -> tuple[Callable[[float], str], str]:
    signed = isinstance(estimate, Figure) and quantities()[estimate.quantity].written == "points"
    return numbers.of_unit(estimate.unit, signed=signed)
