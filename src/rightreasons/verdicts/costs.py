"""Costs that the user gave for errors: where they are given, they decide, and not the accuracy."""

from rightreasons.figures import Figure
from rightreasons.findings import Finding
from rightreasons.verdicts.label_counts import gold_labels
from rightreasons.verdicts.record import Record, measured, taken

_TWO = 2


def mean_cost(record: Record, scored: Finding) -> tuple[Finding, Figure] | None:
    """Return the finding and figure of what an item of a scored set costs on average, by the user's costs.

    None where no costs were given, where a set has three labels, and where it is there to test shortcuts.
    """
    if scored.tests_shortcuts or gold_labels(scored) > _TWO:
        return None
    costs = ((each, measured(each, "cost")) for each in taken(record, "guard") if each.on == scored.on)
    return next(((finding, cost) for finding, cost in costs if cost is not None), None)
