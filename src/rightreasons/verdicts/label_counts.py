"""How many items of a scored set have which gold label and which answer."""

from collections import Counter
from collections.abc import Iterator

from rightreasons.findings import Finding
from rightreasons.labels import Label, collapse
from rightreasons.verdicts.record import number

Counted = Counter[tuple[Label, Label]]
"""Items by gold label and predicted label, in one scheme."""


def labels_given(finding: Finding) -> Iterator[tuple[Label, Label | None, int]]:
    """Yield gold label, predicted label (None: no answer) and how many items have both, as predicted."""
    view = finding.views.get("raw_labels")
    if view is None or not {"gold", "predicted", "items"} <= set(view.columns):
        return
    for each in view.records():
        if each["gold"] and isinstance(each["items"], int):
            given = Label(str(each["predicted"])) if each["predicted"] else None
            yield Label(str(each["gold"])), given, each["items"]


def counted_labels(finding: Finding) -> Counted:
    """Return items by gold and predicted label; both of two labels where one of them is non-entailment."""
    found = [(gold, predicted, n) for gold, predicted, n in labels_given(finding) if predicted is not None]
    two = any(Label.NON_ENTAILMENT in each[:2] for each in found)
    counted: Counted = Counter()
    for gold, predicted, n in found:
        counted[(collapse(gold), collapse(predicted)) if two else (gold, predicted)] += n
    return counted


def totals(counted: Counted, place: int) -> Counter[Label]:
    """Return the items of every gold label (place 0), or of every answer (place 1)."""
    totals: Counter[Label] = Counter()
    for labels, n in counted.items():
        totals[labels[place]] += n
    return totals


def gold_labels(finding: Finding) -> int:
    """Return how many gold labels the scored items have; 0 where that is not recorded."""
    return len(totals(counted_labels(finding), 0))


def is_constant(finding: Finding) -> bool:
    """Return whether every item got the same answer."""
    return len(totals(counted_labels(finding), 1)) < 2


def labels_in_gold(finding: Finding) -> set[Label]:
    """Return the gold labels of the scored items, before any collapse."""
    return _labels(finding, "gold")


def given_labels(finding: Finding) -> set[Label]:
    """Return the labels that were given, before any collapse."""
    return _labels(finding, "predicted")


def _labels(finding: Finding, column: str) -> set[Label]:
    view = finding.views.get("raw_labels")
    if view is None or column not in view.columns:
        return set()
    return {Label(str(each[column])) for each in view.records() if each[column]}


def answers_of_a_baseline(finding: Finding) -> dict[str, float]:
    """Return how often a baseline of an audit gives each label."""
    view = finding.views.get("confusion")
    if view is None:
        return {}
    labels = [each for each in view.columns if each != "gold"]
    return {label: sum(number(line[label]) for line in view.records()) for label in labels}
