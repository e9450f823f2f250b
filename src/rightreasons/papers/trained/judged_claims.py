"""Which claims of Liu et al. (2020) hold of the models that were trained: paired differences, judged."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from rightreasons.figures import Figure
from rightreasons.findings import Cell, Finding, View
from rightreasons.measures.comparison.compare_seeds import seed_comparisons
from rightreasons.measures.comparison.known_marks import KnownMarks
from rightreasons.measures.comparison.trained_runs import common_seeds
from rightreasons.papers.liu2020.claims import BESIDE, VERDICTS, Claim, Compared, claim_verdict, claims
from rightreasons.papers.trained.easy_hard import PATTERNS, PUBLISHED
from rightreasons.papers.trained.run_experiments import ExperimentResult
from rightreasons.sentences.templates import fill, joined
from rightreasons.statistics.crossed import crossed_mean
from rightreasons.statistics.results import SHARES, Estimate

MEASURE = "liu-2020.claims"
_CLAIMS_COLUMNS = (
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
        """One of `VERDICTS`, by the interval of the difference."""
        return self.compared.verdict(self.difference.interval)


def claims_finding(results: Mapping[str, ExperimentResult]) -> Finding | None:
    """Return which claims hold, or None if no two models that are compared were trained.

    Parameters
    ----------
    results
        By name of the training, which for these models is the name in the cells.

    Returns
    -------
    Finding
        Figures ``CLAIM.confirmed``, ``.contradicted``, ``.not_decided``: how many comparisons; table
        ``comparisons``.
    """
    judged = {claim: tuple(_judged(claim, results)) for claim in claims()}
    made = {claim: found for claim, found in judged.items() if found}
    if not made:
        return None
    return Finding(
        measure=MEASURE,
        subject=fill("liu_claims.subject"),
        definition=fill("liu_claims.definition"),
        headline=joined((_claim_sentence(claim, found) for claim, found in made.items()), " "),
        figures=[figure for claim, found in made.items() for figure in _counts(claim, found)],
        views={
            "comparisons": View(
                fill("liu_claims.title"),
                _CLAIMS_COLUMNS,
                tuple(_row(claim, each) for claim, found in made.items() for each in found),
            )
        },
        notes=tuple(fill("liu_claims.text", claim=claim.name, text=claim.text) for claim in made),
    )


def _judged(claim: Claim, results: Mapping[str, ExperimentResult]) -> Iterator[_Judged]:
    for each in claim.comparisons:
        first, second = results.get(each.first), results.get(each.second)
        if first is None or second is None:
            continue
        found = _beside(first) if each.cell == BESIDE else _difference(each.cell, first, second)
        if found is not None:
            (training, _) = common_seeds([first.training, second.training])
            yield _Judged(each, found, len(training.seeds))


def _difference(cell: str, first: ExperimentResult, second: ExperimentResult) -> Estimate | None:
    """Return the second minus the first on one cell of the test set."""
    patterns = _marks(first, PATTERNS)
    if patterns is None:
        return None
    (finding,) = seed_comparisons(common_seeds([first.training, second.training]), [patterns])
    place = cell if cell == "full" else f"{PATTERNS}.{cell}"
    figure = finding.figures.get(f"{first.experiment.form.test}.{place}.difference")
    return None if figure is None else figure.estimate


def _beside(result: ExperimentResult) -> Estimate | None:
    """Return accuracy on hard instances by patterns minus accuracy on published ones, of one model.

    An instance that is in both stands there twice, in one cluster with all others of its premise.
    """
    notions = [_marks(result, name) for name in (PATTERNS, PUBLISHED)]
    parts = [_hard(result, each) for each in notions if each is not None]
    if len(parts) < len(notions) or not all(part.height for part in parts):
        return None
    both = pl.concat(parts)
    signs = np.repeat([1, -1], [part.height for part in parts])
    right = np.array(both["correct"].to_list(), dtype=np.float64)
    found = crossed_mean(right, both["premise"].to_numpy(), signs, between=SHARES)
    reason = None if found.widest else found.reason
    return Estimate(found.value, "proportion", both.height, found.widest, reason)


def _hard(result: ExperimentResult, marks: KnownMarks) -> pl.DataFrame:
    hard = marks.frame.filter(pl.col("mark") == "hard").select("id")
    items = result.training.run.items.filter(pl.col("set") == result.experiment.form.test)
    return items.join(hard, on="id", how="semi", maintain_order="left").select("premise", "correct")


def _marks(result: ExperimentResult, name: str) -> KnownMarks | None:
    return next((each for each in result.marks if each.name == name), None)


def _counts(claim: Claim, found: Sequence[_Judged]) -> Iterator[Figure]:
    counts = Counter(each.verdict for each in found)
    for verdict in VERDICTS:
        group = {"claim": claim.name, "verdict": verdict.replace(" ", "_")}
        estimate = Estimate(counts[verdict], "count", len(found), reason="counted")
        yield Figure("count", estimate, group, what="")


def _claim_sentence(claim: Claim, found: Sequence[_Judged]) -> str:
    verdicts = [each.compared.verdict(each.difference.interval) for each in found]
    figures = zip(VERDICTS, _counts(claim, found), strict=True)
    parts = [
        fill("liu_claims.count", comparisons=figure, verdict=verdict)
        for verdict, figure in figures
        if figure.value
    ]
    name = claim.name.replace("_", " ").capitalize()
    return fill("liu_claims.claim", claim=name, verdict=claim_verdict(verdicts), counts=joined(parts))


def _row(claim: Claim, judged: _Judged) -> tuple[Cell, ...]:
    compared, difference = judged.compared, judged.difference
    claimed = str(fill("liu_claims.claimed", claimed=compared.claimed, points=compared.points))
    return (
        *(claim.name, compared.first, compared.second, compared.cell),
        *(difference.value, *difference.bounds, difference.n, judged.seeds, claimed, judged.verdict),
    )
