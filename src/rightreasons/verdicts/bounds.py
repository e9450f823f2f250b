"""What an accuracy is at least and at most where it is no result: by counts of labels and answers alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

from rightreasons.findings import Finding
from rightreasons.labels import THREE_WAY, TWO_WAY, Label, collapse
from rightreasons.verdicts.label_counts import labels_given
from rightreasons.verdicts.record import Record, measured, scores, value


@dataclass(frozen=True)
class Bounds:
    """What a share is at least and at most."""

    low: float
    high: float


def of_any_mapping(found: Sequence[Finding]) -> Bounds | None:
    """Return the accuracy on some sets together, whichever answer means which label.

    Every permutation of the labels is tried, the same on all sets. None where answers are recorded of no set,
    or where probabilities are summed before a label is chosen: labels alone do not tell the answer then.
    """
    counted = [line for each in found for line in labels_given(each)]
    items = sum(n for _, _, n in counted)
    if not items or any(each.settings.get("collapse") == "sum" for each in found):
        return None
    labels = TWO_WAY if any(given is Label.NON_ENTAILMENT for _, given, _ in counted) else THREE_WAY
    shares = [
        sum(n for gold, given, n in counted if given is not None and _is_right(gold, meant[given])) / items
        for meant in (dict(zip(labels, order, strict=True)) for order in permutations(labels))
    ]
    return Bounds(min(shares), max(shares))


def _is_right(gold: Label, answer: Label) -> bool:
    if Label.NON_ENTAILMENT in (gold, answer):
        return collapse(gold) == collapse(answer)
    return gold == answer


def with_known_items(finding: Finding) -> Bounds | None:
    """Return the accuracy if all items that are also in training are wrong, or all correct.

    Parameters
    ----------
    finding
        Of the measure ``similar_in_train``.

    Returns
    -------
    Bounds or None
        None where items were drawn, whose weights are not in the finding, or no other item was answered.
    """
    every, rest = (measured(finding, f"accuracy.{part}") for part in ("all", "not_in_train"))
    if every is None or rest is None or not rest.n:
        return None
    right = value(rest) * rest.n
    return Bounds(right / every.n, (right + every.n - rest.n) / every.n)


def of_a_memory(equal: float, conflicting: float) -> Bounds:
    """Return the accuracy on a test set of a model that has memorised the pairs of training.

    It is right on pairs that have one label there, their own; on the others nothing is known.
    """
    return Bounds(max(0.0, equal - conflicting), 1.0)


def is_drawn(record: Record, name: str | None) -> bool:
    """Return whether the items of a set are a sample."""
    return any("sampled_from" in each.settings for each in scores(record) if each.on == name)
