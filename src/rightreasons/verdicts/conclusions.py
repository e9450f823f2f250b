"""The first sentence of a run in which nothing is severe: what was looked at, and what came out."""

from collections.abc import Callable, Mapping, Sequence

from rightreasons.findings import Finding
from rightreasons.issues import Issue
from rightreasons.printable import printable
from rightreasons.verdicts.comparisons import GUARDS, compared, is_shown, overall
from rightreasons.verdicts.models import gold_labels
from rightreasons.verdicts.record import Record, low, measured, percent, points, scores, share, taken, value

_INCONCLUSIVE = ("V302",)
"""Warnings that take away what an audit would conclude: too few rows."""


def conclusion(record: Record, warnings: Sequence[Issue]) -> str:
    """Return what a record comes to whose worst issues are warnings, and the first of these.

    Parameters
    ----------
    record
        A run in which nothing is severe.
    warnings
        Its warnings, the first is said.
    """
    unclear = [each.sentence for each in warnings if each.code in _INCONCLUSIVE]
    if unclear:
        return unclear[0]
    first = warnings[0].sentence if warnings else ""
    sentence = _BY_JOB.get(record.manifest.job, _headlines)(record, bool(warnings))
    if not warnings:
        return sentence
    more = f" ({len(warnings)} warnings)" if len(warnings) > 1 else ""
    return f"{sentence} Warning{more}: {first}"


def _audited(record: Record, warned: bool) -> str:  # noqa: FBT001 - which of two words to begin with
    gains = [
        f"hypothesis-only gain {points(gain)}"
        for finding in taken(record, "hypothesis_only")
        if (gain := measured(finding, "gain")) is not None
    ]
    start = (
        "Nothing severe was found"
        if warned
        else "Nothing was found that is beyond chance and of a size that matters"
    )
    if gains:
        return f"{start}: {'; '.join(gains)}."
    measures = ", ".join(dict.fromkeys(each.measure for each in record.findings)) or "nothing"
    return f"{start} in what was measured: {measures}."


def _probed(record: Record, warned: bool) -> str:  # noqa: FBT001
    accuracies = [
        (f"{printable(finding.measure, 120)} {share(accuracy)}", _no_more_than_guessing(finding))
        for finding in scores(record)
        if (accuracy := measured(finding, "accuracy")) is not None
    ]
    if any(guessing for _, guessing in accuracies):
        return f"Right on {'; '.join(f'{each}{guessing}' for each, guessing in accuracies)}."
    start = "Nothing severe was found" if warned else "Nothing was found that speaks against these figures"
    if not accuracies:
        return f"{start}; no accuracy was measured."
    return f"{start}: right on {'; '.join(each for each, _ in accuracies)}."


def _no_more_than_guessing(finding: Finding) -> str:
    """Return what is to be said of an accuracy that is not shown to be above guessing, or an empty text."""
    labels, accuracy = gold_labels(finding), measured(finding, "accuracy")
    if accuracy is None or labels < 2 or low(accuracy) > 1 / labels:
        return ""
    return f", not shown to be more than guessing one of {labels} labels gets ({percent(1 / labels)})"


def _compared(record: Record, _: bool) -> str:  # noqa: FBT001
    guards = tuple(taken(record, GUARDS))
    if guards:
        return " ".join(finding.headline for finding in guards)
    parts = []
    for finding in compared(record):
        for figure in overall(finding):
            name = printable(figure.set or "", 120)
            if not is_shown(figure):
                parts.append(f"no difference is shown on {name} ({points(figure)})")
                continue
            which = "candidate" if value(figure) > 0 else "baseline"
            run = printable(str(finding.settings.get(which, which)), 120)
            parts.append(f"{run} is right more often on {name} ({points(figure)})")
    sentence = "; ".join(parts) or "nothing was compared"
    return f"{sentence[0].upper()}{sentence[1:]}."


def _headlines(record: Record, _: bool) -> str:  # noqa: FBT001
    return record.findings[0].headline if record.findings else "Nothing was measured."


_BY_JOB: Mapping[str, Callable[[Record, bool], str]] = {
    "audit": _audited,
    "probe": _probed,
    "compare": _compared,
}
