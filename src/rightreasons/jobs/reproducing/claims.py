"""Which claims of Liu et al. (2020) hold of the models that were trained: paired differences, judged."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from rightreasons.figures import Figure
from rightreasons.findings import Cell, Finding, View
from rightreasons.jobs.reproducing.easy_hard import PATTERNS, PUBLISHED
from rightreasons.jobs.reproducing.run_experiments import Carried
from rightreasons.papers.liu2020_claims import BESIDE, VERDICTS, Claim, Compared, claim_verdict, claims
from rightreasons.runs.known_marks import KnownMarks
from rightreasons.runs.seed_comparison import seed_comparisons
from rightreasons.runs.trained_runs import common_seeds
from rightreasons.statistics.crossed import crossed_mean
from rightreasons.statistics.results import Estimate

MEASURE = "liu-2020.claims"
_DEFINITION = (
    "Claims of Liu et al. (2020), each as paired differences of two models on the same instances, seed by "
    "seed and item by item, or of one model on two sets of instances. The interval covers seeds and items, "
    "where items of one premise count as one; of one seed it covers items. confirmed: it lies wholly on the "
    "claimed side; contradicted: wholly on the other; a claim is confirmed by all its comparisons, and "
    "contradicted by one. Comparisons are not independent of each other."
)
_COLUMNS = (
    "claim",
    "first",
    "second",
    "cell",
    "difference",
    "low",
    "high",
    "n",
    "seeds",
    "claimed",
    "verdict",
)


@dataclass(frozen=True)
class _Judged:
    compared: Compared
    difference: Estimate
    seeds: int

    @property
    def verdict(self) -> str:
        return self.compared.verdict(self.difference.interval)


def claims_finding(carried: Mapping[str, Carried]) -> Finding | None:
    """Return which claims hold, or None if no two models that are compared were trained.

    Parameters
    ----------
    carried
        By name of the training, which for these models is the name in the cells.

    Returns
    -------
    Finding
        Figures ``CLAIM.confirmed``, ``.contradicted``, ``.not_decided``: how many comparisons; table
        ``comparisons``.
    """
    judged = {claim: tuple(_judged(claim, carried)) for claim in claims()}
    made = {claim: found for claim, found in judged.items() if found}
    if not made:
        return None
    return Finding(
        measure=MEASURE,
        subject="Liu et al. (2020), claims 1 to 4",
        definition=_DEFINITION,
        headline=" ".join(_said(claim, found) for claim, found in made.items()),
        figures=[figure for claim, found in made.items() for figure in _counts(claim, found)],
        views={
            "comparisons": View(
                "What each claim is judged by",
                _COLUMNS,
                tuple(_row(claim, each) for claim, found in made.items() for each in found),
            )
        },
        notes=tuple(f"{claim.name}: {claim.text}" for claim in made),
    )


def _judged(claim: Claim, carried: Mapping[str, Carried]) -> Iterator[_Judged]:
    for each in claim.comparisons:
        first, second = carried.get(each.first), carried.get(each.second)
        if first is None or second is None:
            continue
        found = _beside(first) if each.cell == BESIDE else _difference(each.cell, first, second)
        if found is not None:
            (training, _) = common_seeds([first.training, second.training])
            yield _Judged(each, found, len(training.seeds))


def _difference(cell: str, first: Carried, second: Carried) -> Estimate | None:
    """Return the second minus the first on one cell of the test set."""
    patterns = _marks(first, PATTERNS)
    if patterns is None:
        return None
    (finding,) = seed_comparisons(common_seeds([first.training, second.training]), [patterns])
    place = cell if cell == "full" else f"{PATTERNS}.{cell}"
    figure = finding.figures.get(f"{first.experiment.form.test}.{place}.difference")
    return None if figure is None else figure.estimate


def _beside(carried: Carried) -> Estimate | None:
    """Return accuracy on hard instances by patterns minus accuracy on published ones, of one model.

    An instance that is in both stands there twice, in one cluster with all others of its premise.
    """
    notions = [_marks(carried, name) for name in (PATTERNS, PUBLISHED)]
    parts = [_hard(carried, each) for each in notions if each is not None]
    if len(parts) < len(notions) or not all(part.height for part in parts):
        return None
    both = pl.concat(parts)
    sides = np.repeat([1, -1], [part.height for part in parts])
    right = np.array(both["correct"].to_list(), dtype=np.float64)
    found = crossed_mean(right, both["premise"].to_numpy(), sides)
    reason = None if found.widest else found.reason
    return Estimate(found.value, "proportion", both.height, found.widest, reason)


def _hard(carried: Carried, marks: KnownMarks) -> pl.DataFrame:
    hard = marks.frame.filter(pl.col("mark") == "hard").select("id")
    items = carried.training.run.items.filter(pl.col("set") == carried.experiment.form.test)
    return items.join(hard, on="id", how="semi", maintain_order="left").select("premise", "correct")


def _marks(carried: Carried, name: str) -> KnownMarks | None:
    return next((each for each in carried.marks if each.name == name), None)


def _counts(claim: Claim, found: Sequence[_Judged]) -> Iterator[Figure]:
    counts = Counter(each.verdict for each in found)
    for verdict in VERDICTS:
        group = {"claim": claim.name, "verdict": verdict.replace(" ", "_")}
        estimate = Estimate(counts[verdict], "count", len(found), reason="counted")
        yield Figure("count", estimate, group, form="{group}")


def _said(claim: Claim, found: Sequence[_Judged]) -> str:
    verdicts = [each.compared.verdict(each.difference.interval) for each in found]
    counts = Counter(verdicts)
    parts = ", ".join(f"{counts[verdict]} {verdict}" for verdict in VERDICTS if counts[verdict])
    return f"{claim.name.replace('_', ' ').capitalize()} is {claim_verdict(verdicts)} ({parts})."


def _row(claim: Claim, judged: _Judged) -> tuple[Cell, ...]:
    compared, interval = judged.compared, judged.difference.interval
    claimed = f"{compared.claimed} {compared.points:g}"
    return (
        *(claim.name, compared.first, compared.second, compared.cell, judged.difference.value),
        *((None, None) if interval is None else (interval.low, interval.high)),
        *(judged.difference.n, judged.seeds, claimed, judged.verdict),
    )
