"""A cell of a comparison, and what two runs side by side say in words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rightreasons.artifacts.wording import percent
from rightreasons.challenges.remarks import ONE_RUN
from rightreasons.printable import printable
from rightreasons.runs.pairing import PairedSet
from rightreasons.runs.sides import Side
from rightreasons.statistics.paired_counts import PairedCounts

OVERALL = "accuracy"
INDEPENDENT = (
    "intervals and tests take items as independent: where many come from one template or premise, "
    "differences are less certain than they say"
)


@dataclass(frozen=True)
class Compared:
    """One cell of one set under two runs.

    Parameters
    ----------
    name
        The set.
    cell
        ``accuracy`` for all items, otherwise GROUP.LABEL.
    counts
        Right answers: first of the second run, second of the reference, so that the difference is its gain.
    """

    name: str
    cell: str
    counts: PairedCounts


def headline(
    first: Side, second: Side, compared: Mapping[Compared, tuple[float, float]], level: float
) -> str:
    """Return one sentence: accuracy of both on every set, and in how many rows they differ.

    Parameters
    ----------
    first, second
        The runs; the first is the reference.
    compared
        P-values of every row, after Holm and after Benjamini and Hochberg.
    level
        One minus the level of the tests.
    """
    overall = [(cell, p) for cell, (p, _) in compared.items() if cell.cell == OVERALL]
    said = "; ".join(
        f"{printable(cell.name)}: {percent(cell.counts.first / cell.counts.n)} against "
        f"{percent(cell.counts.second / cell.counts.n)}, {_verdict(cell, p, level)}"
        for cell, p in overall
    )
    told = sum(p <= 1 - level for p, _ in compared.values())
    return (
        f"{printable(second.name)} beside {printable(first.name)}: {said}. Of {len(compared)} rows {told} "
        "differ after Holm."
    )


def _verdict(cell: Compared, p_value: float, level: float) -> str:
    difference = cell.counts.difference(level)
    points, interval = 100 * (difference.value or 0.0), difference.interval
    bounds = "" if interval is None else f" ({100 * interval.low:+.1f} to {100 * interval.high:+.1f})"
    told = "" if p_value <= 1 - level else ", which chance may explain"
    return f"{points:+.1f} points{bounds}{told}"


def notes(first: Side, second: Side, paired: Sequence[PairedSet]) -> tuple[str, ...]:
    """Return what has to be said beside the figures."""
    return (ONE_RUN, INDEPENDENT, *_of_sets(first, second, paired))


def _of_sets(first: Side, second: Side, paired: Sequence[PairedSet]) -> Iterator[str]:
    for each in paired:
        if each.unpaired:
            yield f"{each.name}: {each.unpaired:,} items that only one of them answered are left out"
        if each.two_way and each.name not in first.two_way & second.two_way:
            yield f"{each.name}: one of them was judged by entailment or not, so both are here"
        if each.name in first.sampled | second.sampled:
            yield f"{each.name} is a sample: rows that pool its cells count every item that was drawn once"
    if first.changed or second.changed:
        yield "changed items of the controls are not compared: see the findings of each run"
    left = [
        name for name in dict.fromkeys((*first.sets, *second.sets)) if name not in {p.name for p in paired}
    ]
    if left:
        yield f"not compared, since only one of them was asked: {', '.join(map(printable, left))}"
